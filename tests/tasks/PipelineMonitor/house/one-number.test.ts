// Needs: missed-runs, mutes, stuck-runs
import assert from "node:assert/strict";
import fc from "fast-check";
import { type Message, plainText } from "../../../../shared/chat/message";
import { isCalm } from "../../../../shared/report/form";
import { parseReport } from "../../../../shared/report/parse";
import type { MonitorReport } from "../../../../shared/report/schema";
import { ganttOf } from "../../../../tab/geometry/gantt";
import { namedIn } from "../../../../tab/geometry/names";
import { clockOf } from "../../../../tab/words/clock";
import { headingOf } from "../../../../tab/words/hub-heading";
import { sampled } from "../../../sampled";
import type { RunSketch } from "../../../sandbox/runs";
import { sanitize } from "../../../sanitize";
import { watch } from "../monitor-stage";

// A person takes all failures of a pipeline for one problem, and expects the same number wherever they look.

const pipelines = ["billing", "import", "muted", "prices"] as const;
const keys = {
  check_unfinished: true,
  pipelines: {
    default: { max_proc_time: 900, min_proc_time: 30 },
    muted: { mute_until: "2026-11-21" },
    export: { schedule: "0 3 * * *" },
  },
};

interface Ran {
  pipeline: (typeof pipelines)[number];
  isTopic: boolean;
  isFailed: boolean;
  isSlow: boolean;
}
const ran: fc.Arbitrary<Ran> = fc.record({
  pipeline: fc.constantFrom(...pipelines),
  isTopic: fc.boolean(),
  isFailed: fc.boolean(),
  isSlow: fc.boolean(),
});
/** The runs of an hour, the latest first; how many others do not end, whether the export is missing, and how many runs are too few. */
const hours = fc.record({
  runs: fc.array(ran, { maxLength: 12 }),
  stuck: fc.integer({ min: 0, max: 3 }),
  hasExport: fc.boolean(),
  minimum: fc.integer({ min: -1, max: 12 }),
  isGrouped: fc.boolean(),
});
type Hour = Parameters<Parameters<typeof hours.map>[0]>[0];

function sketchesOf({ runs, stuck, hasExport }: Hour): RunSketch[] {
  return [
    ...runs.map(
      ({ pipeline, isTopic, isFailed, isSlow }, index): RunSketch => ({
        ...{ id: 100 + index, pipeline, finishedSecondsAgo: 200 * (index + 1) },
        ...{ result: isFailed ? "failed" : "succeeded", runSeconds: isSlow ? 1834 : 300 },
        record: { sourceBranch: `refs/heads/${isTopic ? "topic" : "main"}` },
      }),
    ),
    ...Array.from(
      { length: stuck },
      (_, index): RunSketch => ({
        ...{ id: 200 + index, pipeline: "import", unfinished: "running", runSeconds: 4000 },
      }),
    ),
    ...(hasExport ? [{ id: 300, pipeline: "export", finishedSecondsAgo: 100 }] : []),
  ];
}

/** What a person counts who reads the list of runs: all, and what is wrong at the end of the hour. */
function countedByHand(hour: Hour): { all: number; now: number; isTooFew: boolean } {
  const { runs, stuck, hasExport, minimum } = hour;
  const names = new Set(runs.map(({ pipeline, isTopic }) => `${pipeline} ${isTopic}`));
  const found = [...names].map((name) => {
    const own = runs.filter(({ pipeline, isTopic }) => `${pipeline} ${isTopic}` === name);
    const [latest] = own;
    if (latest === undefined || latest.pipeline === "muted") return { all: false, now: false };
    const isWrong = latest.isFailed || latest.isSlow;
    return { all: isWrong || own.some(({ isFailed, isSlow }) => isSlow && !isFailed), now: isWrong };
  });
  const finished = runs.length + (hasExport ? 1 : 0);
  const isTooFew = finished <= minimum;
  const others = stuck + (hasExport ? 0 : 1) + (isTooFew ? 1 : 0);
  const count = (of: "all" | "now") => others + found.filter((one) => one[of]).length;
  return { all: count("all"), now: count("now"), isTooFew };
}

