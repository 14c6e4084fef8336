import assert from "node:assert/strict";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { markdownWriting } from "../../../../shared/chat/markdown";
import { renderParts } from "../../../../shared/chat/message";
import { escapeMarkdown, escapeUnderscores } from "../../../../shared/text/markdown";
import { type Issue, issueOf } from "../../../../tasks/PipelineMonitor/issue/issue";
import type { IssueKind } from "../../../../tasks/PipelineMonitor/issue/kind";
import type { Links } from "../../../../tasks/PipelineMonitor/issue/links";
import { header, messageLine, renderIssueLine } from "../../../../tasks/PipelineMonitor/render/lines";
import { issueOfRecord, issueOfResult } from "../../../../tasks/PipelineMonitor/rules/issues";
import { hostileText } from "../../../hostile-text";
import { sampled } from "../../../sampled";
import { renderMessage } from "../../../sandbox/chat";
import { sanitize } from "../../../sanitize";
import { verdict } from "../../../sentences";
import { failedRun } from "../failed-run";

const run = failedRun();
const links = {
  runPage: new URL("https://h/p/_build/results?buildId=812"),
  log: new URL("https://h/l/17"),
  note: "",
};

const lineOf = (issue: Issue, where: Links) =>
  renderParts(messageLine({ ...issue, links: where }).parts, markdownWriting, sanitize);

