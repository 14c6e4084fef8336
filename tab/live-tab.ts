import { type ParsedReport, parseReport } from "../shared/report/parse";
import type { MonitorReport } from "../shared/report/schema";
import { element } from "./dom/element";
import { type BuildPlace, findBuild } from "./host/build-url";
import { allowRequestsTo } from "./host/policy";
import { type Build, connect, token } from "./host/run-page";
import { createGet, type Get, readReports, readSteps } from "./host/service";
import { readTrends } from "./host/trends";
import { trendDrawer } from "./monitor/trend-line";
import { failure, notice } from "./page/notice";
import { orderReports, picker } from "./page/picker";
import { parsedPage } from "./page/report-page";
import { emptyStateOf } from "./words/empty-state";

/** Shows the reports of the run whose page embeds this one, and again when the run changes. */
export async function liveTab(main: HTMLElement): Promise<void> {
  main.append(element("p", { role: "status" }, "Reading the report…"));
  let open: { place: BuildPlace; get: Get } | undefined;
  let shown = "";
  const show = async (build: Build): Promise<void> => {
    try {
      open ??= openRun(build);
      const texts = await readReports(open.get, open.place);
      // The page calls on every change of the run; what somebody reads must not be drawn anew.
      if (texts.length > 0 && texts.join() === shown) return;
      shown = texts.join();
      if (texts.length > 0) return showReports(main, orderReports(texts.map(parseReport)), open, build);
      const steps = await readSteps(open.get, open.place);
      main.replaceChildren(notice(emptyStateOf(steps, build.isFinished)));
    } catch (error) {
      main.replaceChildren(failure("The report could not be read", error, () => void show(build)));
    }
  };
  try {
    await connect((build) => void show(build));
  } catch (error) {
    main.replaceChildren(failure("The tab could not start", error, () => location.reload()));
  }
}

function openRun({ url }: Build): { place: BuildPlace; get: Get } {
  const place = findBuild(url);
  if (place === undefined) throw new Error("The run's URL is not one of Azure DevOps.");
  allowRequestsTo(new URL(place.project).origin);
  return { place, get: createGet(place, token) };
}

function showReports(
  main: HTMLElement,
  reports: readonly ParsedReport[],
  { get, place }: { place: BuildPlace; get: Get },
  { definition }: Build,
): void {
  const pages = document.createElement("div");
  const pick = (index: number) => {
    const parsed = reports[index];
    if (parsed === undefined) return;
    const report = parsed.kind === "report" && parsed.report.kind === "monitor" ? parsed.report : undefined;
    const trends = report && definition !== "" ? quietTrends(get, place, definition, report) : noTrends;
    pages.replaceChildren(parsedPage(parsed, trendDrawer(trends)));
  };
  main.replaceChildren(...(reports.length > 1 ? [picker(reports, pick)] : []), pages);
  pick(0);
}

const noTrends = Promise.resolve(new Map());

/** A trend is an extra: the page says nothing if it cannot be read. */
async function quietTrends(get: Get, place: BuildPlace, definition: string, report: MonitorReport) {
  try {
    return await readTrends(get, place, definition, report);
  } catch {
    return noTrends;
  }
}
