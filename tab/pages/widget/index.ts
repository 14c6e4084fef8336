import { getContributionId, getExtensionContext, register } from "azure-devops-extension-sdk";
import { failure } from "../../dom/element";
import { keepFocus } from "../../dom/keep-focus";
import { reasonOf } from "../../host/limits";
import { connecting, openProject, reportFailure } from "../../host/page";
import { serviceClock } from "../../host/service";
import { followProject } from "../hub/follow-project";
import type { Rereading } from "../hub/keep-reading";
import { startPage } from "../start-page";
import { widgetView } from "./widget-view";

/** Shows the widget whenever the dashboard asks for it, and reads again by itself: a dashboard does not ask often. */
async function start(): Promise<void> {
  const main = startPage();
  let opened: ReturnType<typeof openProject> | undefined;
  let pages: Rereading | undefined;
  let isHigh = false;
  const show = async (settings: unknown): Promise<{ statusType: number }> => {
    const project = await (opened ?? Promise.reject(new Error("Azure DevOps asked too early.")));
    const { size }: { size?: unknown } = Object(settings);
    const { rowSpan }: { rowSpan?: unknown } = Object(size);
    isHigh = Number(rowSpan) > 1;
    pages ??= readAgain(main, project, () => isHigh);
    await pages.refresh();
    return { statusType: 0 };
  };
  try {
    opened = openProject(() => register(getContributionId(), { load: show, reload: show }));
    await opened;
  } catch (error) {
    reportFailure(error);
    main.replaceChildren(failure("The widget could not start", reasonOf(error), () => location.reload()));
  }
}

function readAgain(
  main: HTMLElement,
  project: Awaited<ReturnType<typeof openProject>>,
  isHigh: () => boolean,
): Rereading {
  const clock = serviceClock();
  const hubUrl = `${project.url}/_apps/hub/${getExtensionContext().id}.hub`;
  return followProject(
    main,
    project,
    connecting(project, clock),
    (shown) => {
      const view = widgetView(shown, project.name, hubUrl, isHigh());
      if (main.firstElementChild?.isEqualNode(view) !== true) keepFocus(() => main.replaceChildren(view));
    },
    clock,
  );
}

void start();
