import { openAgent } from "../../shared/agent/open-agent";
import { runTask } from "../../shared/agent/run-task";
import { runStep } from "./step";

void runTask(() => openAgent(__dirname, "configFile"), runStep, {
  nothingDone: "nothing was checked or posted",
  folder: __dirname,
});
