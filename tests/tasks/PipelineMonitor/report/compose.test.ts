import assert from "node:assert/strict";
import { markdownWriting } from "../../../../shared/chat/markdown";
import { renderParts } from "../../../../shared/chat/message";
import { type LeftOut, nothingLeftOut } from "../../../../tasks/PipelineMonitor/alerts/left-out";
import type { Issue } from "../../../../tasks/PipelineMonitor/issue/issue";
import {
  composeMessage,
  groupedBy,
  type ProjectLines,
} from "../../../../tasks/PipelineMonitor/report/compose";
import { issueOfResult } from "../../../../tasks/PipelineMonitor/rules/issues";
import { sanitize } from "../../../sanitize";
import { failedRun } from "../failed-run";

const sentence = [{ words: 'Why: no space left ("full").' }];
const group = { key: "noSpace", title: [{ words: "no space left" }] };
const issue = (id: number, explanation?: Issue["explanation"]): Issue => ({
  ...issueOfResult(failedRun({ id, buildNumber: String(id) })),
  links: { runPage: new URL(`https://h/${id}`), log: undefined, note: "" },
  explanation,
  news: [{ words: "first failure after 3 successful runs" }],
});
const plain = (id: number) =>
  `nightly import [${id}](https://h/${id}) failed, first failure after 3 successful runs: ` +
  `status completed, result failed. [run](https://h/${id})`;

function compose(parts: Partial<ProjectLines>, skipped: string[] = [], leftOut: LeftOut = nothingLeftOut) {
  const { issueLines, lines } = composeMessage(
    [{ project: undefined, issues: [], notes: [], ...parts }],
    leftOut,
    skipped,
    groupedBy(sanitize),
  );
  return {
    issues: issueLines.length,
    lines: lines.map(({ parts: some }) => renderParts(some, markdownWriting, sanitize)),
  };
}

describe("composeMessage", () => {
  it("shows why runs failed, and groups those of one cause, where an explanation says so", () => {
    assert.deepEqual(compose({ issues: [issue(1), issue(2)] }).lines, [plain(1), plain(2)]);
    const explained = { sentence, group: undefined };
    assert.deepEqual(compose({ issues: [issue(1, explained), issue(2, explained)] }).lines, [
      `${plain(1)} Why: no space left ("full").`,
      `${plain(2)} Why: no space left ("full").`,
    ]);
    const grouped = { sentence: [], group };
    const { issues, lines } = compose({ issues: [issue(1, grouped), issue(2, grouped)] });
    assert.deepEqual([issues, lines.length], [1, 1]);
    assert.deepEqual(compose({ issues: [issue(1, grouped)] }).lines, [plain(1)]);
  });

  it("puts notes behind the issues, and counts them as none", () => {
    const note = {
      parts: [{ name: "price feed" }, { words: " works again after 3 failures." }],
      severity: "recovery",
      rank: 5,
    } as const;
    const { issues, lines } = compose({ issues: [issue(1)], notes: [note] });
    assert.equal(issues, 1);
    assert.deepEqual(lines, [plain(1), "price feed works again after 3 failures."]);
  });

  it("says what was skipped at the end of a message, and is no message for that alone", () => {
    const { lines } = compose({ issues: [issue(1)] }, ["history", "stuck runs"]);
    assert.equal(lines[1], "Could not check history, stuck runs; see the step's log.");
    assert.deepEqual(compose({}, ["history"]).lines, []);
  });
});
