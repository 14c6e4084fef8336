import { showHub } from "../../../tab/pages/hub/show-hub";
import { startPage } from "../../../tab/pages/start-page";
import { inlinedWorld, serviceOf } from "./inlined-world";

/** The hub as a file of its own, over a world that is in the page. */
export async function start(): Promise<void> {
  const world = inlinedWorld();
  const { now, project, projectName, parameters } = world;
  const setTitle = (title: string) => {
    document.title = title;
  };
  const address = { parameters, setParameters() {}, setTitle, setFullScreen: undefined };
  await showHub(startPage(), { name: projectName, url: project }, address, () => serviceOf(world), {
    now: () => now,
    steady: () => now,
    hear() {},
  });
}

void start();
