import { startPage } from "../start-page";
import { liveHub } from "./live-hub";

void liveHub(startPage());
