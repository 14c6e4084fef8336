import { openAgent } from "../../shared/agent/open-agent";
import { runTask } from "../../shared/agent/run-task";
import { features } from "./features";
import { runStep, withoutLoop } from "./step";

void runTask(
  () => openAgent(__dirname, "configFile"),
  (task) => runStep(task, features),
  { nothingDone: "nothing was checked or posted", folder: __dirname, settle: withoutLoop },
);
