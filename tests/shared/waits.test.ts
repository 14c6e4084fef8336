import assert from "node:assert/strict";
import fc from "fast-check";
import { parseTimeline } from "../../shared/azure-devops/timeline";
import { noWaits, openWait, waited } from "../../shared/waits";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour)).toISOString();
const seconds = (hour: number) => Date.UTC(2026, 10, 20, hour) / 1000;

const stage = { id: "stage", type: "Stage", name: "production", state: "pending" };
const begun = { state: "inProgress", startTime: at(1) };
const checkpoint = { id: "point", parentId: "stage", type: "Checkpoint", ...begun };
/** A record below the checkpoint. */
const below = (type: string, changes: object = {}) => ({
  ...{ id: type, parentId: "point", type: `Checkpoint.${type}`, ...begun, ...changes },
});
const job = (changes: object) => ({ id: "job", type: "Job", name: "build", state: "completed", ...changes });
const parsed = (...records: object[]) => parseTimeline({ records });
const opened = (...records: object[]) => openWait(parsed(stage, checkpoint, ...records));

describe("what a run waits for", () => {
  it("is the approval, check or lock of a stage that is pending, since it began", () => {
    const kinds = ["Approval", "TaskCheck", "ExtendsCheck", "Authorization", "ExclusiveLock"].map(
      (type) => opened(below(type))?.kind,
    );
    assert.deepEqual(kinds, ["approval", "check", "check", "check", "lock"]);
    assert.deepEqual(opened(below("Approval")), {
      ...{ kind: "approval", stage: "production", since: seconds(1), until: undefined, isOpen: true },
    });
    // Of a check that has not begun, nobody knows more than of its checkpoint.
    assert.equal(opened(below("Approval", { state: "pending", startTime: null }))?.since, seconds(1));
  });

  it("is the manual validation of a job on the server, whatever people call its step", () => {
    const records = [
      { ...stage, state: "inProgress" },
      job({ parentId: "stage", state: "inProgress", startTime: at(2) }),
      {
        ...{ id: "step", parentId: "job", type: "Task", name: "Look at the plan", state: "inProgress" },
        ...{ task: { name: "ManualValidation" }, startTime: at(2) },
      },
    ];
    assert.deepEqual(openWait(parsed(...records)), {
      ...{ kind: "validation", stage: "production", since: seconds(2), until: undefined, isOpen: true },
    });
    const script = { ...records[2], task: { name: "CmdLine" } };
    assert.equal(openWait(parsed(...records.slice(0, 2), script)), undefined);
  });

  it("is what a person has to do, if several keep it, and of these the first", () => {
    const later = { ...checkpoint, id: "later" };
    const approvals = [9, 4, 6].map((hour) =>
      below("Approval", { id: `a${hour}`, parentId: "later", startTime: at(hour) }),
    );
    const wait = opened(later, below("ExclusiveLock"), ...approvals);
    assert.deepEqual([wait?.kind, wait?.since], ["approval", seconds(4)]);
  });

  it("is nothing while a job runs, or after it was given", () => {
    assert.ok(opened(below("Approval"), job({ state: "pending" })), "a job without an agent does not run");
    assert.equal(opened(below("Approval"), job({ state: "inProgress" })), undefined);
    const phase = { id: "phase", parentId: "stage", type: "Phase", state: "inProgress", startTime: at(1) };
    const queued = job({ parentId: "phase", state: "pending" });
    const atItsTurn = parsed(stage, checkpoint, below("Approval"), phase, queued);
    assert.equal(openWait(atItsTurn), undefined, "but keeps the run, once it is its turn");
    assert.equal(waited(atItsTurn, 0, seconds(9)), undefined);
    assert.equal(opened(below("Approval", { state: "completed" })), undefined);
    const given = { ...checkpoint, state: "completed" };
    assert.equal(openWait(parsed(stage, given, below("Approval"))), undefined);
    assert.equal(openWait(noWaits), undefined);
  });

  it("has no stage if none is above it, in any timeline", () => {
    const only = { ...stage, name: "__default" };
    assert.equal(openWait(parsed(only, checkpoint, below("Approval")))?.stage, "", "the name of no stage");
    const round = [checkpoint, below("Approval")].map((record) => ({ ...record, parentId: "Approval" }));
    assert.equal(openWait(parsed(...round))?.stage, "");
    const [type, any] = [fc.constantFrom("Job", "Checkpoint.Approval"), fc.jsonValue()];
    const record = fc.record({ id: fc.string(), parentId: fc.string(), type, state: any, startTime: any });
    fc.assert(
      fc.property(fc.array(record), (records) => {
        openWait(parsed(...records));
        assert.ok((waited(parsed(...records), 0, 100)?.seconds ?? 1) > 0);
      }),
    );
  });
});

describe("how long a run waited", () => {
  const from = 1000;
  type Spans = readonly (readonly [since: number, until: number])[];
  const waits = (spans: Spans, work: Spans = []) => ({
    waits: spans.map(([since, until]) => ({
      ...{ kind: "approval" as const, stage: "", isOpen: false, since: from + since, until: from + until },
    })),
    work: work.map(([since, until]) => ({ since: from + since, until: from + until, isOpen: false })),
  });

  it("is the time in which something kept it and no job ran", () => {
    assert.equal(waited(waits([[10, 30]]), from, from + 100)?.seconds, 20);
    assert.equal(waited(waits([[10, 30]], [[20, 25]]), from, from + 100)?.seconds, 15);
    assert.equal(waited(waits([[10, 30]], [[0, 100]]), from, from + 100), undefined);
    assert.equal(waited(waits([[-50, 300]]), from, from + 100)?.seconds, 100, "not outside of the period");
  });

  it("goes on until now while nothing is given", () => {
    const open = { kind: "lock" as const, stage: "", isOpen: true, since: from + 40, until: undefined };
    const wait = waited({ waits: [open], work: [] }, from, from + 100);
    assert.deepEqual(wait, { seconds: 60, kind: "lock", isMixed: false });
    const unknown = { ...open, since: undefined };
    assert.equal(waited({ waits: [unknown], work: [] }, from, from + 100), undefined);
  });

  it("has the kind that it waited for longest", () => {
    const approval = waits([[0, 10]]).waits;
    const check = waits([[20, 90]]).waits.map((one) => ({ ...one, kind: "check" as const }));
    const both = { waits: [...approval, ...check], work: [] };
    assert.deepEqual(waited(both, from, from + 100), { seconds: 80, kind: "check", isMixed: true });
  });

  it("is as many seconds as are in a wait and in no job, whatever overlaps", () => {
    const second = fc.integer({ min: -5, max: 25 });
    const spans = fc.array(fc.tuple(second, second), { maxLength: 5 });
    fc.assert(
      fc.property(spans, spans, (some, jobs) => {
        const isIn = (list: typeof some, second: number) =>
          list.some(([since, until]) => since <= second && second < until);
        const expected = Array.from({ length: 20 }, (_, second) => second).filter(
          (second) => isIn(some, second) && !isIn(jobs, second),
        );
        assert.equal(waited(waits(some, jobs), from, from + 20)?.seconds ?? 0, expected.length);
      }),
    );
  });
});
