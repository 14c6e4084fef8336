import { runSnippet, type SnippetOptions } from "../../sandbox/snippet";
import { modulePath } from "./agent-stage";

/** Runs a task, given as source code, in a separate process, inside or outside a pipeline. */
export async function run(
  work: string,
  {
    inPipeline = true,
    cancelWith,
    agentTemp,
    words,
    step = {},
  }: {
    inPipeline?: boolean;
    cancelWith?: NodeJS.Signals;
    agentTemp?: string;
    words?: object;
    step?: SnippetOptions["step"];
  } = {},
) {
  const ended = await runSnippet(
    `const { openAgent } = require(${modulePath("open-agent.js")});
    const work = async (surroundings) => { ${work} };
    require(${modulePath("run-task.js")}).runTask(() => openAgent("."), work, ${JSON.stringify(words)});`,
    {
      inPipeline,
      preloaded: ["fake-clock"],
      env: {
        SANDBOX_CLOCK_STARTS_AT: "0",
        SANDBOX_CLOCK_HELD_MILLISECONDS: "1000",
        ...(agentTemp === undefined ? {} : { AGENT_TEMPDIRECTORY: agentTemp }),
      },
      step: cancelWith ? { cancelWith, cancelWhen: (output: string) => output.includes("at work") } : step,
    },
  );
  const completions = ended.commands.filter(({ name }) => name === "task.complete");
  return {
    ...ended,
    completions: completions.map(({ properties, message }) => [properties["result"], message]),
  };
}
