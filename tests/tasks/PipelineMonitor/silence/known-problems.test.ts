import assert from "node:assert/strict";
import fc from "fast-check";
import type { Run, RunRecord } from "../../../../shared/azure-devops/records";
import type { Issue } from "../../../../tasks/PipelineMonitor/issue/issue";
import type { Memory } from "../../../../tasks/PipelineMonitor/issue/memory";
import { checkRecord } from "../../../../tasks/PipelineMonitor/rules/rules";
import { readBetween } from "../../../../tasks/PipelineMonitor/silence/catch-up";
import { parseMemories, renderMemories } from "../../../../tasks/PipelineMonitor/silence/memory-file";
import { failedRun } from "../failed-run";
import { configWith, idsOf, silenced } from "./silence-stage";

const remindHours = 4;
const config = configWith({ notify: "changes", remind_hours: remindHours });
const begin = Date.UTC(2026, 10, 20) / 1000;
const never = new AbortController().signal;

/** What a run is like: it works, fails for one of two causes, or takes too long. */
type Kind = "ok" | "space" | "agent" | "slow";

interface Played {
  run: Run;
  kind: Kind;
  /** From when on the service lists the run. */
  visibleFrom: number;
}

/** A report of the monitor: when, how far back it lists, and whether its message and its attachment arrive. */
interface Report {
  at: number;
  listedFrom: number;
  delivers: boolean;
}

