import assert from "node:assert/strict";
import fc from "fast-check";
import type { Run } from "../../../../shared/azure-devops/records";
import { issueOf } from "../../../../tasks/PipelineMonitor/issue/issue";
import { emptyJournal } from "../../../../tasks/PipelineMonitor/issue/journal";
import type { Repair } from "../../../../tasks/PipelineMonitor/issue/repair";
import type { Candidate } from "../../../../tasks/PipelineMonitor/repair/candidate";
import { denial, heldBy, limitOf } from "../../../../tasks/PipelineMonitor/repair/decide";
import type { Seen } from "../../../../tasks/PipelineMonitor/repair/seen";
import { failedRun } from "../failed-run";

const now = Date.UTC(2026, 10, 20, 3, 19) / 1000;
const main = "refs/heads/main";
const run = failedRun({
  id: 700,
  branch: main,
  definitionId: 7,
  queueTime: now - 1500,
  finishTime: now - 1200,
});
const kind = { code: "failed", severity: "failure", rank: 1, tally: "failed" } as const;
const failed: Candidate = {
  ...{
    kind: "lostAgent",
    incident: "a",
    pipeline: run.pipeline,
    definitionId: 7,
    branch: main,
    at: now - 1200,
  },
  ...{ issue: issueOf(kind, { run }, []), run, nextDueAt: undefined, usualSeconds: undefined },
};
const missed: Candidate = {
  ...{ kind: "missed", incident: "b", pipeline: run.pipeline, definitionId: 7, branch: main, at: now - 4000 },
  ...{ issue: issueOf(kind, { pipeline: run.pipeline }, []), run: undefined },
  ...{ nextDueAt: now + 3600, usualSeconds: 300 },
};
const lost = {
  message: "We stopped hearing from agent build-07. Verify the agent machine is running.",
  agent: "",
};
const job = { isJob: true, errors: [lost] };
const seen: Seen = {
  ...{ runs: [run], active: [], isUnclear: false, queueStatus: "enabled" },
  timeline: { failures: [job], attempt: 1 },
};
const nothing: Seen = { ...seen, runs: [], timeline: undefined };

describe("a failed run that may be run again", () => {
  it("lost its agent, is the latest of its branch, and nobody has touched it", () => {
    assert.equal(heldBy(failed, seen, now), undefined);
  });

  const other = (changes: Partial<Run>): Run => ({ ...run, id: 701, queueTime: now - 60, ...changes });
  const { branch: _, ...branchless } = other({});
  const untouchable: [string, Partial<Seen>, RegExp][] = [
    [
      "is run again now",
      { runs: [{ ...run, status: "inProgress", finishTime: undefined }] },
      /run again already/,
    ],
    ["has ended again", { runs: [{ ...run, finishTime: now - 60 }] }, /run again already/],
    ["had a second attempt", { timeline: { failures: [job], attempt: 2 } }, /run again already/],
    ["has a newer run", { runs: [run, other({})] }, /not the latest/],
    ["has a newer run of an unknown branch", { runs: [run, branchless] }, /not the latest/],
    ["has a run that waits", { active: [other({ queueTime: now - 90_000 })] }, /waits or runs/],
    ["is gone", { runs: [] }, /not listed/],
    ["has a record that cannot be read beside it", { isUnclear: true }, /cannot be read/],
    [
      "failed for another reason",
      { timeline: { failures: [{ isJob: true, errors: [] }], attempt: 1 } },
      /only cause/,
    ],
  ];
  for (const [what, changes, reason] of untouchable)
    it(`is none that ${what}`, () =>
      assert.match(heldBy(failed, { ...seen, ...changes }, now) ?? "", reason));

  it("is none that ended two hours ago", () => {
    assert.equal(heldBy(failed, seen, failed.at + 7199), undefined);
    assert.match(heldBy(failed, seen, failed.at + 7200) ?? "", /two hours/);
  });

  it("has a run of another branch beside it", () => {
    const others = {
      runs: [run, other({ branch: "refs/heads/x" })],
      active: [other({ branch: "refs/heads/x" })],
    };
    assert.equal(heldBy(failed, { ...seen, ...others }, now), undefined);
  });
});

