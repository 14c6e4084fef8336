import { runProgram } from "../../shared/agent/run-program";
import { runMonitor } from "./run";
import { program } from "./tools/program";

void runProgram({ ...program, folder: __dirname }, runMonitor);
