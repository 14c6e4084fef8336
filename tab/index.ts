import { liveTab } from "./live-tab";
import { startPage } from "./page/start-page";

/** Starts the tab on a run's page. */
export function start(): void {
  void liveTab(startPage());
}

start();
