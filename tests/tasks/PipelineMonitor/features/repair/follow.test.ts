import assert from "node:assert/strict";
import type { Run } from "../../../../../shared/azure-devops/records";
import { plainText } from "../../../../../shared/chat/message";
import {
  againFailed,
  knownRepairs,
  withOutcomes,
} from "../../../../../tasks/PipelineMonitor/features/repair/follow";
import type { Repair } from "../../../../../tasks/PipelineMonitor/features/repair/record";
import {
  isUnderRepair,
  repaired,
  withResults,
} from "../../../../../tasks/PipelineMonitor/features/repair/words";
import { partsOfNote } from "../../../../../tasks/PipelineMonitor/render/notes";
import { issueOfResult } from "../../../../../tasks/PipelineMonitor/rules/issues";
import { didNotStart } from "../../../../did-not-start";
import { sanitize } from "../../../../sanitize";
import { verdict } from "../../../../sentences";
import { secondAttempt } from "../../../../works-again";
import { knownEntry } from "../../known-entry";
import { recovery } from "../../ledger/fold-stage";
import { projectReport } from "../../report-stage";
import { knownRepair } from "./known-repair";
import { lostReport, lostRun, now, repaired as repairedIn, textOf } from "./repair-stage";

const repair = knownRepair(now);
/** The run of the repair, as it ended the second time. */
const ended = (changes: Partial<Run> = {}) =>
  lostRun({ result: "succeeded", finishTime: now - 60, ...changes });
const recordsOf = (...runs: Run[]) => ({ records: runs.map((run) => ({ run })) });

describe("the repairs that are known", () => {
  const intendedAfter = (known: readonly Repair[], intended: readonly Repair[] = []) =>
    knownRepairs(known, intended, now).map(({ intendedAt }) => now - intendedAt);
  const ago = (seconds: number, incident = `${seconds}`) =>
    knownRepair(now, { intendedAt: now - seconds, incident });

  it("are those of the ledger and of runs that wrote none, in their order, each incident once", () => {
    assert.deepEqual(intendedAfter([ago(60), ago(30)], [ago(90), ago(10, "30")]), [90, 60, 30]);
    assert.deepEqual(knownRepairs([], [repair], now), [repair]);
  });

  it("are the last 500 of 31 days", () => {
    const month = 31 * 86_400;
    assert.deepEqual(intendedAfter([ago(month), ago(month - 1)]), [month - 1]);
    const many = intendedAfter(Array.from({ length: 501 }, (_, index) => ago(600 - index)));
    assert.deepEqual([many.length, many[0]], [500, 599]);
  });
});

describe("how a repair ended", () => {
  const outcomeOf = (run: Run, changes: Partial<Repair> = {}) =>
    withOutcomes([{ ...repair, ...changes }], [run])[0]?.outcome;

  it("is by the run that it was about, once that has finished after it", () => {
    assert.deepEqual([outcomeOf(ended()), outcomeOf(ended({ result: "failed" }))], ["helped", "failed"]);
    for (const changes of [{ id: 701 }, { finishTime: undefined }, { finishTime: repair.at }])
      assert.equal(outcomeOf(ended(changes)), undefined);
    assert.equal(outcomeOf(ended(), { outcome: "failed" }), "failed", "it is known already");
    assert.equal(outcomeOf(ended(), { runId: undefined }), undefined);
    assert.equal(withOutcomes([{ ...repair, state: "unknown" }], [ended()])[0]?.state, "sent");
  });
});

