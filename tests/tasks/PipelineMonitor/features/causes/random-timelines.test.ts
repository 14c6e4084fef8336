import assert from "node:assert/strict";
import fc from "fast-check";
import { sampled } from "../../../../sampled";
import { errorIssue, type RecordSketch } from "../../../../sandbox/timeline-records";
import { explainedHour } from "./causes-stage";

const results = ["succeeded", "succeededWithIssues", "failed", "skipped", "canceled"] as const;
type Result = (typeof results)[number];
const anyResult = fc.constantFrom<Result>(...results);

/** A step: how it ended, in what order, and what its log and its record say. */
const anyStep = fc.record({
  result: anyResult,
  second: fc.integer({ min: 0, max: 59 }),
  says: fc.constantFrom("marked", "silent", "unmarked", "green"),
  hasIssue: fc.boolean(),
  attempt: fc.integer({ min: 1, max: 3 }),
});
const anyJob = fc.record({
  result: anyResult,
  steps: fc.array(anyStep, { maxLength: 4 }),
  hasIssue: fc.boolean(),
});
const anyCheckpoint = fc.option(
  fc.record({ type: fc.constantFrom("Approval", "TaskCheck", "New"), result: anyResult }),
  { nil: undefined },
);
const anyStage = fc.record({
  result: anyResult,
  jobs: fc.array(anyJob, { maxLength: 3 }),
  checkpoint: anyCheckpoint,
});

/** Each text that could be quoted names its record. */
const logs = {
  marked: (id: string) => `Found 0 errors\n##[error]reason of ${id}`,
  silent: (id: string) => `x: error: reason of ${id}\n##[error]Bash exited with code '1'.`,
  unmarked: (id: string) => `reason of ${id}: No such file\ncat error.log`,
  green: (id: string) => `an error of ${id}, which it survived\nTests: 0 errors`,
};

function timelineOf(stages: readonly (typeof anyStage extends fc.Arbitrary<infer One> ? One : never)[]) {
  const records: RecordSketch[] = [];
  const texts: string[] = ["", "", "", ""];
  const add = (record: RecordSketch, hasIssue = false) => {
    const issues = hasIssue ? [errorIssue(`reason of ${record.id}`)] : [];
    records.push({ state: "completed", name: `name of ${record.id}`, issues, ...record });
  };
  for (const [at, { result, jobs, checkpoint }] of stages.entries()) {
    const stage = `stage-${at}`;
    add({ id: stage, type: "Stage", name: "Deploy", result });
    if (checkpoint !== undefined) {
      add({ id: `${stage}-checkpoint`, parentId: stage, type: "Checkpoint", result: checkpoint.result });
      const type = `Checkpoint.${checkpoint.type}`;
      add({ id: `${stage}-wait`, parentId: `${stage}-checkpoint`, type, result: checkpoint.result });
    }
    for (const [nth, job] of jobs.entries()) {
      const id = `${stage}-job-${nth}`;
      add({ id, parentId: stage, type: "Job", result: job.result }, job.hasIssue);
      for (const [step, { result: ended, second, says, hasIssue, attempt }] of job.steps.entries()) {
        const own = `${id}-step-${step}`;
        texts.push(logs[says](own));
        const finishTime = `2026-11-20T03:00:${String(second).padStart(2, "0")}Z`;
        const more = { result: ended, finishTime, attempt, log: { id: texts.length } };
        add({ id: own, parentId: id, type: "Task", ...more }, hasIssue);
      }
    }
  }
  return { records, texts };
}

/** Of what may say why: a stage fails only because of others. */
function hasFailed({ type = "", result }: RecordSketch): boolean {
  if (type === "Stage") return false;
  const isStopped = result === "canceled" || (result === "skipped" && type.startsWith("Checkpoint"));
  return result === "failed" || (type !== "Task" && isStopped);
}

describe("the reason of a failed run, over random timelines", () => {
  it("is always from a record that failed, and is said whenever a step that failed says one", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStage, { minLength: 1, maxLength: 3 }), async (stages) => {
        const { records, texts } = timelineOf(stages);
        const { why } = await explainedHour({ logs: texts, timeline: records });
        // Where the service says that nothing failed, any error is better than none.
        if (!records.some(hasFailed)) {
          const saying = records.filter(({ issues }) => issues?.length);
          return assert.equal(
            saying.some(({ id }) => why.includes(`reason of ${id}`)),
            saying.length > 0,
          );
        }
        const named = records.filter(({ id }) => new RegExp(`\\b${id}\\b(?!-)`).test(why));
        const steps = records.filter(({ type, result }) => type === "Task" && result === "failed");
        const [failed, stopped] = [["failed"], ["failed", "canceled", "skipped"]];
        for (const { id, result, type } of named) {
          const isAbove = type !== "Task" && steps.length === 0;
          assert.ok((isAbove ? stopped : failed).includes(result ?? ""), `${id} ${result}: ${why}`);
          if (steps.length > 0) assert.ok(type === "Task" || result === "failed", why);
        }
        if (steps.length > 0) assert.notEqual(why, "", JSON.stringify(records));
      }),
      { numRuns: sampled(60) },
    );
  });
});
