import type { RunSketch } from "../../../../sandbox/runs";
import { watch } from "../../monitor-stage";

/** The line of the message about a failed run, and the logs that were read, by the ids of run and log. */
export async function explainedHour(sketch: RunSketch, keys: object = { explain_failures: true }) {
  const run = { id: 1, result: "failed", ...sketch };
  const { posted, logsRead, agent, whole } = await watch([run], { keys });
  const line = posted.join("\n").split("\n").at(-1) ?? "";
  const [issue] = whole.projects[0]?.issues ?? [];
  return { line, why: /Why: (.*)\.$/.exec(line)?.[1] ?? "", logsRead, printed: agent.printed, issue };
}
