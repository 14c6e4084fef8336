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

function said({ words, figures, tally, severity, rank, code }: Issue): string[] {
  return [`${written(words)}: ${written(figures)}`, tally, `${severity} ${rank}`, code];
}
/** What the products' messages and the tab show, and the limits that were crossed. */
const shown = ({ sentence, verdict, limits, isState }: Issue) => [
  sentence && written(sentence),
  verdict,
  ...Object.entries(limits ?? {}).flat(),
  ...(isState === true ? ["state"] : []),
];

const ended = (status: string, result: string) => said(issueOfResult(failedRun({ status, result })));
const ran = (seconds: number) =>
  said(issueOfRunTime(failedRun(), seconds, { minProcSeconds: 30, maxProcSeconds: 900 }));

describe("what the rules find", () => {
  it("says how many runs were expected and found, and none has a code of its own", () => {
    const text = "Fewer runs than expected in the last hour: expected more than 10, found";
    const [tally, rank] = ["too few runs", "failure 1"];
    assert.deepEqual(said(issueOfRunCount(7, 10)), [`${text} 7`, tally, rank, "tooFewRuns"]);
    assert.deepEqual(said(issueOfRunCount(0, 10)), [`${text} 0`, tally, rank, "noRuns"]);
  });

  it("calls each result that the service documents by words and a code of its own", () => {
    const rank = "failure 0";
    assert.deepEqual(
      ["failed", "canceled", "partiallySucceeded"].map((result) => ended("completed", result)),
      [
        ["failed: status ‹completed›, result ‹failed›", "failed", rank, "failed"],
        ["was canceled: status ‹completed›, result ‹canceled›", "canceled", "failure 0.3", "canceled"],
        [
          "partially succeeded: status ‹completed›, result ‹partiallySucceeded›",
          ...["partially succeeded", "failure 0.6", "partiallySucceeded"],
        ],
      ],
    );
  });

  it("says only that a run did not succeed if its result is none or unknown, as constructor is", () => {
    const odd = [...["constructor", "toString", "__proto__", "none", "Failed"], ""];
    for (const result of odd) {
      const shown = result === "" ? "no result" : `result ‹${result}›`;
      assert.deepEqual(ended("completed", result), [
        `did not succeed: status ‹completed›, ${shown}`,
        ...["did not succeed", "failure 0", "notSucceeded"],
      ]);
    }
  });

  it("calls no run failed or canceled that is not completed", () => {
    for (const [status, result] of [
      ["cancelling", "canceled"],
      ["inProgress", "failed"],
      ["postponed", "succeeded"],
      ["", "partiallySucceeded"],
    ] as const)
      assert.deepEqual(ended(status, result), [
        `did not succeed: status ‹${status}›, result ‹${result}›`,
        ...["did not succeed", "failure 0", "notSucceeded"],
      ]);
  });

  it("says of a record that is not readable what is wrong with it", () => {
    const record = { id: 812, buildNumber: "", pipeline: undefined, problem: "status: expected a text" };
    assert.deepEqual(said(issueOfRecord(record)), [
      "could not be checked: its record is not readable (‹status: expected a text›)",
      ...["not readable", "failure 0", "unreadable"],
    ]);
  });

  it("says on which side of its range a run time is", () => {
    const [long, fast] = [
      ["ran too long", "warning 3", "ranTooLong"],
      ["finished too fast", "warning 3", "finishedTooFast"],
    ];
    assert.deepEqual(ran(901), ["ran too long: 901 s (15 min 1 s), allowed 30 to 900 s", ...long]);
    assert.deepEqual(ran(29), ["finished too fast: 29 s, allowed 30 to 900 s", ...fast]);
    assert.deepEqual(ran(0), ["finished too fast: 0 s, allowed 30 to 900 s", ...fast]);
    assert.deepEqual(ran(-65), [
      "finished before it started, by its record: -65 s, allowed 30 to 900 s",
      ...fast,
    ]);
  });

  it("says how long a run waited, and how long it may", () => {
    assert.deepEqual(said(issueOfWait(failedRun(), 900, 45)), [
      "waited too long to start: 900 s (15 min), limit 45 s",
      ...["waited too long", "warning 4", "waitedTooLong"],
    ]);
  });

  it("has a sentence with one unit for products, a verdict for the tab, and the limit that was crossed", () => {
    const limits = { minProcSeconds: 30, maxProcSeconds: 900 };
    const result = (status: string, of: string) => issueOfResult(failedRun({ status, result: of }));
    const record = { id: 812, buildNumber: "", pipeline: undefined, problem: "x" };
    assert.deepEqual(
      [
        ...[issueOfRunCount(7, 10), issueOfRunCount(0, 10), issueOfRecord(record)],
        ...["failed", "canceled", "partiallySucceeded", "odd"].map((of) => result("completed", of)),
        ...[901, 29, -65].map((seconds) => issueOfRunTime(failedRun(), seconds, limits)),
        issueOfWait(failedRun(), 900, 45),
      ].map(shown),
      [
        ["fewer runs than expected in the last hour (7, expected more than 10)", undefined, "state"],
        ["no runs finished in the last hour", undefined, "state"],
        [undefined, "unreadable"],
        ["failed", "failed"],
        ["was canceled", "canceled"],
        ["partially succeeded", "partiallySucceeded"],
        ["did not succeed (status ‹completed›, result ‹odd›)", "failed"],
        ["ran 15 min 1 s, limit 15 min", "ranTooLong", "maxSeconds", 900],
        ["ran 29 s, at least 30 s expected", "finishedTooFast", "minSeconds", 30],
        [
          "finished before it started, by its record: ran -65 s, at least 30 s expected",
          ...["finishedTooFast", "minSeconds", 30],
        ],
        ["was queued for 15 min, limit 45 s", "waitedTooLong", "maxWaitSeconds", 45],
      ],
    );
  });
});
