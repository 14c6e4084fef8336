import type { Message } from "../../../../shared/chat/message";
import type { OtherProjects } from "../../../../tasks/PipelineMonitor/projects";
import { memoryBuildService } from "../../../memory-build-service";
import { type RunSketch, sketchRun } from "../../../sandbox/runs";
import { testClock } from "../../../test-clock";
import { memoryPipeline, now, watch } from "../monitor-stage";

/** An hour of a monitor that explains failures and groups them; `at` is in hours, `others` by the projects' names. */
interface BadHour {
  at?: number;
  keys?: object;
  runs: readonly RunSketch[];
  others?: Readonly<Record<string, readonly RunSketch[]>>;
}

const usual = { run_ct_min: -1, explain_failures: true, group_causes: true };
const usualPipelines = { default: { max_proc_time: 900, min_proc_time: 30 } };
const ownRun = new URL("https://dev.azure.com/contoso/Night%20Shift/_build/results?buildId=900");

/** The message for products on the last of some hours. */
async function messageOn(...hours: readonly BadHour[]): Promise<Message> {
  const pipeline = memoryPipeline();
  const messages: Message[] = [];
  for (const { at = 0, keys, runs, others = {} } of hours) {
    const startsAt = now + at * 3600_000;
    const names = Object.keys(others);
    const projects: OtherProjects = {
      names: async () => ({ names, isCut: false }),
      open: (project) => {
        const name = decodeURIComponent(project.pathname.split("/").at(-1) ?? "");
        const own = numbered(others[name] ?? [], 500).map((run) => sketchRun(startsAt, run));
        return memoryBuildService(project, own);
      },
    };
    await watch(numbered(runs, 100), {
      ...pipeline(at),
      ...{ form: "product", ownRun, keys: { ...usual, ...keys }, clock: testClock({ startsAt }) },
      post: async (message) => void messages.push(message),
      ...(names.length === 0 ? {} : { projects }),
    });
  }
  const last = messages.at(-1);
  if (last === undefined) throw new Error("no message");
  return last;
}

/** With ids from a number on; each name is a pipeline of its own. */
function numbered(runs: readonly RunSketch[], from: number): RunSketch[] {
  const names = [...new Set(runs.map(({ pipeline = "" }) => pipeline))];
  return runs.map((run, index) => ({
    id: from + index,
    definitionId: from + names.indexOf(run.pipeline ?? ""),
    ...run,
  }));
}

const steps = ["Initialize job", "Checkout", "Install", "Pool"];
/** A run that failed so many minutes before the report. */
const failed = (pipeline: string, minutes: number, line: string, more: RunSketch = {}): RunSketch => ({
  ...{ pipeline, result: "failed", finishedSecondsAgo: minutes * 60, logs: [...steps, `##[error]${line}`] },
  ...more,
});
const worked = (pipeline: string, minutes: number, more: RunSketch = {}): RunSketch => ({
  ...{ pipeline, finishedSecondsAgo: minutes * 60 },
  ...more,
});
const stuck = (pipeline: string, unfinished: "queued" | "running", minutes: number): RunSketch => ({
  ...{ pipeline, unfinished, queuedSeconds: minutes * 60, runSeconds: minutes * 60 },
});

const pipelines = ["ledger export", "db backup", "price feed", "stock levels", "invoices", "site health"];
const stockLevels = { ...usualPipelines, "stock levels": { schedule: "*/6 * * * *", grace: 300 } };
const timedOut = "curl: (28) Operation timed out";
const noSpace = "no space left on device";
const unbound = "/tmp/send.sh: line 4: SMTP_HOST: unbound variable";
const lost =
  "We stopped hearing from agent build-07. Verify the agent machine is running and has a healthy network connection.";
const waiting = { notify: "changes", business_hours: "Mon-Fri 03:00-18:00" };

