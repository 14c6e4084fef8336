import assert from "node:assert/strict";
import { Readable } from "node:stream";
import type { Run } from "../../../../../shared/azure-devops/records";
import type { Timeline, TimelineError } from "../../../../../shared/azure-devops/timeline";
import { markdownWriting } from "../../../../../shared/chat/markdown";
import { renderParts } from "../../../../../shared/chat/message";
import { createSanitizer } from "../../../../../shared/text/sanitize";
import { noWaits } from "../../../../../shared/waits";
import {
  causeReader,
  explainFailures,
} from "../../../../../tasks/PipelineMonitor/features/causes/explain-failures";
import { type Issue, isOfFailedRun, issueOf } from "../../../../../tasks/PipelineMonitor/issue/issue";
import type { CauseLine } from "../../../../../tasks/PipelineMonitor/issue/links";
import {
  issueOfResult,
  issueOfRunCount,
  issueOfRunTime,
  issueOfWait,
} from "../../../../../tasks/PipelineMonitor/rules/issues";
import { memoryAgent } from "../../../../memory-agent";
import { sanitize } from "../../../../sanitize";
import { testClock } from "../../../../test-clock";
import { failedRun } from "../../failed-run";
import { memoryContext, projectReport } from "../../report-stage";

const never = new AbortController().signal;
const links = { runPage: new URL("https://h/1"), log: undefined, note: "" };
const marked = (text: string): CauseLine => ({
  ...{ text, number: 7, ending: "", isMarked: true },
  ...{ before: ["No space left on device", "x"], beforeNumber: 5 },
});
const failed = (id: number, line?: CauseLine, note = ""): Issue => ({
  ...issueOfResult(failedRun({ id })),
  links: { ...links, note, line },
});
const wordsOf = ({ explanation }: Issue) =>
  explanation && renderParts(explanation.sentence, markdownWriting, sanitize);

const toldOf = (issue: Issue) => [wordsOf(issue), issue.links.note];

/** Explains issues over timelines by the ids of their runs; one that is missing cannot be read. */
async function explained(found: Issue[], timelines: Record<number, TimelineError[]> = {}, cancelled = never) {
  const asked: number[] = [];
  const clock = testClock();
  const agent = { ...memoryAgent(), sanitize: createSanitizer((text) => text.replaceAll("s3cret", "***")) };
  const timeline = async (id: number): Promise<Timeline> => {
    asked.push(id);
    const errors = timelines[id];
    if (errors === undefined) throw new Error("down");
    const job = { id: "job", logId: 9, parentId: undefined, isJob: true, hasFailed: true };
    return { errors, warnings: [], records: [job], failures: [], attempt: 1, ...noWaits };
  };
  const context = { ...memoryContext({ clock, cancelled, service: { timeline } }), agent };
  const { config } = projectReport();
  const keys = { ...config.keys, explain_failures: true };
  const report = projectReport({ config: { ...config, keys }, issues: found });
  const { issues } = await explainFailures(report, context);
  return { issues, asked: asked.sort(), printed: agent.printed, pending: clock.pending() };
}

describe("isOfFailedRun", () => {
  it("is a problem of a run that is done and failed, whatever its message is about", () => {
    const problemsOf = (run: Run): Issue[] => [
      issueOfResult(run),
      issueOfRunTime(run, 1, { minProcSeconds: 2, maxProcSeconds: 3 }),
      issueOfWait(run, 2, 1),
    ];
    assert.ok(problemsOf(failedRun()).every(isOfFailedRun));
    const kind = {
      code: "stuckRunning",
      severity: "failure",
      rank: 1,
      tally: "stuck",
      isState: true,
    } as const;
    const state = issueOf(kind, { run: failedRun() }, []);
    for (const other of [...problemsOf(failedRun({ result: "succeeded" })), state, issueOfRunCount(0, 1)])
      assert.equal(isOfFailedRun(other), false);
  });
});

