import { failure as failureNotice } from "../../dom/notice";
import { choiceOf, parametersOf } from "../../geometry/choice";
import type { NightRow } from "../../geometry/night";
import { projectAt } from "../../geometry/project-url";
import type { HubPage } from "../../host/hub-page";
import type { HubService } from "../../host/hub-service";
import { isVisible } from "../../host/presence";
import { headingOf } from "../../words/hub-heading";
import { showRuns } from "./cell-runs";
import { hubData } from "./hub-data";
import { type HubView, hubView } from "./hub-view";
import { keepReading, type PageState, type Rereading } from "./keep-reading";
import { type Reading, readHub } from "./read-hub";
import { watcherSearch } from "./watchers";

/** When somebody who waits is told that the service is slow. */
const slowMilliseconds = 5000;

/** Reads and shows the nights of a project, and again and again. `now` is in seconds since 1970. */
export async function showHub(
  main: HTMLElement,
  page: HubPage,
  connect: (project: string) => HubService,
  now: () => number,
): Promise<Rereading> {
  const service = connect(page.project);
  const project = { name: page.projectName, url: page.project };
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  let view: HubView | undefined;
  let title = "";
  const show = ({ reading, failure, ...shown }: PageState<Reading>) => {
    if (reading === undefined) {
      if (failure !== undefined)
        main.replaceChildren(
          failureNotice("The runs could not be read", failure.reason, () => void pages.refresh()),
        );
      return;
    }
    const data = hubData(reading, project, { now: shown.now, timeZone });
    const heading = headingOf(data);
    if (heading !== title) page.setTitle(`${heading} · Pipeline Keeper`);
    title = heading;
    view ??= viewOf(page, connect, { refresh: () => void pages.refresh() });
    if (!view.element.isConnected) main.replaceChildren(view.element);
    view.update({ data, failure, isReading: shown.isReading });
  };
  const findWatchers = watcherSearch(service, project.name);
  const read = (at: number) => readHub(service, at, findWatchers);
  const pages = keepReading({ read, show, now, isVisible });
  const slow = setTimeout(() => {
    const waiting = main.querySelector('[role="status"]');
    if (waiting !== null) waiting.textContent = "Azure DevOps is slow to answer. Still reading…";
  }, slowMilliseconds);
  await pages.refresh();
  clearTimeout(slow);
  return pages;
}

function viewOf(
  page: HubPage,
  connect: (project: string) => HubService,
  { refresh }: { refresh(): void },
): HubView {
  const readRuns = async ({ definitionId, project }: NightRow, from: number, to: number) => {
    const url = projectAt(page.project, project);
    if (url === undefined) throw new Error("They are in another organization. Open the pipeline there.");
    return definitionId === undefined ? [] : connect(url).runsBetween(definitionId, from, to);
  };
  const choice = choiceOf(page.parameters);
  if (choice.wall) page.setFullScreen?.(true);
  return hubView({
    project: { name: page.projectName, url: page.project },
    choice,
    changed: (changed) => page.setParameters(parametersOf(changed)),
    openRuns: (row, from, to, clock) => void showRuns(row, from, to, readRuns, clock),
    refresh,
    setFullScreen: page.setFullScreen,
  });
}
