import assert from "node:assert/strict";
import { markdownWriting } from "../../../../shared/chat/markdown";
import { renderParts } from "../../../../shared/chat/message";
import { digestOf } from "../../../../tasks/PipelineMonitor/report/compose";
import type { Issue } from "../../../../tasks/PipelineMonitor/report/lines";
import { sanitize } from "../../../sanitize";
import { failedRun } from "../failed-run";

const none = { groupCauses: false, explainFailures: false };
const issue = (id: number): Issue => ({
  problem: { kind: "status", run: failedRun({ id, buildNumber: String(id) }) },
  links: { runPage: new URL(`https://h/${id}`), log: undefined, note: "" },
  why: { cause: { kind: "noSpace" }, line: "full", ending: "" },
  news: "first failure after 3 good runs",
});
const plain = (id: number) =>
  `nightly import [${id}](https://h/${id}): status completed, result failed; ` +
  `first failure after 3 good runs. [run](https://h/${id})`;
const recovery = { run: failedRun({ pipeline: "price feed" }), failures: 3, orMore: false };
const recovered = { ...recovery, runPage: new URL("https://h/812") };

function digest(parts: Partial<Parameters<typeof digestOf>[0]>, lost: string[] = [], extras = none) {
  const { issueLines, lines } = digestOf({ issues: [], recoveries: [], ...parts }, lost, extras, sanitize);
  return {
    issues: issueLines.length,
    lines: lines.map(({ parts: some }) => renderParts(some, markdownWriting, sanitize)),
  };
}

describe("digestOf", () => {
  it("explains failures and groups causes only where that is asked for", () => {
    const issues = [issue(1), issue(2)];
    assert.deepEqual(digest({ issues }).lines, [plain(1), plain(2)]);
    assert.deepEqual(digest({ issues }, [], { ...none, explainFailures: true }).lines, [
      `${plain(1)} Why: no space left ("full").`,
      `${plain(2)} Why: no space left ("full").`,
    ]);
    const grouped = digest({ issues }, [], { ...none, groupCauses: true });
    assert.deepEqual([grouped.issues, grouped.lines.length], [1, 1]);
    assert.deepEqual(digest({ issues: [issue(1)] }, [], { ...none, groupCauses: true }).lines, [plain(1)]);
  });

  it("tells of pipelines that work again behind the issues, and counts them as none", () => {
    const { issues, lines } = digest({ issues: [issue(1)], recoveries: [recovered] });
    assert.equal(issues, 1);
    assert.deepEqual(lines, [
      plain(1),
      "price feed [20261120.3](https://h/812) works again after 3 failures.",
    ]);
  });

  it("says what could not be had at the end of a message, and is no message for that alone", () => {
    const { lines } = digest({ issues: [issue(1)] }, ["history", "unfinished runs"]);
    assert.equal(lines[1], "Left out: history, unfinished runs; the log of the step says why.");
    assert.deepEqual(digest({}, ["history"]).lines, []);
  });
});
