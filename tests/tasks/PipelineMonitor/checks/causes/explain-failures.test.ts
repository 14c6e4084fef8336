import assert from "node:assert/strict";
import type { Run } from "../../../../../shared/azure-devops/records";
import type { TimelineError } from "../../../../../shared/azure-devops/timeline";
import { createSanitizer } from "../../../../../shared/text/sanitize";
import type { TellingLine } from "../../../../../tasks/PipelineMonitor/checks/causes/cause";
import {
  explainFailures,
  isOfFailedRun,
} from "../../../../../tasks/PipelineMonitor/checks/causes/explain-failures";
import { createTimeBudget } from "../../../../../tasks/PipelineMonitor/checks/optional-check";
import type { Finding } from "../../../../../tasks/PipelineMonitor/report/lines";
import type { FoundIssue } from "../../../../../tasks/PipelineMonitor/rules/log-search";
import { memoryAgent } from "../../../../memory-agent";
import { testClock } from "../../../../test-clock";
import { failedRun } from "../../failed-run";

const never = new AbortController().signal;
const links = { runPage: new URL("https://h/1"), log: undefined, note: "" };
const marked = (text: string): TellingLine => ({ text, ending: "", isMarked: true, before: [] });
const failed = (id: number, telling?: TellingLine, note = ""): FoundIssue => ({
  problem: { kind: "status", run: failedRun({ id }) },
  links: { ...links, note },
  telling,
});

/** Explains issues over timelines by the ids of their runs; one that is missing cannot be read. */
async function explained(
  found: FoundIssue[],
  timelines: Record<number, TimelineError[]> = {},
  cancelled = never,
) {
  const asked: number[] = [];
  const clock = testClock();
  const agent = { ...memoryAgent(), sanitize: createSanitizer((text) => text.replaceAll("s3cret", "***")) };
  const timelineErrors = async (id: number) => {
    asked.push(id);
    const timeline = timelines[id];
    if (timeline === undefined) throw new Error("down");
    return timeline;
  };
  const parts = { agent, clock, cancelled, time: createTimeBudget(clock) };
  const issues = await explainFailures(found, { timelineErrors }, parts);
  return { issues, asked: asked.sort(), printed: agent.printed, pending: clock.pending() };
}

describe("isOfFailedRun", () => {
  it("is a problem of a run that is done and failed, whatever its message is about", () => {
    const problemsOf = (run: Run): Finding[] => [
      { kind: "status", run },
      { kind: "runTime", run, runSeconds: 1, minProcSeconds: 2, maxProcSeconds: 3 },
      { kind: "queueTime", run, queuedSeconds: 2, queueSecondsMax: 1 },
    ];
    assert.deepEqual(problemsOf(failedRun()).map(isOfFailedRun), [true, true, true]);
    assert.deepEqual(problemsOf(failedRun({ result: "succeeded" })).map(isOfFailedRun), [
      false,
      false,
      false,
    ]);
    const hanging = {
      kind: "unfinished",
      run: failedRun(),
      doing: "running",
      seconds: 2,
      maxSeconds: 1,
    } as const;
    assert.equal(isOfFailedRun(hanging), false);
    assert.equal(isOfFailedRun({ kind: "tooFewRuns", expectedMoreThan: 1, runCount: 0 }), false);
  });
});

describe("explainFailures", () => {
  it("explains failed runs by their logs and timelines, and leaves other problems as they are", async () => {
    const tooFew: FoundIssue = {
      problem: { kind: "tooFewRuns", expectedMoreThan: 1, runCount: 0 },
      links,
      telling: undefined,
    };
    const { issues, asked, pending } = await explained(
      [
        tooFew,
        failed(1, marked("No space left on device")),
        failed(2, marked("no route"), "a note"),
        failed(3),
      ],
      { 2: [], 3: [{ message: "##[error]bad s3cret\n image", agent: "" }] },
    );
    assert.deepEqual(
      issues.map(({ why, links: { note } }) => [why?.cause?.kind, why?.line, note]),
      [
        [undefined, undefined, ""],
        ["noSpace", "No space left on device", ""],
        [undefined, "no route", "a note"],
        [undefined, "bad ***  image", ""],
      ],
    );
    assert.deepEqual([asked, pending], [[2, 3], 0]);
    assert.ok(issues.every((issue) => !("telling" in issue)));
  });

  it("does with the log when a timeline cannot be read, says so on its line, and why in the log", async () => {
    const { issues, printed } = await explained([failed(1, marked("no route"), "a note")]);
    assert.equal(issues[0]?.why?.line, "no route");
    assert.equal(issues[0]?.links.note, "a note, its timeline could not be read");
    assert.deepEqual(printed, ["The timeline of run 1 could not be read: down"]);
  });

  it("ends with a cancelled step", async () => {
    const cancelled = AbortSignal.abort(new Error("The step was cancelled."));
    await assert.rejects(explained([failed(1)], {}, cancelled), { message: "The step was cancelled." });
  });
});
