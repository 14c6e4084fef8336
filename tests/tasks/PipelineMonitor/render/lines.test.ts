import assert from "node:assert/strict";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { markdownWriting } from "../../../../shared/chat/markdown";
import { type Phrase, renderParts } from "../../../../shared/chat/message";
import { escapeMarkdown, escapeUnderscores } from "../../../../shared/text/markdown";
import { utcZone } from "../../../../shared/text/zone";
import { type Issue, issueOf } from "../../../../tasks/PipelineMonitor/issue/issue";
import { type IssueKind, mixedTally } from "../../../../tasks/PipelineMonitor/issue/kind";
import type { Links } from "../../../../tasks/PipelineMonitor/issue/links";
import { header, messageLine, renderIssueLine } from "../../../../tasks/PipelineMonitor/render/lines";
import { issueOfRecord, issueOfResult, issueOfWait } from "../../../../tasks/PipelineMonitor/rules/issues";
import { didNotStart } from "../../../did-not-start";
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

  const waited = (count: number, changes: Partial<Issue> = {}, earlier: Phrase = []): Issue => {
    const { figures: _, ...issue } = issueOfResult(run);
    return {
      ...issue,
      figures: [],
      waited: { since: { time: 0, zone: utcZone }, count, earlier },
      ...changes,
    };
  };
  const saidOf = (issue: Issue) => lineOf(issue, { runPage: undefined, log: undefined, note: "" });

  it("says of what waited when it happened, or how often since when, and what happened before", () => {
    const plural = { words: [{ words: `${didNotStart} at 1` }], plural: didNotStart, at: 60 };
    const before: Phrase = [{ words: "was canceled" }];
    for (const [text, issue] of Object.entries({
      "failed at 00:00 UTC.": waited(1),
      "failed 3 times since 00:00 UTC.": waited(3),
      "had 3 problems since 00:00 UTC.": waited(3, { tally: mixedTally }),
      [`${didNotStart} at 1.`]: waited(1, plural),
      [`${didNotStart} 3 times, 00:00 to 00:01 UTC.`]: waited(3, plural),
      "failed at 00:00 UTC. Before that: was canceled.": waited(1, {}, before),
    }))
      assert.equal(saidOf(issue), `nightly import [20261120.3] ${text}`);
    assert.equal(
      saidOf(waited(1, { isReminder: true })),
      "Reminder: nightly import [20261120.3] failed at 00:00 UTC.",
    );
  });

  it("compares a failure with the runs before it, and says if there may have been more", () => {
    const since = { time: 0, zone: utcZone };
    const compared = (news: Issue["news"]) => saidOf({ ...issueOfResult(run), news });
    for (const [text, news] of Object.entries({
      "first failure after 1 successful run": { kind: "first", successes: 1, orMore: false },
      "first failure after at least 9 successful runs": { kind: "first", successes: 9, orMore: true },
      "3rd failure in a row since 00:00 UTC": { kind: "streak", nth: 3, since, orMore: false },
      "at least the 3rd failure in a row since 00:00 UTC or earlier": {
        kind: "streak",
        nth: 3,
        since,
        orMore: true,
      },
    } satisfies Record<string, Issue["news"]>))
      assert.equal(compared(news), `nightly import [20261120.3] failed, ${text}: ${verdict}.`);
  });

  it("stands before all others if its pipeline is important, and behind them if it only informs", () => {
    const looks = (importance: "high" | "normal" | "info", owner = "") => {
      const alert = { owner, mention: "", runbook: undefined, importance };
      const {
        severity: _,
        tells: __,
        parts,
        ...line
      } = messageLine({ ...issueOfWait(run, 900, 300), alert });
      return { ...line, isOwned: renderParts(parts, markdownWriting, sanitize).includes("Owner") };
    };
    assert.deepEqual(looks("high", " \u200b"), { rank: -6, urgency: "high", isOwned: false });
    assert.deepEqual(looks("normal"), { rank: 4, isOwned: false });
    assert.deepEqual(looks("info", "Ops"), { rank: 14, urgency: "info", isOwned: true });
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
      [`b 20261120.3 ${failed} log: https://h/l/17 no route`]: {
        ...issue("b"),
        rows: [[{ words: "no route" }]],
      },
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
