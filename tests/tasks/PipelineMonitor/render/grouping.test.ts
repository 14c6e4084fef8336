import assert from "node:assert/strict";
import fc from "fast-check";
import { markdownWriting } from "../../../../shared/chat/markdown";
import { renderParts } from "../../../../shared/chat/message";
import type { Cause } from "../../../../tasks/PipelineMonitor/causes/cause";
import { explanationOf } from "../../../../tasks/PipelineMonitor/causes/reason";
import { isFooter } from "../../../../tasks/PipelineMonitor/causes/shapes/footers";
import { type Issue, isOfFailedRun } from "../../../../tasks/PipelineMonitor/issue/issue";
import { groupedLines } from "../../../../tasks/PipelineMonitor/render/lines";
import { issueOfResult, issueOfWait } from "../../../../tasks/PipelineMonitor/rules/issues";
import { sanitize } from "../../../sanitize";
import { verdict, waitedTooLong } from "../../../sentences";
import { failedRun, type RunChanges } from "../failed-run";

const lost: Cause = { kind: "lostAgent", agent: "build-07" };
const noSpace: Cause = { kind: "noSpace" };

/** A failed run with a cause, a line that tells it, or neither. */
function issue(id: number, cause?: Cause, line = "", changes: Partial<Issue> = {}, ending = ""): Issue {
  const found = { ...issueOfResult(failedRun({ id, buildNumber: String(id) })), ...changes };
  const certainty = isFooter(line) ? "footer" : "sure";
  const isExplained = (cause !== undefined || line !== "") && isOfFailedRun(found);
  return {
    ...found,
    links: { runPage: new URL(`https://h/${id}`), log: new URL(`https://h/l/${id}`), note: "" },
    explanation: isExplained ? explanationOf({ cause, line, ending, certainty }, found, grouping) : undefined,
    ...changes,
  };
}

function ofRun(changes: RunChanges): Partial<Issue> {
  const { links: _, ...found } = issueOfResult(failedRun(changes));
  return found;
}

const grouping = { explains: false, groups: true, quotes: true };

const grouped = (...issues: Issue[]) =>
  groupedLines(issues).map(({ parts }) => renderParts(parts, markdownWriting, sanitize));
const link = (id: number) => `[${id}](https://h/${id}) [log](https://h/l/${id})`;
const ofLost = `(agent build-07 lost): nightly import ${link(1)}, ${link(2)}`;

