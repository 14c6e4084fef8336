import { element } from "../../dom/element";
import { failure } from "../../dom/notice";
import { type Choice, choiceOf, parametersOf } from "../../geometry/choice";
import type { NightRow } from "../../geometry/night";
import { type HubPage, openHub } from "../../host/hub-page";
import { connectHub } from "../../host/hub-service";
import { allowRequestsTo } from "../../host/policy";
import { reasonOf } from "../../host/reason";
import { reportFailure, token } from "../../host/run-page";
import { createGet } from "../../host/service";
import { headingOf } from "../../words/hub-words";
import { showRuns } from "./cell-runs";
import { hubView } from "./hub-view";
import { type HubData, loadHub } from "./load";

/** When somebody who waits is told that the service is slow. */
const slowMilliseconds = 5000;

/** Shows the nights of the project whose page embeds this one. */
export async function liveHub(main: HTMLElement): Promise<void> {
  const waiting = element("p", { role: "status" }, "Reading what the monitors found…");
  main.append(element("h1", { class: "starting" }, "Pipeline Keeper"), waiting);
  try {
    const page = await openHub();
    await showHub(main, page);
  } catch (error) {
    reportFailure(error);
    main.replaceChildren(failure("The page could not start", reasonOf(error), () => location.reload()));
  }
}

async function showHub(main: HTMLElement, page: HubPage): Promise<void> {
  allowRequestsTo(new URL(page.project).origin);
  const get = createGet(page, token);
  const service = connectHub(page.project, get);
  const project = { name: page.projectName, url: page.project };
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  let choice: Choice = choiceOf(page.parameters);
  const openRuns = (data: HubData) => (row: NightRow, from: number, to: number) =>
    void showRuns(row, from, to, readRuns, data.clock);
  const readRuns = async (row: NightRow, from: number, to: number) => {
    if (row.definitionId === undefined) return [];
    return connectHub(row.project.url, get).runsBetween(row.definitionId, from, to);
  };
  const show = async () => {
    const slow = setTimeout(() => {
      const waiting = main.querySelector('[role="status"]');
      if (waiting !== null) waiting.textContent = "Azure DevOps is slow to answer. Still reading…";
    }, slowMilliseconds);
    try {
      const data = await loadHub(service, project, { now: Math.floor(Date.now() / 1000), timeZone });
      page.setTitle(`${headingOf(data)} · Pipeline Keeper`);
      main.replaceChildren(
        hubView({
          ...{ data, project, choice, openRuns: openRuns(data) },
          changed(changed) {
            choice = changed;
            page.setParameters(parametersOf(changed));
          },
          refresh: () => void show(),
        }),
      );
    } catch (error) {
      const [what, shown] = ["The runs could not be read", main.querySelector("article")];
      const alert = failure(what, reasonOf(error), () => void show(), shown !== null);
      if (shown === null) main.replaceChildren(alert);
      else main.replaceChildren(alert, shown);
    } finally {
      clearTimeout(slow);
    }
  };
  await show();
}
