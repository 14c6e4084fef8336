import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import type { ChatFormat } from "../../../shared/chat/format";
import { chatFormatNames, formatOf } from "../../../shared/chat/formats";
import { composeMessage, oneEach } from "../../../tasks/PipelineMonitor/report/compose";
import { hostileText } from "../../hostile-text";
import { root } from "../../root";
import { renderCard } from "../../sandbox/adaptive-card";
import { productNames } from "../../sandbox/chat";
import { renderForProduct } from "../../sandbox/chat-page";
import { sanitize } from "../../sanitize";
import { failedRun } from "../../tasks/PipelineMonitor/failed-run";
import { goldenMessage, hostileMessage, longMessage, messageOf } from "./messages";

const golden = join(root, "tests", "shared", "chat", "golden");
const project = "https://dev.azure.com/contoso/Night%20Shift";
const formatNames = chatFormatNames.filter((name) => name !== "auto");
const format = (name: string): ChatFormat => formatOf(name, new URL("https://x.example/"));

/** Returns the only text of a body. */
const textIn = (body: string): string => {
  const { text, content, markdown } = JSON.parse(body);
  return text ?? content ?? markdown;
};

describe("golden examples of the chat formats", () => {
  for (const name of formatNames)
    it(`${name}: the findings of every kind, hostile names among them, are written as the example is`, () => {
      const expected = JSON.parse(readFileSync(resolve(golden, `${name}.json`), "utf8"));
      assert.deepEqual(JSON.parse(format(name).body(goldenMessage, sanitize)), expected);
    });
});

describe("golden examples as the sandbox shows them", () => {
  for (const product of productNames)
    it(`${product}: every name as it is, every link, and nobody mentioned`, async () => {
      const body = format(product).body(goldenMessage, sanitize);
      const text =
        product === "teams" ? JSON.stringify(JSON.parse(body).attachments[0].content) : textIn(body);
      const html = await renderForProduct(product, text);
      assert.equal(html.match(/<a /g)?.length, 14, html);
      assert.ok(!/<(mark|em|i|s|code|img)[ >]/.test(html), html);
      const shown = html.replace(/<[^>]*>/g, "");
      for (const words of ["db_backup_eu 20261120.802: status completed, result failed. log", "AT&amp;T"])
        assert.ok(shown.includes(words), shown);
    });
});

