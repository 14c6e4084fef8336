import assert from "node:assert/strict";
import { type Part, renderParts } from "../../../../shared/chat/message";
import { verdictOf } from "../../../../tasks/PipelineMonitor/report/verdict";
import type { Finding } from "../../../../tasks/PipelineMonitor/rules/finding";
import { sanitize } from "../../../sanitize";
import { failedRun } from "../failed-run";

const written = (parts: readonly Part[]) =>
  renderParts(parts, { name: (name) => `‹${name}›`, link: (label) => label }, sanitize);

/** What is said of a finding: its verdict and figures, how it counts in a title, and how bad it is. */
function said(finding: Finding): [string, string, string] {
  const { words, figures, tally, severity, rank } = verdictOf(finding);
  const text = figures.length === 0 ? written(words) : `${written(words)}: ${written(figures)}`;
  return [text, tally, `${severity} ${rank}`];
}

const ended = (status: string, result: string) =>
  said({ kind: "status", run: failedRun({ status, result }) });
const ran = (runSeconds: number) =>
  said({ kind: "runTime", run: failedRun(), runSeconds, minProcSeconds: 30, maxProcSeconds: 900 });

describe("verdictOf", () => {
  it("says how many runs were expected, and found", () => {
    assert.deepEqual(said({ kind: "tooFewRuns", expectedMoreThan: 10, runCount: 7 }), [
      "Fewer runs than expected in the last hour: expected more than 10, found 7",
      "too few runs",
      "failure 0",
    ]);
  });

  it("calls each result that the service documents by a verdict of its own", () => {
    assert.deepEqual(
      [
        ended("completed", "failed"),
        ended("completed", "canceled"),
        ended("completed", "partiallySucceeded"),
      ],
      [
        ["failed: status ‹completed›, result ‹failed›", "failed", "failure 1"],
        ["was canceled: status ‹completed›, result ‹canceled›", "canceled", "failure 1"],
        [
          "partially succeeded: status ‹completed›, result ‹partiallySucceeded›",
          "partially succeeded",
          "failure 1",
        ],
      ],
    );
  });

  it("says only that a run did not succeed where its result is none or unknown, as constructor is", () => {
    const odd = [...["constructor", "toString", "__proto__", "none", "Failed"], ""];
    for (const result of odd) {
      const shown = result === "" ? "no result" : `result ‹${result}›`;
      assert.deepEqual(ended("completed", result), [
        `did not succeed: status ‹completed›, ${shown}`,
        "did not succeed",
        "failure 1",
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
        "did not succeed",
        "failure 1",
      ]);
  });

  it("says of a record that is not readable what is wrong with it", () => {
    const record = { id: 812, buildNumber: "", pipeline: undefined, problem: "status: expected a text" };
    assert.deepEqual(said({ kind: "unreadable", record }), [
      "could not be checked: its record is not readable (‹status: expected a text›)",
      "not readable",
      "failure 2",
    ]);
  });

  it("says on which side of its range a run time is", () => {
    assert.deepEqual(ran(901), [
      "ran too long: 901 s (15 min 1 s), allowed 30 to 900 s",
      "ran too long",
      "warning 3",
    ]);
    assert.deepEqual(ran(29), [
      "finished too fast: 29 s, allowed 30 to 900 s",
      "finished too fast",
      "warning 3",
    ]);
    assert.deepEqual(ran(0), [
      "finished too fast: 0 s, allowed 30 to 900 s",
      "finished too fast",
      "warning 3",
    ]);
    assert.deepEqual(ran(-65), [
      "finished before it started, by its record: -65 s, allowed 30 to 900 s",
      "finished too fast",
      "warning 3",
    ]);
  });

  it("says how long a run waited, and how long it may", () => {
    assert.deepEqual(said({ kind: "queueTime", run: failedRun(), queuedSeconds: 900, queueSecondsMax: 45 }), [
      "waited too long to start: 900 s (15 min), limit 45 s",
      "waited too long",
      "warning 4",
    ]);
  });

  it("leaves what an optional check found in its own words", () => {
    const check = { kind: "check", hasLogs: false, subject: { pipeline: "price feed" } } as const;
    const sentence = [{ words: "is " }, { name: "odd" }];
    assert.deepEqual(said({ ...check, rank: 2, severity: "warning", tally: "near a run limit", sentence }), [
      "is ‹odd›",
      "near a run limit",
      "warning 2",
    ]);
  });
});
