import { startPage } from "../start-page";
import { liveTab } from "./live-tab";

void liveTab(startPage());
