import assert from "node:assert/strict";
import { markdownWriting, wholeMarkdownWriting } from "../../../../shared/chat/markdown";
import {
  type Line,
  type Message,
  type MessageForm,
  plainText,
  renderLine,
  renderParts,
  rowsOf,
} from "../../../../shared/chat/message";
import { projectIdOf } from "../../../../shared/project";
import { utcZone } from "../../../../shared/text/zone";
import type { Cause } from "../../../../tasks/PipelineMonitor/causes/cause";
import { explanationOf } from "../../../../tasks/PipelineMonitor/causes/reason";
import type { Issue } from "../../../../tasks/PipelineMonitor/issue/issue";
import { recoveryNote } from "../../../../tasks/PipelineMonitor/issue/note";
import type { FoundProject } from "../../../../tasks/PipelineMonitor/issue/report";
import { blockOf } from "../../../../tasks/PipelineMonitor/render/blocks";
import { composeMessage } from "../../../../tasks/PipelineMonitor/render/message";
import { blockOfNote } from "../../../../tasks/PipelineMonitor/render/notes";
import { restLine } from "../../../../tasks/PipelineMonitor/render/overflow";
import { isOfIssues } from "../../../../tasks/PipelineMonitor/render/report-line";
import { issueOfResult, issueOfRunCount } from "../../../../tasks/PipelineMonitor/rules/issues";
import { sanitize } from "../../../sanitize";
import { fewRuns, verdict } from "../../../sentences";
import { failedRun } from "../failed-run";
import { missedIssue } from "../found-issues";
import { projectReport, reportOn } from "../report-stage";

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
  `${verdict}. [run](https://h/${id})`;

function composed(
  changes: Partial<FoundProject>,
  skipped: string[] = [],
  form: MessageForm = "product",
): Message {
  const project = projectReport(changes);
  const found = { ...project, projects: [project], unread: [], notes: [], skipped, isListed: true };
  return composeMessage(found, form, undefined, sanitize);
}

function compose(
  changes: Partial<FoundProject>,
  skipped: string[] = [],
  form: MessageForm = "specification",
) {
  const message = composed(changes, skipped, form);
  const { lines } = message;
  return {
    title: plainText(message.title, sanitize),
    issues: lines.filter(isOfIssues).length,
    lines: lines.map(({ parts }) => renderParts(parts, markdownWriting, sanitize)),
  };
}

