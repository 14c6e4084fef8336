import assert from "node:assert/strict";
import fc from "fast-check";
import type { Run } from "../../../../../shared/azure-devops/records";
import { emptyJournal } from "../../../../../shared/journal/schema";
import type { CandidateState } from "../../../../../tasks/PipelineMonitor/features/repair/act";
import type { Candidate } from "../../../../../tasks/PipelineMonitor/features/repair/candidate";
import { denial, heldBy, limitOf } from "../../../../../tasks/PipelineMonitor/features/repair/decide";
import type { Repair } from "../../../../../tasks/PipelineMonitor/features/repair/record";
import { issueOf } from "../../../../../tasks/PipelineMonitor/issue/issue";
import { noteRuns } from "../../../../../tasks/PipelineMonitor/journal/note";
import { failedRun, type RunChanges } from "../../failed-run";
import { configWith } from "../../monitor-stage";
import { knownRepair } from "./known-repair";
import { lost, main, now } from "./repair-stage";

const run = failedRun({ id: 700, branch: main, queueTime: now - 1500, finishTime: now - 1200 });
const kind = { code: "failed", severity: "failure", rank: 1, tally: "failed" } as const;
const intent: Repair = {
  ...{
    pipeline: { ...run.pipeline, id: 7 },
    branch: main,
    kind: "lostAgent",
    incident: "a",
    at: now - 1200,
  },
  ...{ intendedAt: now, configuration: "c", state: "intended" },
};
const failed: Candidate = { issue: issueOf(kind, { run }, []), intent, run };
const missed: Candidate = {
  issue: issueOf(kind, { pipeline: run.pipeline }, []),
  intent: { ...intent, kind: "missed", incident: "b", at: now - 4000 },
  ...{ nextDueAt: now + 3600, usualSeconds: 300 },
};
const seen: CandidateState = {
  ...{ runs: [run], active: [], isUnclear: false, queueStatus: "enabled" },
  timeline: { records: [lost], attempt: 1 },
};
const nothing: CandidateState = { ...seen, runs: [], timeline: undefined };
const elsewhere = { branch: "refs/heads/x" };
const other = (changes: RunChanges): Run => failedRun({ ...run, id: 701, queueTime: now - 60, ...changes });

describe("a failed run that may be run again", () => {
  it("lost its agent, is the latest of its branch, and nobody has touched it", () => {
    assert.equal(heldBy(failed, seen, now), undefined);
  });

  const { branch: _, ...branchless } = other({});
  const again = { ...run, status: "inProgress", finishTime: undefined };
  const unexplained = { records: [{ ...lost, errors: [] }], attempt: 1 };
  const untouchable: readonly (readonly [what: string, Partial<CandidateState>, RegExp])[] = [
    ["is run again now", { runs: [again] }, /run again already/],
    ["has ended again", { runs: [{ ...run, finishTime: now - 60 }] }, /run again already/],
    ["had a second attempt", { timeline: { records: [lost], attempt: 2 } }, /run again already/],
    ["has a newer run", { runs: [run, other({})] }, /not the latest/],
    ["has a newer run of an unknown branch", { runs: [run, branchless] }, /not the latest/],
    ["has a run that waits", { active: [other({ queueTime: now - 90_000 })] }, /waits or runs/],
    ["is gone", { runs: [] }, /not listed/],
    ["has a record that cannot be read beside it", { isUnclear: true }, /cannot be read/],
    ["failed for another reason", { timeline: unexplained }, /only cause/],
  ];
  for (const [what, changes, reason] of untouchable)
    it(`is none that ${what}`, () =>
      assert.match(heldBy(failed, { ...seen, ...changes }, now) ?? "", reason));

  it("may have failed for any reason, if that is a known issue, but only once", () => {
    const known: Candidate = { ...failed, intent: { ...intent, kind: "knownIssue" } };
    const attempt = (count: number) => ({ ...seen, timeline: { ...unexplained, attempt: count } });
    assert.equal(heldBy(known, attempt(1), now), undefined);
    assert.match(heldBy(known, attempt(2), now) ?? "", /run again already/);
  });

  it("is none that ended two hours ago", () => {
    assert.equal(heldBy(failed, seen, intent.at + 7199), undefined);
    assert.match(heldBy(failed, seen, intent.at + 7200) ?? "", /two hours/);
  });

  it("has a run of another branch beside it", () => {
    const others = { runs: [run, other(elsewhere)], active: [other(elsewhere)] };
    assert.equal(heldBy(failed, { ...seen, ...others }, now), undefined);
  });
});