const runs = fc
  .array(
    fc.record({
      pause: fc.integer({ min: 1, max: 2400 }),
      kind: fc.constantFrom<Kind>("ok", "space", "space", "space", "agent", "slow"),
      delay: fc.constantFrom(0, 0, 0, 30, 900),
      pipeline: fc.constantFrom("nightly import", "price feed"),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((sketches) => {
    let finishTime = begin;
    return sketches.map(({ pause, kind, delay, pipeline }, index): Played => {
      finishTime += pause;
      const run = failedRun({
        ...{ id: index + 1, pipeline, definitionId: pipeline === "price feed" ? 8 : 7 },
        ...{ queueTime: finishTime - 400, finishTime },
        startTime: finishTime - (kind === "slow" ? 100_000 : 300),
        result: kind === "space" || kind === "agent" ? "failed" : "succeeded",
      });
      return { run, kind, visibleFrom: finishTime + delay };
    });
  });
const reports = fc
  .array(
    fc.record({
      pause: fc.constantFrom(60, 3500, 3600, 3600, 3700, 9000),
      lookBack: fc.constantFrom(600, 3630, 3630, 7200),
      delivers: fc.constantFrom(true, true, true, false),
    }),
    { minLength: 2, maxLength: 14 },
  )
  .map((sketches) => {
    let at = begin;
    return sketches.map(({ pause, lookBack, delivers }): Report => {
      at += pause;
      return { at, listedFrom: at - lookBack, delivers };
    });
  });

/** A report as it was: what it listed, reported and held back, and what it could see since the last one. */
interface Outcome extends Report {
  seen: readonly Played[];
  listed: readonly Played[];
  reported: ReadonlySet<number>;
  heldBack: ReadonlySet<number>;
}

function issueOf({ run, kind }: Played): Issue[] {
  const problem = checkRecord({ run }, config);
  const explanation = { sentence: [], group: undefined, cause: kind };
  const links = { runPage: undefined, log: undefined, note: "" };
  return problem === undefined ? [] : [{ ...problem, links, explanation }];
}

/** What is known, and which runs finished meanwhile, once the runs are listed from a time on. */
async function catchUpTo(to: number, known: Memory, service: Parameters<typeof readBetween>[2]) {
  const isGap = known.until < to;
  return isGap ? readBetween(known, { from: known.until, to }, service, never) : { known, runs: [] };
}

/** Plays the reports one after the other; each gets the attachment of the last that was delivered. */
async function play(all: readonly Played[], planned: readonly Report[]): Promise<Outcome[]> {
  let attached: Memory | undefined;
  const outcomes: Outcome[] = [];
  for (const report of planned) {
    const visible = all.filter(({ visibleFrom }) => visibleFrom <= report.at);
    const finished = ({ run }: Played) => run.finishTime ?? 0;
    const listed = visible.filter((one) => finished(one) >= report.listedFrom && finished(one) < report.at);
    const lastRuns = async (definitionId: number, until: number, count: number): Promise<RunRecord[]> =>
      visible
        .filter(({ run }) => run.definitionId === definitionId && (run.finishTime ?? 0) <= until)
        .sort((one, other) => finished(other) - finished(one))
        .slice(0, count)
        .map(({ run }) => ({ run }));
    const before = attached && (await catchUpTo(report.listedFrom, attached, { lastRuns }));
    const result = silenced({
      config,
      issues: listed.flatMap(issueOf),
      runs: [...listed.map(({ run }) => run), ...(before?.runs ?? [])],
      memory: before?.known,
      now: report.at,
    });
    const lastAt = outcomes.findLast(({ delivers }) => delivers)?.at ?? report.listedFrom;
    const seenFrom = Math.min(report.listedFrom, lastAt);
    outcomes.push({
      ...report,
      listed,
      seen: visible.filter((one) => finished(one) >= seenFrom && finished(one) < report.at),
      reported: new Set(idsOf(result.reported)),
      heldBack: new Set(idsOf(result.silent)),
    });
    if (report.delivers && result.memory !== undefined)
      attached = parseMemories(
        JSON.parse(renderMemories(new Map([["0123456789abcdef", result.memory]]))),
      ).get("0123456789abcdef");
  }
  return outcomes;
}

const isOf = (one: Played, other: Played) => one.run.pipeline === other.run.pipeline;
const isSame = (one: Played, other: Played) => isOf(one, other) && one.kind === other.kind;
const inOrder = (one: Played, other: Played) =>
  (one.run.finishTime ?? 0) - (other.run.finishTime ?? 0) || one.run.id - other.run.id;

describe("known problems", () => {
  it("are held back only if a delivered message has the run, or the problem has lasted since one had it", async () => {
    await fc.assert(
      fc.asyncProperty(runs, reports, async (all, planned) => {
        const outcomes = await play(all, planned);
        for (const [index, outcome] of outcomes.entries()) {
          const delivered = outcomes.slice(0, index).filter(({ delivers }) => delivers);
          const seen = new Set([...delivered, outcome].flatMap((one) => one.seen));
          for (const run of outcome.listed.filter((one) => outcome.heldBack.has(one.run.id))) {
            if (
              delivered.some(({ reported, heldBack }) => reported.has(run.run.id) || heldBack.has(run.run.id))
            )
              continue;
            const recent = delivered.filter(({ at }) => outcome.at - at < remindHours * 3600);
            const lasting = recent.some(({ reported, listed }) =>
              listed.some(
                (first) =>
                  reported.has(first.run.id) &&
                  isSame(first, run) &&
                  inOrder(first, run) <= 0 &&
                  [...seen].every(
                    (other) =>
                      !isOf(other, run) ||
                      inOrder(other, first) <= 0 ||
                      inOrder(other, run) >= 0 ||
                      isSame(other, run) ||
                      // A run of the gap has no known cause.
                      (other.run.result === run.run.result &&
                        other.kind !== "ok" &&
                        !delivered.some(({ listed: some }) => some.includes(other)) &&
                        !outcome.listed.includes(other)),
                  ),
              ),
            );
            assert.ok(lasting, `run ${run.run.id} at ${outcome.at - begin} s`);
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  it("are not repeated before the reminder, whatever reports are late, fail or are missing", async () => {
    await fc.assert(
      fc.asyncProperty(runs, reports, fc.constantFrom(600, 3630, 7200), async (some, varied, lookBack) => {
        // A run that is listed late, or only by some reports, may be reported twice rather than never.
        const all = some.map((one) => ({ ...one, visibleFrom: one.run.finishTime ?? 0 }));
        const planned = varied.map((one) => ({ ...one, listedFrom: one.at - lookBack }));
        const outcomes = await play(all, planned);
        for (const [index, outcome] of outcomes.entries()) {
          const delivered = outcomes.slice(0, index).filter(({ delivers }) => delivers);
          for (const run of outcome.listed.filter((one) => outcome.reported.has(one.run.id))) {
            assert.ok(
              !delivered.some(
                ({ at, reported }) => reported.has(run.run.id) && outcome.at - at < remindHours * 3600 - 300,
              ),
              `run ${run.run.id} is reported twice`,
            );
            const earlier = delivered.flatMap(({ at, reported, listed }) =>
              outcome.at - at < remindHours * 3600 - 300
                ? listed.filter((one) => reported.has(one.run.id))
                : [],
            );
            const lasting = earlier.find(
              (first) =>
                isSame(first, run) &&
                inOrder(first, run) <= 0 &&
                all.every(
                  (other) =>
                    !isOf(other, run) ||
                    inOrder(other, first) <= 0 ||
                    inOrder(other, run) >= 0 ||
                    isSame(other, run),
                ),
            );
            assert.equal(lasting?.run.id, undefined, `run ${run.run.id} at ${outcome.at - begin} s`);
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  it("are all reported without a memory", async () => {
    await fc.assert(
      fc.asyncProperty(runs, async (all) => {
        const listed = all.flatMap(issueOf);
        const { reported, silent } = silenced({ config, issues: listed });
        assert.deepEqual([reported.length, silent.length], [listed.length, 0]);
      }),
      { numRuns: 50 },
    );
  });
});
