import { failure } from "../../dom/notice";
import { type Choice, choiceOf, parametersOf } from "../../geometry/choice";
import type { NightRow } from "../../geometry/night";
import type { HubPage } from "../../host/hub-page";
import type { HubService } from "../../host/hub-service";
import { reasonOf } from "../../host/reason";
import { headingOf } from "../../words/hub-words";
import { showRuns } from "./cell-runs";
import { hubView } from "./hub-view";
import { loadHub } from "./load";

/** When somebody who waits is told that the service is slow. */
const slowMilliseconds = 5000;

/** Reads and shows the nights of a project, and again when somebody asks. `now` is in seconds since 1970. */
export async function showHub(
  main: HTMLElement,
  page: HubPage,
  connect: (project: string) => HubService,
  now: () => number,
): Promise<void> {
  const service = connect(page.project);
  const project = { name: page.projectName, url: page.project };
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  let choice: Choice = choiceOf(page.parameters);
  const readRuns = async ({ definitionId, project: of }: NightRow, from: number, to: number) =>
    definitionId === undefined ? [] : connect(of.url).runsBetween(definitionId, from, to);
  const show = async (): Promise<void> => {
    const slow = setTimeout(() => {
      const waiting = main.querySelector('[role="status"]');
      if (waiting !== null) waiting.textContent = "Azure DevOps is slow to answer. Still reading…";
    }, slowMilliseconds);
    try {
      const data = await loadHub(service, project, { now: now(), timeZone });
      page.setTitle(`${headingOf(data)} · Pipeline Keeper`);
      const view = hubView({
        ...{ data, project, choice },
        changed(changed) {
          choice = changed;
          page.setParameters(parametersOf(changed));
        },
        openRuns: (row, from, to) => void showRuns(row, from, to, readRuns, data.clock),
        refresh: () => void show(),
      });
      main.replaceChildren(view);
    } catch (error) {
      const shown = main.querySelector("article");
      const alert = failure("The runs could not be read", reasonOf(error), () => void show(), shown !== null);
      main.replaceChildren(alert, ...(shown === null ? [] : [shown]));
    } finally {
      clearTimeout(slow);
    }
  };
  await show();
}
