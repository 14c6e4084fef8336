import { element, failure } from "../../dom/element";
import { reasonOf } from "../../host/limits";
import { connecting, openAddress, openProject, reportFailure } from "../../host/page";
import { serviceClock } from "../../host/service";
import { startPage } from "../start-page";
import { showHub } from "./show-hub";

/** Shows the nights of the project whose page embeds this one. */
async function start(): Promise<void> {
  const main = startPage();
  const waiting = element("p", { role: "status" }, "Reading what the monitors found…");
  main.append(element("h1", { class: "starting" }, "Pipeline Keeper"), waiting);
  try {
    const project = await openProject();
    const address = await openAddress();
    const clock = serviceClock();
    await showHub(main, project, address, connecting(project, clock), clock);
  } catch (error) {
    reportFailure(error);
    main.replaceChildren(failure("The page could not start", reasonOf(error), () => location.reload()));
  }
}

void start();