describe("a message", () => {
  it("shows why runs failed, and groups those of one cause, where an explanation says so", () => {
    assert.deepEqual(compose({ issues: [issue(1), issue(2)] }).lines, [plain(1), plain(2)]);
    const explained = { sentence, line: "", name: [], group: undefined };
    const why = ' Why: no space left ("full").';
    const { lines: both } = compose({ issues: [issue(1, explained), issue(2, explained)] });
    assert.deepEqual(both, [`${plain(1)}${why}`, `${plain(2)}${why}`]);
    const grouped = { sentence: [], line: "", name: [], group };
    const { issues, lines } = compose({ issues: [issue(1, grouped), issue(2, grouped)] });
    assert.deepEqual([issues, lines.length], [1, 1]);
    assert.deepEqual(compose({ issues: [issue(1, grouped)] }).lines, [plain(1)]);
  });

  it("says in its only line what the title does not, and all of it if that is nothing or the name is shortened", () => {
    const texts = (changes: Partial<FoundProject>) => compose(changes, [], "product").lines;
    const failed = { ...issueOfResult(failedRun({ pipeline: "x".repeat(190) })), links: issue(1).links };
    assert.deepEqual(texts({ issues: [failed] }), [`${"x".repeat(190)} failed`]);
    assert.deepEqual(texts({ issues: [{ ...issue(1), news: undefined }] }), [""], "its links are left");
    const unlinked = { ...issueOfResult(failedRun()), failedAt: { time: 0, zone: utcZone } };
    assert.deepEqual(texts({ issues: [unlinked] }), ["At 1970-01-01 00:00 UTC"]);
    const ended = { says: [{ words: "All is over" }], severity: "note", rank: 7 } as const;
    assert.deepEqual(texts({ notes: [ended] }), ["All is over"]);
    const cause = { sentence, line: "z".repeat(200), name: [], group: undefined };
    const [line = assert.fail()] = composed({ issues: [issue(1, cause)] }).lines;
    const rows = rowsOf(line).map((row) => plainText(row, sanitize));
    assert.deepEqual(rows, ["First time in 4 runs", "z".repeat(200), "Run 1"]);
  });

  it("loses no run, log or reason beneath a title that says the cause", () => {
    const [lost, both] = [
      { kind: "lostAgent", agent: "build-07" },
      { explains: true, groups: true, quotes: true },
    ] as const;
    const rowsBeneath = (cause: Cause | undefined, line: string, ...pipelines: string[]) => {
      const issues = pipelines.map((pipeline, id) => {
        const failed = {
          ...issueOfResult(failedRun({ id, buildNumber: `${id}`, pipeline })),
          links: issue(id).links,
        };
        return { ...failed, explanation: explanationOf({ cause, line, ending: "" }, failed, both) };
      });
      const { title, lines } = composed({ issues });
      const [only = assert.fail(), ...others] = lines;
      assert.deepEqual(
        [others, only.isBeneathTitle, only.links?.length],
        [[], true, pipelines.length === 1 ? 1 : 0],
      );
      return [title.slice(1), ...[only.parts, ...(only.rows ?? [])]].map((row) => plainText(row, sanitize));
    };
    const [a, b, c] = ["a ([0])", "b ([1])", "c ([2])"].map((text) => text.replace(/[[\]]/g, ""));
    assert.deepEqual(rowsBeneath(lost, "", "a", "b"), [
      "Night Shift: 2 problems: agent build-07 lost: 2 runs failed (a, b)",
      `${a} · ${b}`,
    ]);
    assert.deepEqual(rowsBeneath(undefined, "no route", "a", "b"), [
      "2 runs failed (a, b): no route",
      `${a} · ${b}`,
    ]);
    const three = (cause: string) => [`${cause}: 3 pipelines failed (Night Shift)`, `${a} · ${b} · ${c}`];
    assert.deepEqual(rowsBeneath(undefined, "no route", "a", "b", "c"), three("no route"));
    assert.deepEqual(rowsBeneath(lost, "no route", "a", "b", "c"), three("Agent build-07 lost"));
    const named = ["a failed: variable SMTP_HOST is not defined", "line 7: unbound"];
    assert.deepEqual(
      rowsBeneath({ kind: "undefinedVariable", variable: "SMTP_HOST" }, "line 7: unbound", "a"),
      named,
    );
  });

  it("has each line, also those of its end, as it reads where there is no title", () => {
    const project = projectReport({ issues: [issue(1), issueOfRunCount(7, 10)] });
    const { lines, alone } = composeMessage(reportOn([project]), "product", undefined, sanitize);
    const texts = alone.map(({ parts }) => plainText(parts, sanitize));
    assert.equal(lines.length, 1);
    assert.deepEqual(texts, [
      "nightly import failed, first time in 4 runs",
      `${fewRuns} in the last hour (7, expected more than 10)`,
    ]);
  });

  it("names the branch of a missed run, which has no number, in the specification's form, and of no other", () => {
    const on = (branch: string) => {
      const { about: _, ...missed } = missedIssue(projectReport(), { pipeline: "a", at: 0 });
      const run = failedRun({ pipeline: "a", branch });
      return [{ ...missed, about: { pipeline: run.pipeline, branch } }, issueOfResult(run)];
    };
    const { lines } = compose({ issues: ["refs/heads/main", "refs/heads/dev"].flatMap(on) });
    assert.deepEqual(
      lines.map((line) => line.replace(/ (did|\[).*/, "")),
      ["a on main", "a", "a on dev", "a"],
    );
  });

  it("puts notes behind the issues, and counts them as none", () => {
    const says = [{ name: "price feed" }, { words: " is well again" }];
    const note = { says, severity: "recovery", rank: 5 } as const;
    const { issues, lines } = compose({ issues: [issue(1)], notes: [note] });
    assert.deepEqual([issues, lines], [1, [plain(1), "price feed is well again."]]);
  });

  it("says what was skipped at the end of a message, and is no message for that alone", () => {
    const { lines } = compose({ issues: [issue(1)] }, ["history", "stuck runs"]);
    assert.equal(lines[1], "Could not check history, stuck runs; see the step's log.");
    assert.deepEqual(compose({}, ["history"]).lines, []);
  });
});

describe("the line in place of those that do not fit", () => {
  /** Each branch has a problem of its own. */
  const blockAt = (pipeline: string, id: number) =>
    blockOf(issueOfResult(failedRun({ id, pipeline, branch: `refs/heads/${id}` })));
  const recovered = (pipeline: string) =>
    blockOfNote(recoveryNote(failedRun({ pipeline }), new URL("https://h/1"), "works again"));
  const ownRun = new URL("https://h/run");
  const textOf = (lines: readonly Line[], maxNames = 100) =>
    renderLine(restLine(lines, ownRun, sanitize)(maxNames), wholeMarkdownWriting, sanitize);
  const end = "\n[See all](https://h/run)";

  it("names every pipeline with its count, the worst first, and what works again", () => {
    const problems = [blockAt("b", 1), blockAt("a", 2), blockAt("b", 3)];
    assert.equal(textOf(problems), `🔴 **3 more problems**: b ×2, a${end}`);
    assert.equal(textOf([blockAt("a", 1), blockAt("a", 1)]), `🔴 **1 more problem, 2 runs**: a${end}`);
    const all = [...problems, blockOf(issueOfRunCount(7, 10)), recovered("tax rates")];
    assert.equal(textOf(all), `🔴 **4 more problems**: b ×2, a\n**1 more recovery**: tax rates${end}`);
    const over = { ...recovered("e"), tells: [...blockAt("e", 5).tells, ...recovered("e").tells] };
    assert.equal(textOf([over]), `🟢 **1 more recovery**: e${end}`, "what ended is no problem");
    const well = ["c", "d", "c"].map(recovered);
    assert.equal(textOf(well), `🟢 **3 more recoveries**: c ×2, d${end}`);
    assert.equal(restLine([], undefined, sanitize)(9).severity, "note");
  });

  it("counts the pipelines that it has no room to name", () => {
    const problems = ["a", "b", "c", "a"].map(blockAt);
    for (const [maxNames, counted] of [
      [4, "**4 more problems**: a ×2, b, c\n**1 more recovery**: d"],
      [3, "**4 more problems**: a ×2, b, c\n**1 more recovery** in 1 pipeline"],
      [1, "**4 more problems**: a ×2, and 2 more pipelines\n**1 more recovery** in 1 pipeline"],
      [0, "**4 more problems** in 3 pipelines\n**1 more recovery** in 1 pipeline"],
    ] as const)
      assert.equal(textOf([...problems, recovered("d")], maxNames), `🔴 ${counted}${end}`);
  });

  it("says once which project pipelines are in, and cuts a long name", () => {
    const inProject = (name: string, pipeline: string) => ({
      ...blockAt(pipeline, 1),
      project: { id: projectIdOf(name), name },
    });
    const blocks = [inProject("Shop", "x".repeat(100)), inProject("Lab", "a"), inProject("Shop", "a")];
    assert.equal(
      textOf(blocks),
      `🔴 **3 more problems**: Shop: ${"x".repeat(35)}…${"x".repeat(24)}, a; Lab: a${end}`,
    );
    const worst = `Shop: ${"x".repeat(35)}…${"x".repeat(24)}; Lab: a, and 1 more pipeline`;
    assert.equal(textOf(blocks, 2), `🔴 **3 more problems**: ${worst}${end}`);
  });

  it("names the pipelines of each project as that project needs it", () => {
    const projectWith = (name: string, ...folders: string[]) => {
      const issues = folders.map((folder, index) =>
        issueOfResult(failedRun({ id: index, pipeline: { id: index, name: "deploy", folder } })),
      );
      const { config, ...report } = projectReport({ issues });
      return { ...report, config: { ...config, project: new URL(`https://h/${name}`), projectName: name } };
    };
    const projects = [projectWith("Shop", "\\A"), projectWith("Lab", "\\A", "\\B")];
    const { lines, rest } = composeMessage(reportOn(projects), "product", undefined, sanitize);
    const { parts } = rest?.(lines)(9) ?? assert.fail();
    assert.match(plainText(parts, sanitize), /: Shop: deploy; Lab: \\A\\deploy, \\B\\deploy$/);
  });

  it("counts notes of other kinds, and is as urgent as the worst; outside a pipeline, the log has it all", () => {
    const tally = { thing: "project", what: "could not be read" };
    const note = { says: [{ words: "x" }], severity: "note", rank: 1 } as const;
    const notes = [{ ...note, tally }, { ...note, tally }, note].map(blockOfNote);
    const urgent = { ...blockAt("a", 1), urgency: "high" } as const;
    const all = "2 projects could not be read\n1 more note";
    assert.equal(textOf(notes), `ℹ️ ${all}${end}`);
    const line = restLine([urgent, ...notes], undefined, sanitize)(9);
    assert.equal(
      renderLine(line, wholeMarkdownWriting, sanitize),
      `🚨 **1 more problem**: a\n${all}\nSee the step's log`,
    );
  });
});
