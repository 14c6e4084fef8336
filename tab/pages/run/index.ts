import { startPage } from "../start-page";
import { liveTab } from "./live-tab";

export function start(): void {
  void liveTab(startPage());
}

start();