describe("rules of the chat products", () => {
  const longMessageRuns = Array.from({ length: 40 }, (_, index) =>
    failedRun({ id: 100 + index, pipeline: `ordinary-${index}` }),
  );
  const recovery = { parts: [{ words: "It works again." }], rank: 5, issueCount: 0, recoveryCount: 1 };
  /** The product's limit, and the size of a body by its measure. */
  const limits: Record<string, [number, (body: string) => number]> = {
    slack: [3900, (body) => textIn(body).length],
    teams: [20_000, (body) => Buffer.byteLength(body)],
    discord: [2000, (body) => textIn(body).length],
    googleChat: [4096, (body) => textIn(body).length],
    webex: [7439, (body) => Buffer.byteLength(textIn(body))],
  };

  for (const [name, [limit, sizeOf]] of Object.entries(limits))
    it(`${name}: a message over the limit keeps within it, and says how many issues it leaves out, failures last`, () => {
      for (const pipeline of ["nightly import", "Ümläute ＆ 夜間バッチ", "_*&<"]) {
        const body = format(name).body(longMessage(300, pipeline), sanitize);
        assert.ok(sizeOf(body) <= limit, `${sizeOf(body)}`);
        assert.ok(sizeOf(body) > 0.8 * limit, `only ${sizeOf(body)}`);
        assert.match(body, /… and \d+ more issues without room here; the log of the step has all of them\./);
        assert.ok(!body.includes("in the queue"), "a wait is there, and a failure is not");
      }
    });

  it("each keeps within its limit up to the last letter, however many issues there are and whatever their length", () => {
    const names = Object.keys(limits);
    const some = fc.record({
      count: fc.integer({ min: 1, max: 60 }),
      pipeline: fc.string({ unit: fc.constantFrom("a", "ü", "夜", "*"), minLength: 1, maxLength: 120 }),
    });
    let fullest = 0;
    fc.assert(
      fc.property(some, ({ count, pipeline }) => {
        const message = longMessage(count, pipeline);
        for (const name of names) {
          const [limit, sizeOf] = limits[name] ?? assert.fail();
          const size = sizeOf(format(name).body(message, sanitize));
          assert.ok(size <= limit, `${name}: ${size}`);
          fullest = Math.max(fullest, size / limit);
        }
      }),
      { numRuns: 300 },
    );
    assert.ok(fullest > 0.98, `no message came near a limit: ${fullest}`);
  });

  it("each shows other runs beside one whose names are made to take all the room", () => {
    const longest = ["&", "_", "*", '"', "夜", "\\", ":a:", "\u{1f4a5}"].map((piece) => piece.repeat(200));
    for (const name of longest) {
      const hostile = { buildNumber: name, status: name, result: name };
      const problems = [failedRun({ id: 1, pipeline: name, ...hostile }), ...longMessageRuns];
      for (const product of Object.keys(limits)) {
        const body = format(product).body(
          messageOf(problems.map((run) => ({ kind: "status", run }))),
          sanitize,
        );
        const shown = new Set(body.match(/ordinary-\d+/g));
        assert.ok(shown.size >= 3, `${product}, ${name.slice(0, 3)}: ${shown.size} others`);
      }
    }
  });

  it("each says what was skipped, however little room there is", () => {
    for (const product of Object.keys(limits)) {
      const { lines, header } = longMessage(300);
      const { lines: withNote } = composeMessage({ issues: [], notes: [recovery] }, ["history"], oneEach);
      const body = format(product).body({ header, lines: [...lines, ...withNote] }, sanitize);
      assert.match(body, /Left out: history; the log of the step says why\./, product);
      assert.match(body, /… and \d+ more issues and 1 more recovery without room here/, product);
    }
  });

  it("markdown: has no limit, because that of an unknown product is not known", () => {
    assert.equal(textIn(format("markdown").body(longMessage(3000), sanitize)).split("\n").length, 6001);
  });

  /** The signs that Slack and Google Chat interpret: angle brackets and marks. */
  const mrkdwnLinks = (text: string) => text.match(/<[^>]*>/g) ?? [];

  for (const name of ["slack", "googleChat"])
    it(`${name}: in angle brackets are our links alone, and no mark but the header's formats anything`, () => {
      fc.assert(
        fc.property(hostileText, (pipeline) => {
          const text = textIn(format(name).body(hostileMessage(pipeline), sanitize));
          const links = mrkdwnLinks(text);
          assert.equal(links.length, 2, text);
          for (const link of links)
            assert.match(link, /^<https:\/\/dev\.azure\.com\/contoso\/[^|<>]*\|[^|<>]*>$/);
          const [, line = "", ...more] = text.split("\n");
          assert.deepEqual(more, []);
          const rest = links.reduce((left, link) => left.replace(link, ""), line);
          assert.ok(!/[*`~@]|https?:\/\/|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/u.test(rest), rest);
          if (name === "slack") assert.ok(!/&(?!(amp|lt|gt);)/.test(text), text);
        }),
      );
    });

  for (const name of ["markdown", "discord", "webex"])
    it(`${name}: Markdown shows the names as text, with no link but ours, no formatting and nobody mentioned`, () => {
      const markdown = new MarkdownIt({ html: true, linkify: true });
      fc.assert(
        fc.property(hostileText, (pipeline) => {
          const text = textIn(format(name).body(hostileMessage(pipeline), sanitize));
          const html = markdown.render(text);
          const links = [...html.matchAll(/<a href="([^"]*)"/g)].map(([, address]) => address);
          assert.deepEqual(links, [
            `${project}/_build/results?buildId=1`,
            `${project}/_apis/build/builds/1/logs/9`,
          ]);
          assert.equal(html.match(/<(img|code|em|s|h\d|blockquote|ol|hr)\b/), null, html);
          assert.ok(!/[@<>]/.test(text.replace(/^- /gm, "")), text);
        }),
      );
    });

  it("discord: mentions nobody, shows no previews, and returns what it posted", () => {
    const body = JSON.parse(format("discord").body(goldenMessage, sanitize));
    assert.deepEqual([body.allowed_mentions, body.flags], [{ parse: [] }, 4]);
    for (const end of ["", "/slack"]) {
      const webhook = new URL(`https://discord.com/api/webhooks/1/x${end}?thread_id=2`);
      const address = format("discord").postTo?.(webhook).href;
      assert.equal(address, "https://discord.com/api/webhooks/1/x?thread_id=2&wait=true");
    }
  });

  it("teams: is a card of a version that Teams knows, which the product's own renderer shows with our links alone", async () => {
    const body = JSON.parse(format("teams").body(goldenMessage, sanitize));
    const [attachment] = body.attachments;
    assert.deepEqual(
      [body.type, attachment.contentType],
      ["message", "application/vnd.microsoft.card.adaptive"],
    );
    assert.equal(attachment.content.version, "1.4");
    const { faults, links, text } = await renderCard(attachment.content);
    assert.deepEqual(faults, []);
    assert.equal(links.length, 14);
    for (const { label, address } of links) {
      assert.match(label, /^(20261120\.8\d\d|806|log|run)$/);
      assert.ok(address.startsWith(project));
    }
    assert.ok(
      text.includes("＠channel <!here> <＠U0123> <users/all> 20261120.803: status completed, no result. log"),
    );
  });

  it("shows what begins an emoji, a date, a list or a quote as letters that look alike", async () => {
    const shown = (name: string, pipeline: string) =>
      textIn(format(name).body(hostileMessage(pipeline), sanitize)).split("\n")[1];
    for (const name of ["slack", "googleChat"]) {
      assert.match(shown(name, ":skull: build:100:x") ?? "", /^꞉skull: build꞉100:x </);
      assert.match(shown(name, "- dash >>> quote") ?? "", /^‐ dash ››› quote </);
    }
    assert.match(shown("discord", ":skull_1: a:b") ?? "", /^\\:skull\\_1: a:b \[/);
    const date = "{{DATE(2026-11-20T10:00:00Z, COMPACT)}}";
    const [attachment] = JSON.parse(format("teams").body(hostileMessage(date), sanitize)).attachments;
    assert.match(
      (await renderCard(attachment.content)).text,
      /｛｛DATE\(2026-11-20T10:00:00Z, COMPACT\)\}\}/,
    );
  });

  it("teams: shows any name as it is, without markup, in one paragraph", async () => {
    for (const pipeline of fc.sample(hostileText, 20)) {
      const [attachment] = JSON.parse(format("teams").body(hostileMessage(pipeline), sanitize)).attachments;
      const { faults, links, html } = await renderCard(attachment.content);
      assert.deepEqual([faults, links.length], [[], 2]);
      assert.ok(!/<(img|em|strong|script|code)\b/.test(html), html);
      assert.equal(attachment.content.body.length, 2);
    }
  });
});