describe("explainFailures", () => {
  it("explains failed runs by their logs and timelines, and leaves other problems as they are", async () => {
    const known = failed(1, marked("No space left on device"));
    const { issues, asked, pending } = await explained(
      [issueOfRunCount(0, 1), known, failed(2, marked("no route"), "a note"), failed(3)],
      { 2: [], 3: [{ message: "##[error]bad s3cret\n image", agent: "" }] },
    );
    assert.deepEqual(issues.map(toldOf), [
      [undefined, ""],
      ['Why: no space left ("No space left on device").', ""],
      ['Why: "no route".', "a note"],
      ['Why: "bad \\*\\*\\*  image".', ""],
    ]);
    assert.deepEqual([asked, pending], [[2, 3], 0]);
  });

  it("reads one timeline for the runs of a branch that ended with the same line: that of the latest", async () => {
    const same = [1, 2, 3].map((id) => failed(id, marked("no route")));
    const timelines = { 1: [{ message: "##[error]We ran out of quota", agent: "" }], 4: [], 5: [] };
    const { issues, asked } = await explained([...same, failed(4), failed(5)], timelines);
    assert.deepEqual(asked, [1, 4, 5]);
    assert.equal(new Set(issues.slice(0, 3).map(wordsOf)).size, 1);
    const places = issues.map(({ links: { place } }) => place);
    assert.deepEqual(places, ["unknown", undefined, undefined, "unknown", "unknown"]);
  });

  it("says which line of the log it quotes, and where the timeline that it read places that", async () => {
    const choice = { logId: 9, holdsError: true, logs: 1, considered: 1, lineCount: 9, unreadableLogs: 0 };
    const issues = ["exit code 1", "no route", "No space left on device"].map((text, index) => {
      const issue = failed(index, marked(text));
      return { ...issue, links: { ...issue.links, choice } };
    });
    const found = await explained(issues, { 1: [] });
    const lines = found.issues.map(({ links: { lineNumber, place } }) => [lineNumber, place]);
    assert.deepEqual(lines, [
      [5, undefined],
      [7, { job: "job" }],
      [7, undefined],
    ]);
    const unread = await explained(issues);
    assert.equal(unread.issues[1]?.links.place, "unknown");
  });

  it("does with the log when a timeline cannot be read, says so on its line, and why in the log", async () => {
    const { issues, printed } = await explained([failed(1, marked("no route"), "a note"), failed(2)]);
    const unread = "its timeline could not be read";
    assert.deepEqual(issues.map(toldOf), [
      ['Why: "no route".', `a note, ${unread}`],
      [undefined, unread],
    ]);
    const why = [1, 2].map((id) => `The timeline of run ${id} could not be read: down`);
    assert.deepEqual(printed, why);
  });

  it("ends with a cancelled step", async () => {
    const cancelled = AbortSignal.abort(new Error("The step was canceled."));
    await assert.rejects(explained([failed(1)], {}, cancelled), { message: "The step was canceled." });
  });
});

describe("causeReader", () => {
  const { config } = projectReport();
  const readerFor = (issue: Issue, keys: object) => {
    const report = projectReport({ config: { ...config, keys: { ...config.keys, ...keys } } });
    return causeReader(report, memoryContext(), { leftSeconds: 60 })(issue);
  };

  it("reads the line that says why a run failed, for either key, and of failed runs only", async () => {
    for (const keys of [{ explain_failures: true }, { group_causes: true }]) {
      const read = readerFor(failed(1), keys) ?? assert.fail();
      const found = await read(Readable.from([Buffer.from("fine\n##[error]no route")]));
      assert.deepEqual([found.holdsError, found.lineNumber, found.line?.text], [true, 2, "no route"]);
      const none = { holdsError: false, line: undefined, lineNumber: undefined };
      assert.deepEqual(await read(Readable.from([Buffer.from("fine")])), none);
      assert.equal(readerFor(issueOfWait(failedRun({ result: "succeeded" }), 2, 1), keys), undefined);
    }
    for (const off of [{}, { explain_failures: false, group_causes: false }])
      assert.equal(readerFor(failed(1), off), undefined);
  });
});
