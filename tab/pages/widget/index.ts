import { getContributionId, getExtensionContext, register } from "azure-devops-extension-sdk";
import { failure } from "../../dom/notice";
import { type HubPage, openHub } from "../../host/hub-page";
import { connectHub } from "../../host/hub-service";
import { allowRequestsTo } from "../../host/policy";
import { reasonOf } from "../../host/reason";
import { reportFailure, token } from "../../host/run-page";
import { createGet } from "../../host/service";
import { loadHub } from "../hub/load";
import { startPage } from "../start-page";
import { widgetView } from "./widget-view";

/** Shows the widget whenever the dashboard asks for it. */
export async function start(): Promise<void> {
  const main = startPage();
  let opened: Promise<HubPage> | undefined;
  const show = async (settings: unknown): Promise<{ statusType: number }> => {
    const page = await (opened ?? Promise.reject(new Error("Azure DevOps asked too early.")));
    const { size }: { size?: unknown } = Object(settings);
    const { rowSpan }: { rowSpan?: unknown } = Object(size);
    try {
      const service = connectHub(page.project, createGet(page, token));
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      const project = { name: page.projectName, url: page.project };
      const data = await loadHub(service, project, { now: Math.floor(Date.now() / 1000), timeZone });
      const hubUrl = `${page.project}/_apps/hub/${getExtensionContext().id}.hub`;
      main.replaceChildren(widgetView(data, hubUrl, Number(rowSpan) > 1));
    } catch (error) {
      main.replaceChildren(failure("The runs could not be read", reasonOf(error), () => void show(settings)));
    }
    return { statusType: 0 };
  };
  try {
    opened = openHub(() => register(getContributionId(), { load: show, reload: show }));
    const page = await opened;
    allowRequestsTo(new URL(page.project).origin);
  } catch (error) {
    reportFailure(error);
    main.replaceChildren(failure("The widget could not start", reasonOf(error), () => location.reload()));
  }
}

void start();
