import assert from "node:assert/strict";
import { createRequire } from "node:module";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { toHTML as slackHtml } from "slack-markdown";
import { formatOf } from "../../../shared/chat/formats";
import { memberAt } from "../../../shared/json/path";
import { hostileText } from "../../hostile-text";
import { renderCard } from "../../sandbox/adaptive-card";
import { sanitize } from "../../sanitize";
import { bodyOf, goldenMessage, hostileMessage, textIn } from "./messages";

/** What is used of the `discord-markdown-parser` package, whose own types do not compile strictly. */
interface DiscordParser {
  parse(text: string, rules: "extended"): unknown;
}
const { parse: parseDiscord }: DiscordParser = createRequire(__filename)("discord-markdown-parser");

const project = "https://dev.azure.com/contoso/Night%20Shift";
const runPage = `${project}/_build/results?buildId=1`;
const logUrl = `${project}/_apis/build/builds/1/logs/9`;
const ownRun = `${project}/_build/results?buildId=900`;

/** Every node of a parser's tree, outer ones first. */
function nodesIn(tree: unknown): object[] {
  if (Array.isArray(tree)) return tree.flatMap(nodesIn);
  if (typeof tree !== "object" || tree === null) return [];
  return [tree, ...Object.values(tree).flatMap(nodesIn)];
}
const membersIn = (tree: unknown, name: string) =>
  nodesIn(tree).flatMap((node) => Reflect.get(node, name) ?? []);
/** A name as a message shows it: sanitized, and not longer than 200 characters. */
const isShown = (name: string) => name === sanitize(name).trim() && name.length > 0 && name.length < 200;
const names = hostileText.filter(isShown);
/** A shown text without what isolates right-to-left names, and without what keeps braces apart. */
const visible = (text: string) => text.replace(/[\u2068\u2069\u200b]/g, "");

describe("Slack", () => {
  const blocksOf = (pipeline: string) => JSON.parse(bodyOf("slack", hostileMessage(pipeline))).blocks;

  it("shows any name as it is, as text of rich text, which has no markup", () => {
    fc.assert(
      fc.property(names, (pipeline) => {
        const [, line] = blocksOf(pipeline);
        const elements = line.elements[0].elements;
        assert.equal(visible(elements[1].text), pipeline);
        const links = elements.flatMap((element: object) => Reflect.get(element, "url") ?? []);
        assert.deepEqual(links, [runPage, logUrl]);
        for (const element of elements) assert.match(element.type, /^(text|link)$/);
      }),
    );
  });

  it("shows the title as it is, in the message and in its notification, and mentions nobody", () => {
    for (const project of ["<!here> & <@U1>", "@channel *b* &lt;", "<https://evil.example|x> ~old~"]) {
      const title = [{ name: project }, { words: ": 1 failed" }];
      const body = JSON.parse(bodyOf("slack", { ...goldenMessage, title }));
      assert.equal(body.mrkdwn, false);
      assert.deepEqual(body.blocks[0].text, { type: "plain_text", text: body.text, emoji: false });
      const html = slackHtml(body.text, { slackOnly: true, escapeHTML: false });
      assert.ok(!/<span|<a /.test(html), html);
      const shown = html.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
      assert.equal(shown, `${project}: 1 failed`);
    }
  });

  it("localizes the times of the footer, which links to the monitor's run", () => {
    const [footer] = JSON.parse(bodyOf("slack", goldenMessage)).blocks.at(-1).elements;
    const dates: string[] = [];
    const slackCallbacks = { date: ({ fallback }: { fallback: string }) => String(dates.push(fallback)) };
    slackHtml(footer.text, { slackOnly: true, escapeHTML: false, slackCallbacks });
    assert.deepEqual(dates, ["2026-11-20 01:18 UTC", "02:19 UTC"]);
    assert.ok(footer.text.endsWith(`<${ownRun}|Monitor run>`), footer.text);
  });

  it("takes the message: an emulator that nobody here wrote accepts it at its webhook", async () => {
    const { createEmulator } = await import("emulate");
    const { createServer } = await import("node:net");
    const probe = createServer().listen(0, "127.0.0.1");
    await new Promise((listening) => probe.once("listening", listening));
    const port = Number(memberAt(probe.address(), ["port"]));
    await new Promise((closed) => probe.close(closed));
    const emulator = await createEmulator({ service: "slack", port });
    try {
      const post = (body: string) =>
        fetch(`${emulator.url}/services/T000000001/B000000001/X000000001`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body,
        });
      const taken = await post(bodyOf("slack", goldenMessage));
      assert.deepEqual([taken.status, await taken.text()], [200, "ok"]);
      assert.equal((await post(JSON.stringify({ blocks: "none" }))).status, 400);
    } finally {
      await emulator.close();
    }
  });
});