describe("a missed run that may be started", () => {
  it("has nothing that ran or waits since it was due, and time until the next", () => {
    assert.equal(heldBy(missed, nothing, now), undefined);
    assert.equal(heldBy({ ...missed, nextDueAt: undefined }, nothing, now), undefined);
  });

  it("has runs of another branch beside it, if its schedule is of a branch", () => {
    const about = { pipeline: run.pipeline, branch: main };
    const others = { runs: [{ ...run, ...elsewhere }], active: [{ ...run, ...elsewhere }] };
    assert.equal(
      heldBy({ ...missed, issue: issueOf(kind, about, []) }, { ...nothing, ...others }, now),
      undefined,
    );
  });

  for (const [what, candidate, changes, reason] of [
    ["has run since, on whatever branch", {}, { runs: [{ ...run, ...elsewhere }] }, /has run since/],
    ["waits since before", {}, { active: [run] }, /waits or runs/],
    ["is disabled", {}, { queueStatus: "disabled" }, /disabled/],
    ["is due again before it could end", { nextDueAt: now + 300 }, {}, /due again/],
    ["takes nobody knows how long", { usualSeconds: undefined }, {}, /unknown/],
  ] as const)
    it(`is none that ${what}`, () =>
      assert.match(heldBy({ ...missed, ...candidate }, { ...nothing, ...changes }, now) ?? "", reason));
});

const repair = (changes: Partial<Repair> = {}) =>
  knownRepair(now, { outcome: "failed", intendedAt: now - 8000, runId: 600, ...changes });
const limit = (known: readonly Repair[], changes: Partial<Repair> = {}, journal = emptyJournal) =>
  limitOf({ ...intent, ...changes }, known, journal);
/** Of other pipelines. */
const others = (count: number, changes: Partial<Repair>) =>
  Array.from({ length: count }, (_, index) =>
    repair({ incident: `o${index}`, pipeline: { id: 8 + index, name: "o" }, ...changes }),
  );

describe("the limits of repairs", () => {
  it("hold for a pipeline that is called by its path since another has its name", () => {
    const denied = [repair({ state: "denied", configuration: "c", incident: "o", intendedAt: now - 100 })];
    const found = limit(denied, { pipeline: { ...intent.pipeline, folder: "\\Billing" } });
    assert.deepEqual([found, found === undefined], [limit(denied), false]);
  });

  it("are once for an incident, whatever became of it and whatever else was done", () => {
    const states = fc.constantFrom<Repair["state"]>("intended", "sent", "unknown", "denied", "refused");
    const known = fc.record({
      ...{ state: states, intendedAt: fc.nat(40 * 86_400).map((age) => now - age) },
      ...{ pipeline: fc.nat(9).map((id) => ({ id, name: "p" })), incident: fc.constantFrom("x", "y", "z") },
    });
    fc.assert(
      fc.property(fc.array(known, { maxLength: 30 }), states, fc.nat(30 * 86_400), (before, state, age) => {
        const own = repair({ incident: intent.incident, state, intendedAt: now - age });
        return limit([...before.map(repair), own]) !== undefined;
      }),
    );
  });

  it("say whether the incident was tried before, or nobody knows", () => {
    const of = (state: Repair["state"]) => limit([repair({ incident: intent.incident, state })]) ?? "";
    for (const state of ["sent", "denied", "refused"] as const)
      assert.equal(of(state), "it was tried before");
    for (const state of ["unknown", "intended"] as const) assert.match(of(state), /no known outcome/);
  });

  it("are twenty in a day, of all pipelines", () => {
    assert.equal(limit(others(19, { outcome: "helped" })), undefined);
    assert.match(limit(others(20, { outcome: "helped" })) ?? "", /20 runs in a day/);
    assert.equal(limit(others(30, { intendedAt: now - 86_400 })), undefined);
  });

  it("are three in a row that did not help, until the pipeline succeeds", () => {
    const three = [1, 2, 3].map((days) => repair({ incident: `v${days}`, intendedAt: now - 90_000 * days }));
    assert.match(limit(three) ?? "", /last 3 repairs did not help/);
    assert.equal(limit(three.slice(1)), undefined);
    const helped = repair({ incident: "h", outcome: "helped", intendedAt: now - 90_000 });
    assert.equal(limit([...three, helped]), undefined);
    const worked = { ...run, result: "succeeded", finishTime: now - 60 };
    const journal = noteRuns({ ...emptyJournal, since: 0 }, [worked], configWith());
    assert.equal(limit(three, {}, journal), undefined);
  });

  it("are a denial of the day, until the configuration changes", () => {
    const denied = repair({ state: "denied", outcome: undefined, runId: undefined });
    assert.equal(limit([denied]), denial);
    assert.equal(limit([denied], { configuration: "d" }), undefined);
    assert.equal(limit([{ ...denied, intendedAt: now - 86_400 }]), undefined);
    assert.equal(limit([{ ...denied, pipeline: { id: 8, name: "p" } }]), undefined);
  });
});