describe("a missed run that may be started", () => {
  it("has nothing that ran or waits since it was due, and time until the next", () => {
    assert.equal(heldBy(missed, nothing, now), undefined);
    assert.equal(heldBy({ ...missed, nextDueAt: undefined }, nothing, now), undefined);
  });

  for (const [what, candidate, changes, reason] of [
    [
      "has run since, on whatever branch",
      {},
      { runs: [{ ...run, branch: "refs/heads/x" }] },
      /has run since/,
    ],
    ["waits since before", {}, { active: [run] }, /waits or runs/],
    ["is disabled", {}, { queueStatus: "disabled" }, /disabled/],
    ["is due again before it could end", { nextDueAt: now + 300 }, {}, /due again/],
    ["takes nobody knows how long", { usualSeconds: undefined }, {}, /unknown/],
  ] as const)
    it(`is none that ${what}`, () =>
      assert.match(heldBy({ ...missed, ...candidate }, { ...nothing, ...changes }, now) ?? "", reason));
});

const repair = (changes: Partial<Repair> = {}): Repair => ({
  ...{
    kind: "lostAgent",
    incident: "x",
    pipeline: run.pipeline,
    definitionId: 7,
    branch: main,
    at: now - 9000,
  },
  ...{ intendedAt: now - 8000, state: "sent", runId: 600, outcome: "failed", configuration: "c", ...changes },
});
const limit = (known: readonly Repair[], changes: Partial<Parameters<typeof limitOf>[2]> = {}) =>
  limitOf(failed, known, { now, configuration: "c", journal: emptyJournal, ...changes });
const others = (count: number, changes: Partial<Repair> = {}) =>
  Array.from({ length: count }, (_, index) =>
    repair({ incident: `o${index}`, definitionId: 8 + index, ...changes }),
  );

describe("the limits of repairs", () => {
  it("are once for an incident, whatever became of it and whatever else was done", () => {
    const states = fc.constantFrom<Repair["state"]>("intended", "sent", "unknown", "denied", "refused");
    const known = fc.array(
      fc.record({
        state: states,
        age: fc.nat(40 * 86_400),
        definitionId: fc.nat(9),
        incident: fc.constantFrom("x", "y", "z"),
      }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(known, states, fc.nat(30 * 86_400), (before, state, age) => {
        const all = before.map(({ age: old, ...one }) => repair({ ...one, intendedAt: now - old }));
        return (
          limit([...all, repair({ incident: failed.incident, state, intendedAt: now - age })]) !== undefined
        );
      }),
    );
  });

  it("are twenty in a day, of all pipelines", () => {
    assert.equal(limit(others(19, { outcome: "helped" })), undefined);
    assert.match(limit(others(20, { outcome: "helped" })) ?? "", /20 runs in a day/);
    assert.equal(limit(others(30, { intendedAt: now - 86_400 })), undefined);
  });

  it("are three in a row that did not help, until the pipeline succeeds", () => {
    const three = [1, 2, 3].map((index) =>
      repair({ incident: `v${index}`, intendedAt: now - 90_000 * index }),
    );
    assert.match(limit(three) ?? "", /last 3 repairs did not help/);
    assert.equal(limit(three.slice(1)), undefined);
    assert.equal(
      limit([...three, repair({ incident: "h", outcome: "helped", intendedAt: now - 90_000 })]),
      undefined,
    );
    const worked = {
      ...run,
      status: "completed",
      result: "succeeded",
      finishTime: now - 60,
      reason: "",
      isOtherCommit: false,
      attempt: 1,
    };
    const branch = {
      branch: main,
      runs: [worked],
      older: undefined,
      isCut: false,
      commit: "",
      commitResults: [],
      isOut: false,
    };
    const pipeline = {
      ...{
        pipeline: run.pipeline,
        definitionId: 7,
        branches: [branch],
        isRead: true,
        hours: new Map(),
        days: new Map(),
      },
      ...{ times: [], missed: [], isStopped: false, proofs: [], gaps: [] },
    };
    const journal = { ...emptyJournal, pipelines: new Map([["7", pipeline]]) };
    assert.equal(limit(three, { journal }), undefined);
  });

  it("are a denial of the day, until the configuration changes", () => {
    const denied = repair({ state: "denied", outcome: undefined, runId: undefined });
    assert.equal(limit([denied]), denial);
    assert.equal(limit([denied], { configuration: "d" }), undefined);
    assert.equal(limit([{ ...denied, intendedAt: now - 86_400 }]), undefined);
    assert.equal(limit([{ ...denied, definitionId: 8 }]), undefined);
  });
});
