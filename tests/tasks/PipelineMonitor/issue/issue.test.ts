import assert from "node:assert/strict";
import type { Run } from "../../../../shared/azure-devops/records";
import {
  happeningOf,
  type Issue,
  issueOf,
  pipelineNameOf,
  recoveryNote,
  stuckSince,
} from "../../../../tasks/PipelineMonitor/issue/issue";
import { missedAt } from "../../../../tasks/PipelineMonitor/issue/memory";
import { linkToRun, numberOf, pipelineOf } from "../../../../tasks/PipelineMonitor/issue/parts";
import { failedRun } from "../failed-run";

const kind = { code: "x", severity: "failure", rank: 1, tally: "x" } as const;
const about = (what: Issue["about"], more: Partial<Issue> = {}) => issueOf(kind, what, [], more);
const unreadable = { id: 1, buildNumber: "", pipeline: "a", problem: "x" };
const running = (changes: Partial<Run> = {}): { run: Run } => ({
  run: failedRun({ id: 5, queueTime: 100, startTime: 200, finishTime: undefined, ...changes }),
});

describe("an issue", () => {
  it("happened when its run finished, unless it says otherwise", () => {
    const run = failedRun({ finishTime: 7 });
    const ats = [
      about({ run }),
      about({ run }, { at: 5 }),
      about({ run }, { at: undefined }),
      about("project"),
    ];
    assert.deepEqual(
      ats.map(({ at }) => at),
      [7, 5, undefined, undefined],
    );
  });

  it("is of a pipeline if that is known", () => {
    const all = [
      "project",
      { unreadable },
      { run: failedRun({ pipeline: "b" }) },
      { pipeline: "c" },
    ] as const;
    assert.deepEqual(
      all.map((one) => pipelineNameOf(about(one))),
      [undefined, "a", "b", "c"],
    );
  });

  it("of an unfinished run is since the second after its limit", () => {
    const since = (what: Issue["about"], limits?: Issue["limits"]) =>
      stuckSince(about(what, limits === undefined ? {} : { limits }));
    assert.equal(since(running(), { maxSeconds: 50 }), 251);
    assert.equal(since(running({ startTime: undefined }), { maxWaitSeconds: 50 }), 151);
    for (const what of [
      running({ startTime: undefined, queueTime: undefined }),
      running({ finishTime: 300 }),
    ])
      assert.equal(since(what, { maxSeconds: 50 }), undefined);
    assert.deepEqual([since(running()), since("project", { maxSeconds: 50 })], [undefined, undefined]);
  });

  it("is known to later reports by its run and when that finished or got stuck, or its pipeline and when it was due", () => {
    const limits = { maxSeconds: 50 };
    assert.deepEqual(
      [
        ...[
          about({ run: failedRun({ id: 5, finishTime: 7 }) }),
          about(running(), { limits }),
          about(running()),
        ],
        ...[about({ pipeline: "c" }, { at: 9 }), about({ pipeline: "c" }), about("project", { at: 9 })],
        about({ unreadable }, { at: 9 }),
      ].map(happeningOf),
      ["5:7", "stuck-5:251", "stuck-5:0", missedAt("c", 9), undefined, undefined, undefined],
    );
  });
});

describe("the parts of a line", () => {
  const page = new URL("https://h/5");
  const nameless = { id: undefined, buildNumber: " ", pipeline: undefined, problem: "x" };

  it("name the pipeline and the run, or say that they are unknown", () => {
    const run = failedRun({ id: 5, buildNumber: "20261120.5", pipeline: "a" });
    assert.deepEqual([run, { ...run, pipeline: "\u200b" }, nameless].map(pipelineOf), [
      { name: "a" },
      { words: "A run of an unknown pipeline" },
      { words: "A run of an unknown pipeline" },
    ]);
    assert.deepEqual(numberOf(run, page), [{ label: { name: "20261120.5" }, url: page }]);
    assert.deepEqual(numberOf({ ...run, buildNumber: "" }, page), [{ label: { name: "5" }, url: page }]);
    assert.deepEqual(numberOf(nameless, undefined), [
      { words: "[" },
      { words: "unknown number" },
      { words: "]" },
    ]);
    assert.deepEqual(
      [run, { ...run, buildNumber: "" }, nameless].map((one) => linkToRun(one, page)),
      [
        { label: { name: "Run 20261120.5" }, url: page, of: "a" },
        { label: { name: "Run 5" }, url: page, of: "a" },
        { label: { words: "Run" }, url: page },
      ],
    );
  });

  it("make the note of a pipeline that works again", () => {
    const run = failedRun({ id: 5, buildNumber: "5", pipeline: "a" });
    assert.deepEqual(recoveryNote(run, page, "works again"), {
      parts: [{ name: "a" }, { words: " " }, { label: { name: "5" }, url: page }, { words: " works again." }],
      block: {
        parts: [{ name: "a", style: "strong" }, { words: " works again" }],
        links: [{ label: { name: "Run 5" }, url: page, of: "a" }],
      },
      ...{ severity: "recovery", rank: 6, run },
    });
  });
});
