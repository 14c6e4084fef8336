import assert from "node:assert/strict";
import { type Part, renderParts } from "../../../../shared/chat/message";
import type { Issue } from "../../../../tasks/PipelineMonitor/issue/issue";
import {
  issueOfRecord,
  issueOfResult,
  issueOfRunCount,
  issueOfRunTime,
  issueOfWait,
} from "../../../../tasks/PipelineMonitor/rules/issues";
import { sanitize } from "../../../sanitize";
import { failedRun } from "../failed-run";

const written = (parts: readonly Part[]) =>
  renderParts(parts, { name: (name) => `‹${name}›`, link: (label) => label }, sanitize);

/** What the specification's form says, what the log counts, how urgent it is, and its code. */
const said = ({ words, figures, tally, severity, rank, code }: Issue) => [
  `${written(words)}: ${written(figures)}`,
  tally,
  `${severity} ${rank}`,
  code,
];
/** What the products' messages and the tab show, and the limits that were crossed. */
const shown = ({ sentence, verdict, limits = {}, isState = false }: Issue) => {
  const state = isState ? ["state"] : [];
  return [sentence && written(sentence), verdict, ...Object.entries(limits).flat(), ...state];
};

const ended = (status: string, result: string) => issueOfResult(failedRun({ status, result }));
const ran = (seconds: number) =>
  issueOfRunTime(failedRun(), seconds, { minProcSeconds: 30, maxProcSeconds: 900 });
const unreadable = { id: 812, buildNumber: "", pipeline: undefined, problem: "status: expected a text" };

describe("what the rules find", () => {
  it("says how many runs were expected and found, and none has a code of its own", () => {
    const text = "Fewer runs than expected in the last hour: expected more than 10, found";
    assert.deepEqual(
      [7, 0].map((count) => said(issueOfRunCount(count, 10))),
      [
        [`${text} 7`, "too few runs", "failure 1", "tooFewRuns"],
        [`${text} 0`, "too few runs", "failure 1", "noRuns"],
      ],
    );
  });

  it("calls each result that the service documents by words and a code of its own, and any other none", () => {
    const partially = "partially succeeded: status ‹completed›, result ‹partiallySucceeded›";
    for (const [result, ...expected] of [
      ["failed", "failed: status ‹completed›, result ‹failed›", "failed", "failure 0", "failed"],
      [
        "canceled",
        "was canceled: status ‹completed›, result ‹canceled›",
        "canceled",
        "failure 0.3",
        "canceled",
      ],
      ["partiallySucceeded", partially, "partially succeeded", "failure 0.6", "partiallySucceeded"],
    ] as const)
      assert.deepEqual(said(ended("completed", result)), expected);
    const notSucceeded = ["did not succeed", "failure 0", "notSucceeded"];
    for (const result of ["constructor", "toString", "__proto__", "none", "Failed", ""]) {
      const shown = result === "" ? "no result" : `result ‹${result}›`;
      const text = `did not succeed: status ‹completed›, ${shown}`;
      assert.deepEqual(said(ended("completed", result)), [text, ...notSucceeded]);
    }
    for (const [status, result] of [
      ["cancelling", "canceled"],
      ["inProgress", "failed"],
      ["postponed", "succeeded"],
      ["", "partiallySucceeded"],
    ] as const) {
      const text = `did not succeed: status ‹${status}›, result ‹${result}›`;
      assert.deepEqual(said(ended(status, result)), [text, ...notSucceeded], "it is not completed");
    }
  });

  it("says of a record that is not readable what is wrong with it", () => {
    assert.deepEqual(said(issueOfRecord(unreadable)), [
      "could not be checked: its record is not readable (‹status: expected a text›)",
      ...["not readable", "failure 0", "unreadable"],
    ]);
  });

  it("says on which side of its range a run time is", () => {
    const allowed = "allowed 30 to 900 s";
    const fast = ["finished too fast", "warning 3", "finishedTooFast"];
    for (const [seconds, ...expected] of [
      [901, `ran too long: 901 s (15 min 1 s), ${allowed}`, "ran too long", "warning 3", "ranTooLong"],
      [29, `finished too fast: 29 s, ${allowed}`, ...fast],
      [0, `finished too fast: 0 s, ${allowed}`, ...fast],
      [-65, `finished before it started, by its record: -65 s, ${allowed}`, ...fast],
    ] as const)
      assert.deepEqual(said(ran(seconds)), expected);
  });

  it("says how long a run waited, and how long it may", () => {
    assert.deepEqual(said(issueOfWait(failedRun(), 900, 45)), [
      "waited too long to start: 900 s (15 min), limit 45 s",
      ...["waited too long", "warning 4", "waitedTooLong"],
    ]);
  });

  it("has a sentence with one unit for products, a verdict for the tab, and the limit that was crossed", () => {
    const before = "finished before it started, by its record: ran -65 s, at least 30 s expected";
    for (const [issue, ...expected] of [
      [
        issueOfRunCount(7, 10),
        "fewer runs than expected in the last hour (7, expected more than 10)",
        undefined,
        "state",
      ],
      [issueOfRunCount(0, 10), "no runs finished in the last hour", undefined, "state"],
      [issueOfRecord(unreadable), undefined, "unreadable"],
      [ended("completed", "failed"), "failed", "failed"],
      [ended("completed", "canceled"), "was canceled", "canceled"],
      [ended("completed", "partiallySucceeded"), "partially succeeded", "partiallySucceeded"],
      [ended("completed", "odd"), "did not succeed (status ‹completed›, result ‹odd›)", "failed"],
      [ran(901), "ran 15 min 1 s, limit 15 min", "ranTooLong", "maxSeconds", 900],
      [ran(29), "ran 29 s, at least 30 s expected", "finishedTooFast", "minSeconds", 30],
      [ran(-65), before, "finishedTooFast", "minSeconds", 30],
      [
        issueOfWait(failedRun(), 900, 45),
        "was queued for 15 min, limit 45 s",
        "waitedTooLong",
        "maxWaitSeconds",
        45,
      ],
    ] as const)
      assert.deepEqual(shown(issue), expected);
  });
});
