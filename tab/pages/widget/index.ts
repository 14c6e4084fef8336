import { getContributionId, getExtensionContext, register } from "azure-devops-extension-sdk";
import { keepFocus } from "../../dom/keep-focus";
import { failure as failureNotice } from "../../dom/notice";
import { type OpenProject, openProject } from "../../host/hub-page";
import { connectHub } from "../../host/hub-service";
import { allowRequestsTo } from "../../host/policy";
import { followPresence, isVisible, presentSeconds } from "../../host/presence";
import { reasonOf } from "../../host/reason";
import { reportFailure, token } from "../../host/run-page";
import { createGet } from "../../host/service";
import { hubData } from "../hub/hub-data";
import { keepReading, type PageState, type Rereading } from "../hub/keep-reading";
import { type Reading, readHub } from "../hub/read-hub";
import { watcherSearch } from "../hub/watchers";
import { startPage } from "../start-page";
import { widgetView } from "./widget-view";

/** Shows the widget whenever the dashboard asks for it, and reads again by itself: a dashboard does not ask often. */
export async function start(): Promise<void> {
  const main = startPage();
  let opened: Promise<OpenProject> | undefined;
  let pages: Rereading | undefined;
  let isHigh = false;
  const show = async (settings: unknown): Promise<{ statusType: number }> => {
    const page = await (opened ?? Promise.reject(new Error("Azure DevOps asked too early.")));
    const { size }: { size?: unknown } = Object(settings);
    const { rowSpan }: { rowSpan?: unknown } = Object(size);
    isHigh = Number(rowSpan) > 1;
    if (pages === undefined) {
      pages = readAgain(main, page, () => isHigh);
      followPresence(pages);
    }
    await pages.refresh();
    return { statusType: 0 };
  };
  try {
    opened = openProject(() => register(getContributionId(), { load: show, reload: show }));
    const page = await opened;
    allowRequestsTo(new URL(page.project).origin);
  } catch (error) {
    reportFailure(error);
    main.replaceChildren(
      failureNotice("The widget could not start", reasonOf(error), () => location.reload()),
    );
  }
}

function readAgain(main: HTMLElement, page: OpenProject, isHigh: () => boolean): Rereading {
  const service = connectHub(page.project, createGet(page, token));
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const project = { name: page.projectName, url: page.project };
  const hubUrl = `${page.project}/_apps/hub/${getExtensionContext().id}.hub`;
  const show = ({ reading, failure, now }: PageState<Reading>) => {
    const text = "The runs could not be read";
    if (reading !== undefined) {
      const data = hubData(reading, project, { now, timeZone });
      const view = widgetView(data, { hubUrl, project: project.name, isHigh: isHigh(), failure });
      if (main.firstElementChild?.isEqualNode(view) !== true) keepFocus(() => main.replaceChildren(view));
    } else if (failure !== undefined)
      main.replaceChildren(failureNotice(text, failure.reason, () => void pages.refresh()));
  };
  const findWatchers = watcherSearch(service, project.name);
  const read = (at: number) => readHub(service, at, findWatchers);
  const pages = keepReading({ read, show, now: presentSeconds, isVisible });
  return pages;
}

void start();
