import { choiceOf, parametersOf } from "../../geometry/choice";
import type { NightRow } from "../../geometry/night";
import type { NamedProject } from "../../geometry/project";
import { projectAt } from "../../geometry/project-url";
import type { HubService } from "../../host/hub-service";
import type { openAddress } from "../../host/page";
import type { ServiceClock } from "../../host/service";
import { headingOf } from "../../words/hub-heading";
import { showRuns } from "./cell-runs";
import { followProject } from "./follow-project";
import { hubView } from "./hub-view";

/** When somebody who waits is told that the service is slow. */
const slowMilliseconds = 5000;

/** Reads and shows the nights of a project, and again and again. */
export async function showHub(
  main: HTMLElement,
  project: NamedProject & { url: string },
  address: Awaited<ReturnType<typeof openAddress>>,
  connect: (project: string) => HubService,
  clock: ServiceClock,
): Promise<void> {
  const readRuns = async (
    { pipeline: { id }, project: { name, url } }: NightRow,
    from: number,
    to: number,
  ) => {
    const place = projectAt(project.url, { name, url });
    if (place === undefined) throw new Error("They are in another organization. Open the pipeline there.");
    return id === undefined ? [] : connect(place).runsBetween(id, from, to);
  };
  const { setFullScreen } = address;
  const choice = choiceOf(address.parameters);
  let view: ReturnType<typeof hubView> | undefined;
  const pages = followProject(
    main,
    project,
    connect,
    (shown) => {
      address.setTitle(`${headingOf(shown.data)} · Pipeline Keeper`);
      if (view === undefined && choice.wall) setFullScreen?.(true);
      view ??= hubView({
        project,
        choice,
        changed: (changed) => address.setParameters(parametersOf(changed)),
        openRuns: (row, from, to, shownClock) => void showRuns(row, from, to, readRuns, shownClock),
        refresh: () => void pages.refresh(),
        setFullScreen,
      });
      if (!view.element.isConnected) main.replaceChildren(view.element);
      view.update(shown);
    },
    clock,
  );
  const slow = setTimeout(() => {
    const waiting = main.querySelector('[role="status"]');
    if (waiting !== null) waiting.textContent = "Azure DevOps is slow to answer. Still reading…";
  }, slowMilliseconds);
  await pages.refresh();
  clearTimeout(slow);
}
