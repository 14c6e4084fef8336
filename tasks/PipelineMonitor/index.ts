import { openAgent } from "../../shared/agent/open-agent";
import { runTask } from "../../shared/agent/run-task";
import { actions } from "./actions";
import { features } from "./features";
import { runStep, withoutLoop } from "./step";

void runTask(
  () => openAgent(__dirname, "configFile"),
  (task) => runStep(task, actions, features),
  { nothingDone: "nothing was checked or posted", folder: __dirname, settle: withoutLoop },
);
