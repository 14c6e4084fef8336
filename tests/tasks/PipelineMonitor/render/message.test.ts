import assert from "node:assert/strict";
import { markdownWriting } from "../../../../shared/chat/markdown";
import { type Line, type MessageForm, plainText, renderParts } from "../../../../shared/chat/message";
import { type Issue, isOfIssues, recoveryNote, toldIn } from "../../../../tasks/PipelineMonitor/issue/issue";
import type { ProjectReport } from "../../../../tasks/PipelineMonitor/issue/report";
import { blockOfNote } from "../../../../tasks/PipelineMonitor/render/blocks";
import { messageLine } from "../../../../tasks/PipelineMonitor/render/lines";
import { composeMessage } from "../../../../tasks/PipelineMonitor/render/message";
import { tallyLine } from "../../../../tasks/PipelineMonitor/render/overflow";
import { issueOfResult, issueOfRunCount } from "../../../../tasks/PipelineMonitor/rules/issues";
import { sanitize } from "../../../sanitize";
import { failedRun } from "../failed-run";
import { memoryContext, projectReport } from "../report-stage";

const sentence = [{ words: 'Why: no space left ("full").' }];
const group = { key: "noSpace", title: [{ words: "no space left" }] };
const issue = (id: number, explanation?: Issue["explanation"]): Issue => ({
  ...issueOfResult(failedRun({ id, buildNumber: String(id) })),
  links: { runPage: new URL(`https://h/${id}`), log: undefined, note: "" },
  explanation,
  news: { kind: "first", successes: 3, orMore: false },
});
const plain = (id: number) =>
  `nightly import [${id}](https://h/${id}) failed, first failure after 3 successful runs: ` +
  `status completed, result failed. [run](https://h/${id})`;

async function compose(
  changes: Partial<ProjectReport>,
  skipped: string[] = [],
  form: MessageForm = "specification",
) {
  const project = projectReport(changes);
  const found = { config: project.config, projects: [project], unread: [], notes: [], skipped };
  const { message } = await composeMessage(found, form, undefined, memoryContext());
  const { lines } = message;
  return {
    title: plainText(message.title, sanitize),
    ranks: lines.map(({ rank }) => rank),
    issues: lines.filter(isOfIssues).length,
    lines: lines.map(({ parts }) => renderParts(parts, markdownWriting, sanitize)),
  };
}

describe("a message", () => {
  it("shows why runs failed, and groups those of one cause, where an explanation says so", async () => {
    assert.deepEqual((await compose({ issues: [issue(1), issue(2)] })).lines, [plain(1), plain(2)]);
    const explained = { sentence, line: "", name: [], group: undefined };
    assert.deepEqual((await compose({ issues: [issue(1, explained), issue(2, explained)] })).lines, [
      `${plain(1)} Why: no space left ("full").`,
      `${plain(2)} Why: no space left ("full").`,
    ]);
    const grouped = { sentence: [], line: "", name: [], group };
    const { issues, lines } = await compose({ issues: [issue(1, grouped), issue(2, grouped)] });
    assert.deepEqual([issues, lines.length], [1, 1]);
    assert.deepEqual((await compose({ issues: [issue(1, grouped)] })).lines, [plain(1)]);
  });

  it("has a line for each issue if they cannot be grouped, and says so", async () => {
    const odd = {
      ...{ sentence, line: "", name: [] },
      get group(): never {
        throw new TypeError("x is undefined");
      },
    };
    const skipped = "Could not check history, groups of causes; see the step's log.";
    const { lines } = await compose({ issues: [issue(1, odd), issue(2, odd)] }, ["history"]);
    assert.deepEqual(lines, [plain(1), plain(2), skipped]);
    const inProduct = await compose({ issues: [issue(1, odd), issue(2, odd)] }, [], "product");
    assert.equal(inProduct.issues, 2);
    const failed = "nightly import failed";
    assert.equal(inProduct.title, `🔴 Night Shift: 2 problems: ${failed}, ${failed}`);
  });

  it("tells at most five recoveries before the worst problem if not all have room", async () => {
    const recovered = recoveryNote(failedRun(), new URL("https://h/1"), "works again");
    const notes = Array.from({ length: 7 }, () => ({ ...recovered }));
    const { ranks } = await compose({ issues: [issue(1)], notes }, [], "product");
    assert.deepEqual(ranks, [0, ...Array.from({ length: 5 }, () => -100), 6, 6]);
  });

  it("puts notes behind the issues, and counts them as none", async () => {
    const note = {
      parts: [{ name: "price feed" }, { words: " works again after 3 failures." }],
      severity: "recovery",
      rank: 5,
    } as const;
    const { issues, lines } = await compose({ issues: [issue(1)], notes: [note] });
    assert.equal(issues, 1);
    assert.deepEqual(lines, [plain(1), "price feed works again after 3 failures."]);
  });

  it("says what was skipped at the end of a message, and is no message for that alone", async () => {
    const { lines } = await compose({ issues: [issue(1)] }, ["history", "stuck runs"]);
    assert.equal(lines[1], "Could not check history, stuck runs; see the step's log.");
    assert.deepEqual((await compose({}, ["history"])).lines, []);
  });
});

describe("the line in place of those that do not fit", () => {
  const lineOf = (pipeline: string, id: number) => messageLine(issueOfResult(failedRun({ id, pipeline })));
  const recovered = () => blockOfNote(recoveryNote(failedRun(), new URL("https://h/1"), "works again"));
  const tally = (lines: readonly Line[]) => {
    const line = tallyLine(lines);
    return { text: renderParts(line.parts, markdownWriting, sanitize), told: toldIn([line]).size };
  };

  it("tells how many issues each pipeline has, the most first, and how many recoveries there are", () => {
    const [a, b, c] = [lineOf("a", 1), lineOf("b", 2), lineOf("b", 3)];
    const unknown = messageLine(issueOfRunCount(7, 10));
    const rest = " did not fit here: b ×2, a ×1; see the step's log.";
    assert.deepEqual(tally([a, b, c]), { text: `3 more issues${rest}`, told: 3 });
    assert.deepEqual(tally([a, b, c, unknown, recovered()]), {
      text: `4 more issues and 1 more recovery${rest}`,
      told: 3,
    });
    assert.deepEqual(tally([recovered(), recovered()]), {
      text: "2 more recoveries did not fit here; see the step's log.",
      told: 0,
    });
    assert.equal(tally([]).text, "More did not fit here; see the step's log.");
    const { rank, issueCount } = tallyLine([a]);
    assert.deepEqual([rank, issueCount], [-100, 0]);
  });

  it("tells no issue of a pipeline that it does not name", () => {
    const many = (count: number) => tally(Array.from({ length: count }, (_, id) => lineOf(`p${id}`, id)));
    assert.match(many(60).text, /, and 10 more pipelines; see/);
    assert.equal(many(60).told, 50);
    assert.match(many(50).text, /, p49 ×1; see/);
  });
});
