import type { Message } from "../../../../shared/chat/message";
import type { OtherProjects } from "../../../../tasks/PipelineMonitor/projects";
import { memoryBuildService } from "../../../memory-build-service";
import type { SandboxRun } from "../../../sandbox/build-service";
import { type RunSketch, sketchRun } from "../../../sandbox/runs";
import { memoryPipeline, now, watch } from "../monitor-stage";

/** An hour of a monitor that explains failures and groups them; `at` is in hours, `others` by the projects' names. */
interface Hour {
  at?: number;
  keys?: object;
  runs: readonly RunSketch[];
  others?: Readonly<Record<string, readonly RunSketch[]>>;
}
export interface BadHour extends Hour {
  before?: readonly Hour[];
  /** What a person reads above the footer, from top to bottom; the first line is the notification. */
  reads?: readonly string[];
}

const usual = { run_ct_min: -1, explain_failures: true, group_causes: true };
export const usualPipelines = { default: { max_proc_time: 900, min_proc_time: 30 } };
const ownRun = new URL("https://dev.azure.com/contoso/Night%20Shift/_build/results?buildId=900");

/** The message for products on an hour, after those before it. */
export async function messageOn(hour: BadHour): Promise<Message> {
  return (await toldOn(hour)).message;
}

/** With the problems of the last hour that are listed on the run's page. */
export async function toldOn({
  before = [],
  ...last
}: BadHour): Promise<{ message: Message; listed: string[] }> {
  const pipeline = memoryPipeline();
  const messages: Message[] = [];
  let listed: string[] = [];
  for (const { at = 0, keys, runs, others = {} } of [...before, last]) {
    const startsAt = now + at * 3600_000;
    const found = Object.keys(others).map((name) => ({ name, id: undefined }));
    const projects: OtherProjects = {
      list: async () => ({ projects: found, isCut: false }),
      open: (project) => {
        const name = decodeURIComponent(project.pathname.split("/").at(-1) ?? "");
        const own = numbered(others[name] ?? [], 500).map((run) => sketchRun(startsAt, run));
        return memoryBuildService(project, own);
      },
    };
    const { agent } = await watch(numbered(runs, 100, at), {
      ...pipeline(at),
      ...{ form: "product", onIssues: "warn", ownRun, keys: { ...usual, ...keys } },
      post: async (message) => void messages.push(message),
      ...(found.length === 0 ? {} : { projects }),
    });
    listed = agent.issues.map(({ text }) => text);
  }
  const message = messages.at(-1);
  if (message === undefined) throw new Error("no message");
  return { message, listed };
}

/** Those of an hour, with ids from a number on, in the order in which they were queued; each name is a pipeline of its own. */
function numbered(runs: readonly RunSketch[], from: number, at = 0): RunSketch[] {
  const names = [...new Set(runs.map(({ pipeline = "" }) => pipeline))];
  const queueTimeOf = (run: RunSketch) => String(sketchRun(now, run).record["queueTime"]);
  const inOrder = [...runs].sort((one, other) => queueTimeOf(one).localeCompare(queueTimeOf(other)));
  return runs.map((run) => ({
    id: from + 10 * at + inOrder.indexOf(run),
    definitionId: from + names.indexOf(run.pipeline ?? ""),
    ...run,
  }));
}

/** All runs that an hour's message may be about, at the moment of the last one. */
export function runsOf({ before = [], ...last }: BadHour): SandboxRun[] {
  return [...before, last].flatMap(({ at = 0, runs, others = {} }) =>
    [numbered(runs, 100, at), ...Object.values(others).map((some) => numbered(some, 500))]
      .flat()
      .map((run) => sketchRun(now + at * 3600_000, run)),
  );
}

const steps = ["Initialize job", "Checkout", "Install", "Pool"];
/** A run that failed so many minutes before the report. */
export const failed = (pipeline: string, minutes: number, line: string, more: RunSketch = {}): RunSketch => ({
  ...{ pipeline, result: "failed", finishedSecondsAgo: minutes * 60, logs: [...steps, `##[error]${line}`] },
  ...more,
});
export const worked = (pipeline: string, minutes: number, more: RunSketch = {}): RunSketch => ({
  ...{ pipeline, finishedSecondsAgo: minutes * 60 },
  ...more,
});
export const stuck = (pipeline: string, unfinished: "queued" | "running", minutes: number): RunSketch => ({
  ...{ pipeline, unfinished, queuedSeconds: minutes * 60, runSeconds: minutes * 60 },
});
