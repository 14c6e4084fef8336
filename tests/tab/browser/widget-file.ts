import { projectOf } from "../../../tab/geometry/project";
import { hubData } from "../../../tab/pages/hub/hub-data";
import { readHub } from "../../../tab/pages/hub/read-hub";
import { watcherSearch } from "../../../tab/pages/hub/read-monitors";
import { startPage } from "../../../tab/pages/start-page";
import { widgetView } from "../../../tab/pages/widget/widget-view";
import { inlinedWorld, serviceOf } from "./inlined-world";

/** The widget, two squares wide and high, as a file of its own, over a world that is in the page. */
export async function start(): Promise<void> {
  const world = inlinedWorld();
  const { now, project, projectName } = world;
  const place = { ...projectOf({ name: projectName }), url: project };
  const main = startPage();
  Object.assign(document.body.style, {
    width: "330px",
    height: "330px",
    border: "1px solid",
    margin: "24px",
  });
  const reading = await readHub(
    serviceOf(world),
    () => now,
    undefined,
    watcherSearch(() => serviceOf(world), place),
  );
  const data = hubData(reading, place, { now, timeZone: "UTC" });
  const hubUrl = `${project}/_apps/hub/pipeline-keeper.pipeline-keeper.hub`;
  const state = { data, failure: undefined, isReading: false };
  main.replaceChildren(widgetView(state, projectName, hubUrl, true));
}

void start();
