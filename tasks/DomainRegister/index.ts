import { openAgent } from "../../shared/agent/open-agent";
import { runTask } from "../../shared/agent/run-task";
import { runRegister } from "./run";

void runTask(() => openAgent(__dirname), runRegister, { nothingDone: "nothing was sent", folder: __dirname });