describe("groupedLines", () => {
  it("gives runs that lost the same agent one line with a link to each, where the first would stand", () => {
    const price = issue(3, lost, "", ofRun({ id: 3, buildNumber: "3", pipeline: "price feed" }));
    const [one, two] = [issue(1, lost, "We stopped hearing"), issue(2, lost, "we stopped hearing")];
    const lines = grouped(one, issue(9), two, price);
    assert.deepEqual(lines, [
      `3 runs failed (agent build-07 lost): nightly import ${link(1)}, ${link(2)}, price feed ${link(3)}`,
      `nightly import [9](https://h/9) failed: ${verdict}. [log](https://h/l/9)`,
    ]);
  });

  it("ends such a line with owner and runbook, and ranks it by its importance", () => {
    const runbook = new URL("https://wiki/a");
    const alert = { owner: "Ops", mention: "", runbook, importance: "high" } as const;
    const issues = [1, 2].map((id) => ({ ...issue(id, lost), alert }));
    const ends = ". Owner: Ops. [runbook](https://wiki/a)";
    assert.deepEqual(grouped(...issues), [`2 runs failed ${ofLost}${ends}`]);
    const [{ parts: _, ...line } = assert.fail()] = groupedLines(issues);
    assert.deepEqual(line, { severity: "failure", rank: -10, urgency: "high", tells: issues });
  });

  it("names the owners of such a line", () => {
    const of = (id: number, owner: string) => ({
      ...issue(id, lost),
      alert: { owner, mention: "", runbook: undefined, importance: "normal" } as const,
    });
    assert.deepEqual(grouped(of(1, "Ops"), of(2, "Billing")), [
      `2 runs failed ${ofLost}. Owners: Ops, Billing.`,
    ]);
  });

  it("groups runs whose logs tell the same line, and quotes it", () => {
    assert.deepEqual(grouped(issue(1, undefined, "refused"), issue(2, undefined, "refused")), [
      `2 runs failed ("refused"): nightly import ${link(1)}, ${link(2)}`,
    ]);
  });

  it("says that runs of one cause did not succeed where their results differ", () => {
    const canceled = (id: number) => issue(id, lost, "", ofRun({ id, buildNumber: "2", result: "canceled" }));
    assert.deepEqual(grouped(issue(1, lost), canceled(2)), [`2 runs did not succeed ${ofLost}`]);
    assert.match(grouped(canceled(2), canceled(3))[0] ?? "", /^2 runs canceled \(agent build-07 lost\): /);
  });

  it("leaves apart what has another cause, and what only says that there was an error", () => {
    const silent = "Bash exited with code '1'.";
    const nameless: Cause = { kind: "lostAgent", agent: "" };
    for (const [one, other] of [
      [issue(1, lost), issue(2, noSpace)],
      [issue(1, lost), issue(2, { kind: "lostAgent", agent: "build-08" })],
      [issue(1, nameless), issue(2, nameless)],
      [issue(1, undefined, silent), issue(2, undefined, silent)],
      [issue(1), issue(2)],
    ] as const)
      assert.equal(grouped(one, other).length, 2);
  });

  it("leaves a run whose message is of another kind a line of its own, with its figures", () => {
    const { links: _, ...wait } = issueOfWait(failedRun(), 900, 300);
    const waited = issue(1, lost, "", wait);
    const lines = grouped(waited, issue(2, lost), issue(3, lost));
    assert.match(lines[0] ?? "", new RegExp(`${waitedTooLong}: 900 s`));
    assert.match(lines[1] ?? "", /^2 runs failed \(agent build-07 lost\): /);
  });

  it("says of each run what is to be said of it", () => {
    const remarked = issue(1, noSpace, "", {
      links: { runPage: new URL("https://h/1"), log: undefined, note: "no log" },
      news: { kind: "first", successes: 3, orMore: false },
    });
    assert.equal(
      grouped(remarked, issue(2, noSpace))[0],
      "2 runs failed (no space left): nightly import [1](https://h/1) [run](https://h/1) " +
        `(first failure after 3 successful runs, no log), ${link(2)}`,
    );
  });

  it("has one line for a cause, however many runs it has", () => {
    const group = Array.from({ length: 400 }, (_, index) => issue(index + 1, lost));
    const [line = "", ...others] = grouped(...group);
    assert.match(line, /^400 runs failed \(agent build-07 lost\): nightly import \[1\]/);
    assert.deepEqual([others, line.match(/\[\d+\]\(/g)?.length], [[], 400]);
  });

  it("does not group by a line that stands for one which says nothing", () => {
    const lint = (id: number) => issue(id, undefined, "an error in lint", {}, "Bash exited with code '1'.");
    assert.equal(grouped(lint(1), lint(2)).length, 2);
  });

  it("loses no run, and names none twice, whatever the causes are", () => {
    const cause = fc.option(fc.constantFrom<Cause>(lost, noSpace, { kind: "timeOut" }), { nil: undefined });
    const line = fc.constantFrom("", "refused", "Bash exited with code '1'.");
    fc.assert(
      fc.property(fc.array(fc.tuple(cause, line), { maxLength: 40 }), (causes) => {
        const text = grouped(...causes.map(([why, told], index) => issue(index + 1, why, told))).join("\n");
        const named = [...text.matchAll(/\]\(https:\/\/h\/(\d+)\)/g)].map(([, id]) => Number(id));
        assert.deepEqual(
          named.sort((one, other) => one - other),
          causes.map((_, index) => index + 1),
        );
      }),
    );
  });
});
