import { runProgram } from "../../shared/agent/run-program";
import { runRegister } from "./run";
import { program } from "./tools/program";

void runProgram({ ...program, folder: __dirname }, runRegister);
