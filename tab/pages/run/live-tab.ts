import { element } from "../../dom/element";
import { failure, notice } from "../../dom/notice";
import { findBuild } from "../../host/build-url";
import { allowRequestsTo } from "../../host/policy";
import { reasonOf } from "../../host/reason";
import { type Build, connect, reportFailure, token } from "../../host/run-page";
import { connectService, createGet, type Service } from "../../host/service";
import { emptyStateOf } from "../../words/empty-state";
import type { ReadReport } from "./picker";
import { reportPages } from "./report-page";

/** How long the reports of a run are waited for before those that have arrived are shown. */
const togetherMilliseconds = 3000;

/** Shows the reports of the run whose page embeds this one, and again when the run changes. */
export async function liveTab(main: HTMLElement): Promise<void> {
  const [alerts, content] = [element("div"), element("div")];
  content.append(element("div", { role: "status" }, element("h1", {}, "Reading the report…")));
  main.append(alerts, content);
  main.setAttribute("aria-busy", "true");
  let open: ReturnType<typeof openRun> | undefined;
  let [begun, drawn] = [0, 0];
  const show = async (build: Build): Promise<void> => {
    const turn = ++begun;
    const tryAgain = () => void show(build);
    /** Draws, unless a later reading has already drawn. */
    const draw = (node: HTMLElement | undefined, alert?: HTMLElement) => {
      if (turn < drawn) return;
      drawn = turn;
      main.removeAttribute("aria-busy");
      alerts.replaceChildren(...(alert === undefined ? [] : [alert]));
      if (node !== undefined && content.firstChild !== node) content.replaceChildren(node);
    };
    try {
      open ??= openRun(build);
      const { service, buildId, pages } = open;
      const urls = await service.reportUrls(buildId);
      if (urls.length === 0)
        return draw(notice(emptyStateOf(await service.steps(buildId), build.isFinished)));
      for await (const reports of readAll(service, urls)) {
        if (turn >= drawn) pages.draw(reports, tryAgain);
        draw(pages.element);
      }
    } catch (error) {
      const what = "The report could not be read";
      const isShown = open !== undefined && content.firstChild === open.pages.element;
      const alert = failure(what, reasonOf(error), tryAgain, isShown);
      if (isShown) draw(undefined, alert);
      else draw(alert);
    }
  };
  try {
    await connect((build) => void show(build));
  } catch (error) {
    reportFailure(error);
    main.removeAttribute("aria-busy");
    content.replaceChildren(failure("The tab could not start", reasonOf(error), () => location.reload()));
  }
}

function openRun({ url }: Build) {
  const place = findBuild(url);
  if (place === undefined) throw new Error("The run's URL is not one of Azure DevOps.");
  allowRequestsTo(new URL(place.project).origin);
  const service = connectService(place, createGet(place, token));
  return { service, buildId: place.buildId, pages: reportPages() };
}

/** Yields the reports once those that come in time are there, and again when all are. None hides the others. */
async function* readAll(service: Service, urls: readonly string[]): AsyncGenerator<ReadReport[]> {
  const read = urls.map((url): ReadReport => ({ url, kind: "unread", problem: "It has not arrived yet." }));
  const all = Promise.all(
    urls.map(async (url, index) => {
      read[index] = await service.report(url).then(
        (parsed) => ({ url, ...parsed }),
        (error) => ({ url, kind: "unread", problem: reasonOf(error) }),
      );
    }),
  );
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, togetherMilliseconds))]);
  const isReadable = read.some(({ kind }) => kind === "report");
  if (isReadable) yield [...read];
  await all;
  yield [...read];
}
