import { element } from "../../dom/element";
import { failure } from "../../dom/notice";
import { openHub } from "../../host/hub-page";
import { connectHub } from "../../host/hub-service";
import { allowRequestsTo } from "../../host/policy";
import { followPresence, presentSeconds } from "../../host/presence";
import { reasonOf } from "../../host/reason";
import { reportFailure, token } from "../../host/run-page";
import { createGet } from "../../host/service";
import { showHub } from "./show-hub";

/** Shows the nights of the project whose page embeds this one. */
export async function liveHub(main: HTMLElement): Promise<void> {
  const waiting = element("p", { role: "status" }, "Reading what the monitors found…");
  main.append(element("h1", { class: "starting" }, "Pipeline Keeper"), waiting);
  try {
    const page = await openHub();
    allowRequestsTo(new URL(page.project).origin);
    const get = createGet(page, token);
    followPresence(await showHub(main, page, (project) => connectHub(project, get), presentSeconds));
  } catch (error) {
    reportFailure(error);
    main.replaceChildren(failure("The page could not start", reasonOf(error), () => location.reload()));
  }
}
