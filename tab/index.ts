import { parseReport } from "../shared/report/parse";
import { patterns } from "./dom/axis";
import { element } from "./dom/element";
import { allowRequestsTo } from "./host/policy";
import { followTheme } from "./host/theme";
import { liveTab } from "./live-tab";
import { parsedPage } from "./page/report-page";

/**
 * Starts the tab: with the report that is in the page, or else with those attached to the run whose page
 * embeds it.
 */
export function start(): void {
  const main = element("main");
  document.body.append(patterns(), main);
  followTheme();
  const inlined = document.getElementById("report")?.textContent ?? "";
  if (inlined === "") return void liveTab(main);
  allowRequestsTo(undefined);
  main.append(parsedPage(parseReport(inlined), () => Promise.resolve(new Map())));
}

start();