export const badHours = {
  poolDown: () =>
    messageOn({
      keys: { check_unfinished: true, run_ct_min: 10 },
      runs: pipelines.map((name, index) => stuck(name, "queued", 22 + index)),
    }),
  stuckBesideFailure: () =>
    messageOn({
      keys: { check_unfinished: true },
      runs: [
        stuck("nightly import", "running", 55),
        stuck("site health", "queued", 22),
        failed("invoices", 10, unbound),
      ],
    }),
  tenMissed: () =>
    messageOn({
      keys: { notify: "changes", pipelines: stockLevels },
      runs: [worked("stock levels", 300), worked("b", 10)],
    }),
  runLimit: () =>
    messageOn({
      at: 20.75,
      keys: { runs_per_week_max: 1000, pipelines: stockLevels },
      runs: Array.from({ length: 900 }, (_, index) =>
        worked("stock levels", 2 + 6 * index, { runSeconds: 60 }),
      ),
    }),
  threeOfOneCause: () =>
    messageOn({
      keys: { history: 20 },
      runs: [...[5, 25, 45].map((at) => failed("price feed", at, timedOut)), worked("price feed", 90)],
    }),
  twoCausesOfOne: () =>
    messageOn({
      runs: [...[5, 25].map((at) => failed("price feed", at, timedOut)), failed("price feed", 45, noSpace)],
    }),
  failedAndWorks: () =>
    messageOn({
      keys: { history: 20, notify: "changes" },
      runs: [
        worked("price feed", 2),
        ...[25, 45].map((at) => failed("price feed", at, timedOut)),
        worked("price feed", 90),
      ],
    }),
  fewRunsThatWork: () =>
    messageOn({
      keys: { run_ct_min: 10 },
      runs: [worked("price feed", 2), failed("price feed", 25, timedOut)],
    }),
  failedAndWorksWithoutHistory: () =>
    messageOn({ runs: [worked("price feed", 2), failed("price feed", 25, timedOut), worked("b", 5)] }),
  failsNowAndThen: () =>
    messageOn({
      runs: [25, 5]
        .flatMap((at) => [worked("price feed", at - 2), failed("price feed", at, timedOut)])
        .reverse(),
    }),
  failedAgain: () =>
    messageOn({
      runs: [failed("price feed", 5, timedOut), worked("price feed", 15), failed("price feed", 25, timedOut)],
    }),
  severalProjects: () =>
    messageOn({
      keys: { projects: ["Shop"], history: 20 },
      runs: [failed("db_backup", 10, noSpace), worked("db_backup", 90)],
      others: { Shop: [20, 40].map((at) => failed("checkout tests", at, timedOut)) },
    }),
  sameNameTwice: () =>
    messageOn({
      keys: { projects: ["Shop"] },
      runs: [failed("ci", 10, noSpace)],
      others: { Shop: [failed("ci", 20, timedOut)] },
    }),
  firstReport: () =>
    messageOn({
      keys: { greeting: true, notify: "changes" },
      runs: [worked("db_backup", 300), worked("price feed", 30)],
    }),
  firstReportOfYesterday: () =>
    messageOn({ keys: { notify: "changes" }, runs: [failed("db_backup", 600, noSpace)] }),
  fortyFailing: () =>
    messageOn({
      runs: Array.from({ length: 40 }, (_, index) =>
        failed(`${pipelines[index % 6]} ${index}`, 5 + index, `rsync: no route to host-${index} (113)`),
      ),
    }),
  nothingRan: () => messageOn({ keys: { run_ct_min: 5 }, runs: [] }),
  allResults: () =>
    messageOn({
      runs: [
        failed("price feed", 12, "no route to host", { result: "partiallySucceeded" }),
        failed("nightly import", 10, "The operation was canceled.", { result: "canceled" }),
        failed("invoices", 15, unbound),
        worked("site health", 20, { runSeconds: 1834 }),
      ],
    }),
  canceledByHand: () =>
    messageOn({
      runs: pipelines
        .slice(0, 3)
        .map((name, index) => failed(name, 7 + index, "The operation was canceled.", { result: "canceled" })),
    }),
  agentLost: () =>
    messageOn({
      runs: [
        failed("invoices", 15, unbound),
        ...["nightly import", "price feed"].flatMap((name) => [12, 25].map((at) => failed(name, at, lost))),
      ],
    }),
  waited: () =>
    messageOn(
      ...[-3, -2, -1].map((at) => ({
        at,
        keys: waiting,
        runs: [
          failed("price feed", 10, timedOut, { id: 50 + at }),
          worked("ledger export", 20, { id: 60 + at, runSeconds: at === -2 ? 1834 : 100 }),
        ],
      })),
      { keys: waiting, runs: [] },
    ),
} satisfies Record<string, () => Promise<Message>>;