describe("Discord", () => {
  it("shows any name as it is, with our links alone, and mentions nobody", () => {
    fc.assert(
      fc.property(names, (pipeline) => {
        const body = JSON.parse(bodyOf("discord", hostileMessage(pipeline)));
        const tree = parseDiscord(body.embeds[0].description, "extended");
        const types = new Set(membersIn(tree, "type"));
        for (const type of types) assert.match(String(type), /^(text|link|timestamp|twemoji|br)$/);
        assert.deepEqual(membersIn(tree, "target"), [runPage, logUrl, ownRun]);
        const text = nodesIn(tree).map((node) => {
          const content: unknown = Reflect.get(node, "content");
          return typeof content === "string" ? content : String(Reflect.get(node, "name") ?? "");
        });
        assert.ok(visible(text.join("")).includes(pipeline), text.join(""));
      }),
    );
  });

  it("mentions nobody, names links by their pipeline, localizes times, and returns what it posted", () => {
    const body = JSON.parse(bodyOf("discord", hostileMessage("nightly import")));
    assert.deepEqual(body.allowed_mentions, { parse: [] });
    const [{ description }] = body.embeds;
    assert.ok(description.includes(`[log](${logUrl} "log of nightly import")`), description);
    assert.match(description, /<t:1763601522:f> to <t:1763605152:t>|<t:\d+:f> to <t:\d+:t>/);
    for (const end of ["", "/slack"]) {
      const webhook = new URL(`https://discord.com/api/webhooks/1/x${end}?thread_id=2`);
      const address = formatOf("discord", webhook).postTo?.(webhook).href;
      assert.equal(address, "https://discord.com/api/webhooks/1/x?thread_id=2&wait=true");
    }
  });
});

describe("Teams", () => {
  const cardOf = (pipeline: string) => JSON.parse(textIn("teams", bodyOf("teams", hostileMessage(pipeline))));

  it("shows any name as it is, without markup, in one paragraph", async () => {
    for (const pipeline of fc.sample(names, 20)) {
      const card = cardOf(pipeline);
      const { faults, links, html, text } = await renderCard(card);
      assert.deepEqual([faults, links.length], [[], 3]);
      const elements = html.replace(/="[^"]*"/g, "");
      assert.ok(!/<(img|em|strong|script|code)\b/.test(elements), html);
      assert.equal(card.body.length, 3);
      assert.ok(visible(text).includes(pipeline), text);
    }
  });

  it("is a card of a version that Teams knows, with a fallback, and links named by their pipeline", async () => {
    const body = JSON.parse(bodyOf("teams", goldenMessage));
    const [{ contentType, content }] = body.attachments;
    assert.deepEqual([body.type, contentType], ["message", "application/vnd.microsoft.card.adaptive"]);
    assert.equal(content.version, "1.4");
    assert.equal(content.fallbackText, "Night Shift: too few runs, 3 failed, 1 did not succeed and 3 more");
    const { faults, links } = await renderCard(content);
    assert.deepEqual([faults, links.length], [[], 15]);
    for (const { address } of links.slice(0, 14)) assert.ok(address.startsWith(project));
    assert.deepEqual(membersIn(content, "title").slice(0, 2), ["log of price feed", "log of db_backup_eu"]);
  });

  it("localizes the times of the footer, and formats no date that a name holds", async () => {
    const footer = cardOf("x").body.at(-1).text;
    assert.match(footer, /\{\{DATE\(2026-11-20T01:18:42Z, SHORT\)\}\} \{\{TIME\(2026-11-20T01:18:42Z\)\}\}/);
    const date = "{{DATE(2026-11-20T10:00:00Z, COMPACT)}}";
    const { text } = await renderCard(cardOf(date));
    assert.ok(visible(text).includes(date), text);
  });
});

describe("Google Chat", () => {
  it("shows any name as it is but for what would become a link, in HTML with our links alone", () => {
    fc.assert(
      fc.property(names, (pipeline) => {
        const body = JSON.parse(bodyOf("googleChat", hostileMessage(pipeline)));
        const [line] = body.cardsV2[0].card.sections[0].widgets;
        const html: string = line.textParagraph.text;
        assert.deepEqual(html.match(/<[^>]*>/g), [
          `<a href="${runPage}">`,
          "</a>",
          `<a href="${logUrl}">`,
          "</a>",
        ]);
        const entities: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };
        const shown = html.replace(/<[^>]*>/g, "").replace(/&\w+;/g, (entity) => entities[entity] ?? entity);
        const defused = pipeline.replaceAll("//", "／／").replace(/(?<![A-Za-z0-9])www\.(?=\S)/gi, "www．");
        assert.ok(visible(shown).includes(defused), shown);
      }),
    );
  });
});

describe("Markdown", () => {
  for (const name of ["markdown", "webex"])
    it(`${name}: shows names as text, with no link but ours, no formatting and nobody mentioned`, () => {
      const markdown = new MarkdownIt({ html: true, linkify: true });
      fc.assert(
        fc.property(hostileText, (pipeline) => {
          const text = textIn(name, bodyOf(name, hostileMessage(pipeline)));
          const html = markdown.render(text);
          const links = [...html.matchAll(/<a href="([^"]*)"/g)].map(([, address]) => address);
          assert.deepEqual(links, [runPage, logUrl, ...(name === "webex" ? [ownRun] : [])]);
          assert.equal(html.match(/<(img|code|em|s|h\d|blockquote|ol|hr)\b/), null, html);
          assert.ok(!/[@<>]/.test(text.replace(/^- /gm, "")), text);
        }),
      );
    });

  it("keeps a right-to-left name from turning what stands beside it", () => {
    for (const product of ["webex", "rocketChat", "discord", "slack", "teams", "googleChat"])
      assert.match(bodyOf(product, hostileMessage("ייבוא")), /\u2068[^\u2069]*ייבוא\u2069/, product);
    assert.ok(!bodyOf("webex", hostileMessage("nightly")).includes("\u2068"));
  });

  it("adds nothing to a right-to-left name in the specification's format, which is what was printed", () => {
    assert.match(textIn("markdown", bodyOf("markdown", hostileMessage("ייבוא"))), /^ייבוא \[/m);
  });
});
