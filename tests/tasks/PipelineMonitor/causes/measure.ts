import { errorIssue, jobRecord, stageRecord, stepRecord } from "../../../sandbox/timeline-records";
import { watch } from "../monitor-stage";
import { type Ending, type Half, halfOf, plain } from "./corpus";

/** An ending, and what the monitor quotes of its log. */
export interface Measured {
  ending: Ending;
  half: Half;
  told: string;
  isRight: boolean;
  /** Whether it is right by its first line alone, which is the one in the title. */
  isRightFirst: boolean;
}

/** Lets a monitor in memory explain each failure. */
export async function measure(endings: readonly Ending[]): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const ending of endings) {
    const told = await quotedOf(ending);
    const [first = ""] = told.split(" … ");
    const rights = { isRight: isRight(ending, told), isRightFirst: isRight(ending, first) };
    measured.push({ ending, half: halfOf(ending), told, ...rights });
  }
  return measured;
}

export function isRight({ says, not }: Pick<Ending, "says" | "not">, told: string): boolean {
  const isIn = (text: string) => plain(told).includes(plain(text));
  return says.some(isIn) && !not.some(isIn);
}

/** The run has this one step. The agent lists the first ten lines that it marks as errors in the timeline, too. */
async function quotedOf({ lines }: Ending): Promise<string> {
  const marker = "##[error]";
  const errors = lines
    .filter((line) => line.startsWith(marker))
    .slice(0, 10)
    .map((line) => errorIssue(line.slice(marker.length)));
  const step = stepRecord(1, { result: "failed", issues: errors });
  const run = { id: 1, result: "failed", logs: [logOf(lines)], timeline: [stageRecord(), jobRecord(), step] };
  const { whole } = await watch([run], { keys: { explain_failures: true } });
  return whole.projects[0]?.issues[0]?.explanation?.line ?? "";
}

const rule = "=".repeat(78);
const header = [
  ...["##[section]Starting: Run", rule, "Task         : Command line"],
  "Description  : Run a command line script using Bash on Linux and macOS and cmd.exe on Windows",
  ...["Version      : 2.250.1", "Author       : Microsoft Corporation"],
  ...["Help         : https://docs.microsoft.com/azure/devops/pipelines/tasks/utility/command-line", rule],
];

/** With the header and the times that the agent puts before the lines of a step. */
function logOf(lines: readonly string[]): string {
  return [...header, ...lines, "##[section]Finishing: Run"]
    .map((line, index) => `2026-11-20T03:01:${String(index % 60).padStart(2, "0")}.1234567Z ${line}`)
    .join("\n");
}
