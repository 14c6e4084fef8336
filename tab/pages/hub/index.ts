import { startPage } from "../start-page";
import { liveHub } from "./live-hub";

export function start(): void {
  void liveHub(startPage());
}

start();
