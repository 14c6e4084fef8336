import type { CommandLineOptions } from "./command-line";
import { consoleAgent } from "./console-agent";
import { showHelp, showVersion } from "./help";
import { writeStarter } from "./init";
import type { Program } from "./program";
import { runTask } from "./run-task";
import type { Outcome, TaskContext } from "./task";

type Work = (context: TaskContext) => Promise<Outcome>;

/** Runs the task, its help, `--init`, or one of its tools. */
export function runProgram(program: Program, work: Work): Promise<void> {
  return runTask(
    async () => consoleAgent(optionsOf(program), process.argv.slice(2)),
    async (context) => {
      const { agent } = context;
      const command = agent.command();
      if (command === "help") return showHelp(agent, program);
      if (command === "version") return showVersion(program);
      if (command === "init") return writeStarter(agent, program);
      return (program.tools[command]?.act ?? work)(context);
    },
    program,
  );
}

function optionsOf({ names, switches, starter, tools }: Program): CommandLineOptions {
  const ofTools = Object.entries(tools).map(([name, { options }]) => {
    const [first = name, ...more] = Object.keys(options);
    return [name, [first, ...more]] as const;
  });
  return { names, switches, answers: Object.keys(starter.answers), tools: Object.fromEntries(ofTools) };
}