/** The number at the beginning of a heading; undefined if it has none, because it is about one problem or nothing. */
function numberIn(heading: string): number | undefined {
  const [, digits] = /^(?:\W*Night Shift: |\W*)(\d+) (?:problems?: |runs )/u.exec(heading) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** The sum of a column of a table. */
function sumOf(lines: readonly string[], separator: RegExp, column: number): number {
  const cells = lines.map((line) => line.split(separator)[column]?.replaceAll("*", "").trim() ?? "");
  return cells.filter((cell) => /^\d+$/.test(cell)).reduce((sum, cell) => sum + Number(cell), 0);
}

function hubHeading(report: MonitorReport): string {
  const clock = clockOf("UTC", "UTC", report.to);
  const monitors = [{ periodSeconds: 3600, knownAt: report.to }];
  const problems = namedIn(report.problems);
  return headingOf({ clock, readAt: report.to, problems, monitors, gaps: [], listed: undefined });
}

describe("the number of problems", () => {
  it("is that which a person counts, on every surface", async () => {
    await fc.assert(
      fc.asyncProperty(hours, async (hour) => {
        const messages: Message[] = [];
        const { report: outputs, agent } = await watch(sketchesOf(hour), {
          form: "product",
          keys: { ...keys, run_ct_min: hour.minimum, group_causes: hour.isGrouped },
          post: async (message) => void messages.push(message),
        });
        const counted = countedByHand(hour);
        const parsed = parseReport(agent.reports[0] ?? "");
        assert.ok(parsed.kind === "report" && parsed.report.kind === "monitor");
        const { report } = parsed;
        const summary = agent.summaries["Pipeline Monitor"] ?? "";
        const ofProject = report.otherIssues.filter(({ pipeline }) => pipeline === undefined).length;
        const logTable = agent.printed.slice(1, agent.printed.indexOf(""));
        const ofPipelines = counted.all - ofProject;
        const expected = { output: counted.all, report: counted.all };
        assert.deepEqual({ output: outputs.issueCount, report: report.issueCount }, expected);
        const columns = {
          log: sumOf(logTable, /\s{2,}/, 2),
          summary: sumOf(
            summary.split("\n").filter((line) => line.startsWith("| ")),
            /\s\|\s/,
            2,
          ),
          tab: report.pipelines.reduce((sum, { issues }) => sum + issues, 0),
          chart: ganttOf(report, false).rows.reduce((sum, { totals }) => sum + (totals?.issues ?? 0), 0),
        };
        for (const [surface, sum] of Object.entries(columns)) assert.equal(sum, ofPipelines, surface);
        const headings = {
          chat: plainText(messages[0]?.title ?? [], sanitize),
          tab: report.sentence,
          summary: summary.split("\n\n")[0]?.replaceAll("*", "") ?? "",
        };
        for (const [surface, heading] of Object.entries(headings))
          assert.equal(numberIn(heading) ?? counted.all, counted.all, `${surface}: ${heading}`);
        const lasting = report.problems.filter(({ state }) => !isCalm(state.kind)).length;
        assert.equal(lasting, counted.now, "the hub tells what is wrong now");
        assert.equal(numberIn(hubHeading(report)) ?? lasting, lasting, hubHeading(report));
        // The total comes first, also where one pipeline has them all. In a chat, too few runs are context at the end.
        for (const [surface, heading] of Object.entries(headings)) {
          const named = counted.all - (surface === "chat" && counted.isTooFew ? 1 : 0);
          if (named > 1) assert.equal(numberIn(heading), counted.all, `${surface}: ${heading}`);
        }
      }),
      { numRuns: sampled(100) },
    );
  });
});
