import { element, failure, fill, notice } from "../../dom/element";
import { reasonOf } from "../../host/limits";
import { allowRequestsTo, connect, reportFailure, token } from "../../host/page";
import { connectRun, findRun } from "../../host/run";
import { createGet } from "../../host/service";
import { emptyState } from "../../words/empty-state";
import { startPage } from "../start-page";
import { type ReadReport, reportPages } from "./report-page";

/** How long the reports of a run are waited for before those that have arrived are shown. */
const togetherMilliseconds = 3000;

/** Shows the reports of the run whose page embeds this one, and again when the run changes. */
async function start(): Promise<void> {
  const main = startPage();
  const [alerts, content] = [element("div"), element("div")];
  content.append(element("div", { role: "status" }, element("h1", {}, "Reading the report…")));
  main.append(alerts, content);
  main.setAttribute("aria-busy", "true");
  let open: ReturnType<typeof openRun> | undefined;
  let [begun, drawn] = [0, 0];
  const show: Parameters<typeof connect>[0] = async (build) => {
    const turn = ++begun;
    const tryAgain = () => void show(build);
    /** Draws, unless a later reading has already drawn. */
    const draw = (node: HTMLElement, alert?: HTMLElement) => {
      if (turn < drawn) return;
      drawn = turn;
      main.removeAttribute("aria-busy");
      fill(alerts, alert);
      if (content.firstChild !== node) fill(content, node);
    };
    try {
      open ??= openRun(build.url);
      const { run, pages } = open;
      const urls = await run.reportUrls();
      if (urls.length === 0) return draw(notice(...emptyState(await run.steps(), build.isFinished)));
      for await (const reports of readAll(run, urls)) {
        if (turn >= drawn) pages.draw(reports, tryAgain);
        draw(pages.element);
      }
    } catch (error) {
      const shown = open?.pages.element;
      const isShown = shown !== undefined && content.firstChild === shown;
      const alert = failure("The report could not be read", reasonOf(error), tryAgain, isShown);
      if (isShown) draw(shown, alert);
      else draw(alert);
    }
  };
  try {
    await connect((build) => void show(build));
  } catch (error) {
    reportFailure(error);
    main.removeAttribute("aria-busy");
    fill(
      content,
      failure("The tab could not start", reasonOf(error), () => location.reload()),
    );
  }
}

function openRun(url: string) {
  const place = findRun(url);
  if (place === undefined) throw new Error("The run's URL is not one of Azure DevOps.");
  allowRequestsTo(place.project);
  return { run: connectRun(place.run, createGet(place.project, token)), pages: reportPages() };
}

/** Yields the reports once those that come in time are there, and again when all are. None hides the others. */
async function* readAll(
  run: ReturnType<typeof connectRun>,
  urls: readonly string[],
): AsyncGenerator<ReadReport[]> {
  const read = urls.map((url): ReadReport => ({ url, kind: "unread", problem: "It has not arrived yet." }));
  const all = Promise.all(
    urls.map(async (url, index) => {
      read[index] = await run.report(url).then(
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

void start();