describe("messageLine", () => {
  it("puts what an optional check found behind the name of the run or pipeline", () => {
    const kind: IssueKind = { code: "odd", rank: 2, severity: "warning", tally: "odd" };
    const odd = (about: Issue["about"]) => issueOf(kind, about, [{ words: "is odd" }]);
    assert.equal(lineOf(odd({ pipeline: { name: "Price_Feed" } }), links), "Price_Feed is odd.");
    assert.equal(
      lineOf(odd({ run }), links),
      "nightly import [20261120.3](https://h/p/_build/results?buildId=812) is odd. [log](https://h/l/17)",
    );
    assert.equal(messageLine(odd({ run })).rank, 2);
  });

  it("calls a pipeline without a name unknown, and a run by its id where its number shows nothing", () => {
    const nameless = lineOf(
      issueOfResult({ ...run, pipeline: { name: "\u200b" }, buildNumber: "\u200b" }),
      links,
    );
    assert.match(nameless, /^A run of an unknown pipeline \[812\]\(https:/);
  });
});

/**
 * Lets HTML through and turns addresses into links, as chats do. A bare name with a dot in it, which some chats link
 * too, is left as it is: half of all pipelines have such names.
 */
const markdown = new MarkdownIt({ html: true, linkify: true, breaks: true });
markdown.linkify.set({ fuzzyLink: false });

describe("a whole message, whatever the names in it", () => {
  const name = hostileText;
  const problem: fc.Arbitrary<Issue> = fc.oneof(
    fc
      .record({ pipeline: name, buildNumber: name, status: name, result: name })
      .map((names) => issueOfResult(failedRun({ ...run, ...names }))),
    fc
      .record({ pipeline: name, buildNumber: name, problem: name })
      .map(({ pipeline, ...names }) => issueOfRecord({ id: 812, pipeline: { name: pipeline }, ...names })),
  );

  it("shows in Markdown as lines of plain text with our own links, and mentions nobody", () => {
    fc.assert(
      fc.property(fc.array(problem, { minLength: 1, maxLength: 3 }), (problems) => {
        const lines = [`**${header}**`, ...problems.map((each) => lineOf(each, links))];
        const text = escapeUnderscores(lines.join("\n"));
        assert.ok(!/[@<>\r\u2028\u2029\0]/.test(text));
        const [paragraph, ...more] = markdown.parse(text, {}).filter(({ type }) => type === "inline");
        assert.deepEqual(more, []);
        const tokens = paragraph?.children ?? [];
        assert.equal(tokens.filter(({ type }) => type === "softbreak").length, problems.length);
        const addresses = tokens.flatMap((token) => token.attrGet("href") ?? []);
        assert.deepEqual(
          addresses,
          problems.flatMap(() => [links.runPage.href, links.log.href]),
        );
        const belowHeader = tokens.slice(tokens.findIndex(({ type }) => type === "softbreak"));
        const kinds = new Set(belowHeader.map(({ type }) => type));
        for (const kind of kinds)
          assert.ok(["text", "text_special", "softbreak", "link_open", "link_close"].includes(kind), kind);
      }),
      { numRuns: sampled(300) },
    );
  });
});

describe("renderIssueLine", () => {
  const issue = (pipeline: string, changes: Partial<Links> = {}) =>
    messageLine({
      ...issueOfResult({ ...run, pipeline: { name: pipeline } }),
      links: { ...links, ...changes },
    });

  it("is plain text for the list of issues, with the address of the log, or of the run where there is none", () => {
    const failed = `failed: ${verdict}.`;
    const unlisted = { log: undefined, note: "no log" };
    for (const [text, line] of Object.entries({
      [`*nightly*_import 20261120.3 ${failed} log: https://h/l/17`]: issue(" *nightly*_import\u202e\n"),
      [`a 20261120.3 ${failed} run: ${links.runPage} (no log)`]: issue("a", unlisted),
      [`a [20261120.3] ${failed}`]: issue("a", { log: undefined, runPage: undefined }),
      [`nightly import log ${failed} log: https://h/l/17`]: messageLine({
        ...{ ...issueOfResult({ ...run, buildNumber: "log" }), links },
      }),
    }))
      assert.equal(renderIssueLine(line, sanitize), text);
    assert.ok(
      renderIssueLine(issue("x".repeat(300)), sanitize).startsWith(
        `${"x".repeat(119)}…${"x".repeat(80)} 2026`,
      ),
    );
  });
});

describe("escapeMarkdown", () => {
  const escaped = (text: string) => escapeMarkdown(sanitize(text));

  it("leaves ordinary names as they are", () => {
    const names = [
      "nightly import",
      "Team Module-CI (1)",
      "db_backup v1.2",
      "Rechnungen & Mahnungen",
      "a/b #3: c+d",
    ];
    assert.deepEqual(names.map(escaped), names);
    assert.equal(escaped("  nightly import\n"), "nightly import");
  });

  it("takes the effect out of Markdown, mentions and HTML", () => {
    for (const [text, harmless] of Object.entries({
      "[x](https://evil.example)": "\\[x\\]\\(https:／／evil.example)",
      "**b** `c` ~~d~~": "\\*\\*b\\*\\* \\`c\\` \\~\\~d\\~\\~",
      "@channel <!here> <b>": "＠channel ‹!here› ‹b›",
      "see www.evil.example": "see www．evil.example",
      "_www.evil.example": "_www．evil.example",
      "# big": "\\# big",
      "- item": "\\- item",
      "1. item": "1\\. item",
      "12) item": "12\\) item",
      "3.": "3\\.",
      "&lt;b&gt; &#60; AT&T": "\\&lt;b\\&gt; \\&#60; AT&T",
    }))
      assert.equal(escaped(text), harmless);
  });

  it("shows in a channel the text itself", () => {
    const plain = fc
      .string()
      .map((text) =>
        text
          .replace(/[@<>/]/g, "")
          .replace(/\s+/g, " ")
          .trim(),
      )
      // Commands to the agent and addresses that chats link are changed on purpose.
      .filter((text) => !/##\[|##vso|www\./i.test(text));
    fc.assert(fc.property(plain, (text) => renderMessage(escaped(text)) === text));
    assert.equal(renderMessage(escaped("[x](y) (z)")), "[x](y) (z)");
  });

  it("is short, however long the name", () => {
    fc.assert(fc.property(hostileText, (text) => escaped(text).length <= 2 * 200 + 2));
  });
});