describe("what became of a repair, in the report", () => {
  const worked = recovery(ended());
  const reportOf = (run: Run, known: Partial<Repair> = {}, issues = false, open: Partial<Repair> = {}) => {
    const before = projectReport({
      ...{ ...recordsOf(run), notes: [worked] },
      issues: issues ? [issueOfResult(run)] : [],
    });
    const { notes, issues: told } = withResults(before, [{ ...repair, ...known }], [{ ...repair, ...open }]);
    return { notes: notes.map((note) => plainText(partsOfNote(note), sanitize)), told: told.map(textOf) };
  };
  const usual = ["nightly import [20261120.3] is well again."];

  it("is that the pipeline works again, in place of what the history says of it", () => {
    const works = `nightly import 20261120.3 ${secondAttempt}.`;
    for (const run of [ended(), ended({ attempt: 2 })])
      assert.deepEqual(reportOf(run, { outcome: "helped" }).notes, [works]);
  });

  it("is nothing for another run, one that is not over, or what was told before", () => {
    for (const [known, open] of [
      [{ runId: 701, outcome: "helped" }, {}],
      [{ outcome: "helped", at: now }, {}],
      [{ outcome: "failed" }, {}],
      [{ outcome: "helped", kind: "missed" }, {}],
      [{ outcome: "helped", state: "unknown" }, {}],
      [{ outcome: "helped" }, { outcome: "helped" }],
    ] as const)
      assert.deepEqual(reportOf(ended(), known, false, open).notes, usual, JSON.stringify([known, open]));
    assert.deepEqual(reportOf(ended(), { outcome: "helped" }, true).notes, usual, "it crossed a limit");
  });

  // dotnet/arcade#9009, envoyproxy/envoy#26519: a second attempt that fails, too, and a third.
  it("is that a failure was the second attempt, or of a run that the monitor started", () => {
    const failed = ended({ result: "failed" });
    assert.deepEqual(reportOf(failed, {}, true).told, [
      "failed: this was the second attempt, because the first lost its agent at 01:59 UTC",
    ]);
    assert.deepEqual(reportOf(failed, { kind: "missed" }, true).told, [
      `failed: the monitor had started it, because it ${didNotStart} at 01:59 UTC`,
    ]);
    const plain = [`failed: ${verdict}`];
    for (const known of [{ runId: 701 }, { at: now }, { state: "denied" }] as const)
      assert.deepEqual(reportOf(failed, known, true).told, plain);
  });
});

describe("a request that was accepted and after which nothing happened", () => {
  const run = lostRun();
  const told = repaired(issueOfResult(run), knownRepair(now), "build-07", projectReport());

  it("is a failure, which is no longer under repair", () => {
    const issue = againFailed(repair, [knownEntry(told, now - 3600)]) ?? assert.fail();
    assert.deepEqual([isUnderRepair(told), told.severity], [true, "warning"]);
    assert.deepEqual([isUnderRepair(issue), issue.severity], [false, "failure"]);
    const words = "lost its agent, and was not run again although the service accepted the request";
    assert.equal(plainText(issue.words, sanitize), words);
  });

  it("is nothing of a run whose problem is over, or that is another", () => {
    assert.equal(againFailed(repair, []), undefined);
    assert.equal(againFailed({ ...repair, runId: 701 }, [knownEntry(told, now - 3600)]), undefined);
    assert.equal(againFailed(repair, [knownEntry(issueOfResult(run), now - 3600)]), undefined);
  });

  // dotnet/dotnet-docker#1096: the service accepts the request and does nothing.
  it("is told ten minutes after it, once, if the run is as it was", async () => {
    const followed = async (changes: Partial<Repair>, listed = run) => {
      const entries = [knownEntry(told, now - 3600)];
      const report = { ...lostReport({}, [listed]), entries };
      const sent = { ...repair, at: now - 1200, intendedAt: now - 601, ...changes };
      const { repairs, told: texts } = await repairedIn(report, { known: [sent] });
      const [{ outcome } = assert.fail()] = repairs;
      return [outcome, texts.filter((text) => text.includes("although the service accepted")).length];
    };
    assert.deepEqual(await followed({}), ["failed", 1]);
    for (const changes of [
      { intendedAt: now - 600 },
      { state: "denied" },
      { kind: "missed" },
      { at: now - 1300 },
    ] as const)
      assert.deepEqual(await followed(changes), [undefined, 0], JSON.stringify(changes));
    assert.deepEqual(await followed({}, lostRun({ status: "inProgress" })), [undefined, 0]);
  });
});
