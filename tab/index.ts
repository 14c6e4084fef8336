import { liveTab } from "./live-tab";
import { startPage } from "./page/start-page";

export function start(): void {
  void liveTab(startPage());
}

start();
