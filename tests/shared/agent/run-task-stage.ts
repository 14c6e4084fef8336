import { runSnippet, type SnippetOptions } from "../../sandbox/snippet";
import { modulePath } from "./agent-stage";

/** What the source code of a task may call besides `agent` and `cancelled`. */
const helpers = `
const end = (result, message, exitCode = 0) => ({ result, message, exitCode });
/** Holds the process open until \`close\`. */
const hold = () => require("node:net").createServer().listen(0, "127.0.0.1");
const { InputErrors } = require(${modulePath("../errors.js")});
const countHandlers = () => ["SIGINT", "SIGTERM", "SIGBREAK"].map((signal) => process.listenerCount(signal)).join();`;

interface RunOptions {
  inPipeline?: boolean;
  /** Sent when the work prints "at work". */
  cancelWith?: NodeJS.Signals;
  agentTemp?: string;
  words?: object;
  /** The source code of a function that has the last word. */
  settle?: string;
  env?: Record<string, string>;
  step?: SnippetOptions["step"];
}

/** Runs a task, given as source code, in a separate process, inside or outside a pipeline. */
export async function run(work: string, options: RunOptions = {}) {
  const { inPipeline = true, cancelWith, agentTemp: AGENT_TEMPDIRECTORY, words, step = {} } = options;
  const settle = options.settle === undefined ? "" : `, settle: ${options.settle}`;
  const own = words === undefined ? "undefined" : `{ ...${JSON.stringify(words)}${settle} }`;
  const ended = await runSnippet(
    `${helpers}
    const { openAgent } = require(${modulePath("open-agent.js")});
    const work = async ({ agent, cancelled }) => {
      const stopped = new Promise((resolve) => cancelled.addEventListener("abort", resolve));
      ${work}
    };
    require(${modulePath("run-task.js")}).runTask(() => openAgent("."), work, ${own});`,
    {
      inPipeline,
      preloaded: ["fake-clock"],
      env: {
        ...{ SANDBOX_CLOCK_STARTS_AT: "0", SANDBOX_CLOCK_HELD_MILLISECONDS: "1000" },
        ...options.env,
        ...(AGENT_TEMPDIRECTORY === undefined ? {} : { AGENT_TEMPDIRECTORY }),
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
