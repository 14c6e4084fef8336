import { isStartedByAgent, pipelineAgent } from "../../shared/agent/pipeline-agent";
import { runProgram } from "../../shared/agent/run-program";
import { runTask } from "../../shared/agent/run-task";
import { runStep } from "./step";
import { program } from "./tools/program";

void (isStartedByAgent()
  ? runTask(() => pipelineAgent(__dirname), runStep, { ...program, folder: __dirname })
  : runProgram({ ...program, folder: __dirname }, runStep));
