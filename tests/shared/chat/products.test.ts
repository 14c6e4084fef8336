import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { toHTML as slackHtml } from "slack-markdown";
import { formatOf } from "../../../shared/chat/formats";
import { hostileText } from "../../hostile-text";
import { renderCard } from "../../sandbox/adaptive-card";
import { listen } from "../../sandbox/listen";
import { attachmentsIn } from "./limits";
import { membersIn, nodesIn, parseDiscord, shownNames } from "./mentions-seen";
import { bodyOf, goldenMessage, hostileMessage, logUrl, ownRun, runPage, textIn } from "./messages";

/** A shown text without what isolates right-to-left shownNames, and without what keeps braces apart. */
const visible = (text: string) => text.replace(/[\u2068\u2069\u200b]/g, "");

describe("Slack", () => {
  const blocksOf = (pipeline: string) => JSON.parse(bodyOf("slack", hostileMessage(pipeline))).blocks;

  it("shows any name as it is, as text of rich text, which has no markup", () => {
    fc.assert(
      fc.property(shownNames, (pipeline) => {
        const [, line] = blocksOf(pipeline);
        const elements = line.elements[0].elements;
        assert.equal(visible(elements[0].text), `🔴 ${pipeline}`);
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

  it("has no element without a text", () => {
    const label = { name: "\u200b" };
    const links = [{ label, url: new URL("https://h/") }, label];
    const [parts, rows] = [[label, { words: " x" }], [[{ name: "\u2060" }]]];
    const lines = [{ severity: "failure", rank: 0, parts, rows, links }] as const;
    const texts = membersIn(JSON.parse(bodyOf("slack", { ...goldenMessage, lines })), "text");
    assert.ok(!texts.includes(""), JSON.stringify(texts));
  });

  it("links to the monitor's run in the last line, in which a name has no markup", () => {
    const hostile = { name: "*b* _i_ <!here> `c`" };
    const footer = [hostile, ...goldenMessage.footer];
    const [context] = JSON.parse(bodyOf("slack", { ...goldenMessage, footer })).blocks.at(-1).elements;
    const html = slackHtml(context.text, { slackOnly: true, escapeHTML: false });
    assert.ok(!/<(b|i|code|span|strong|em)[ >]/.test(html), html);
    assert.ok(context.text.endsWith(`<${ownRun}|Monitor run>`), context.text);
  });

  it("takes the message: an emulator that nobody here wrote accepts it at its webhook", async () => {
    const { createEmulator } = await import("emulate");
    const probe = createServer();
    const port = await listen(probe);
    await once(probe.close(), "close");
    const emulator = await createEmulator({ service: "slack", port });
    try {
      const webhook = `${emulator.url}/services/T000000001/B000000001/X000000001`;
      const headers = { "content-type": "application/json" };
      const post = (body: string) => fetch(webhook, { method: "POST", headers, body });
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
      fc.property(shownNames, (pipeline) => {
        const body = JSON.parse(bodyOf("discord", hostileMessage(pipeline)));
        const descriptions = body.embeds.map((embed: { description: string }) => embed.description);
        const tree = parseDiscord(descriptions.join("\n"), "extended");
        const types = new Set(membersIn(tree, "type"));
        for (const type of types) assert.match(String(type), /^(text|link|strong|twemoji|br)$/);
        assert.deepEqual(membersIn(tree, "target"), [runPage, logUrl, ownRun]);
        const text = nodesIn(tree).map((node) => {
          const content: unknown = Reflect.get(node, "content");
          return typeof content === "string" ? content : String(Reflect.get(node, "name") ?? "");
        });
        assert.ok(visible(text.join("")).includes(pipeline), text.join(""));
      }),
    );
  });

  it("mentions nobody, names links by their pipeline, and returns what it posted", () => {
    const body = JSON.parse(bodyOf("discord", hostileMessage("nightly import")));
    assert.deepEqual(body.allowed_mentions, { parse: [] });
    const [{ description }] = body.embeds;
    assert.ok(description.includes(`[Log](${logUrl} "Log of nightly import")`), description);
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
    for (const pipeline of fc.sample(shownNames, 20)) {
      const card = cardOf(pipeline);
      const { faults, links, html, text } = await renderCard(card);
      assert.deepEqual([faults, links.length], [[], 3]);
      const elements = html.replace(/="[^"]*"/g, "");
      assert.ok(!/<(img|em|strong|script|code)\b/.test(elements), html);
      const types = card.body.map(({ type }: { type: string }) => type);
      assert.deepEqual(types, ["RichTextBlock", "Container", "TextBlock"]);
      assert.ok(visible(text).includes(pipeline), text);
    }
  });

  it("shows a name beside a link as text, at the beginning of its row, too", async () => {
    for (const pipeline of [...fc.sample(shownNames, 60), "1. x", "2) x", "- x", "+ x", "# x", "--- x"]) {
      const link = { label: { name: pipeline }, url: new URL(runPage) };
      const row = [{ name: pipeline }, { words: " (" }, link, { words: ")" }];
      const line = { parts: row, rows: [row], severity: "failure", rank: 0 } as const;
      const body = JSON.parse(bodyOf("teams", { ...goldenMessage, title: [{ words: "x" }], lines: [line] }));
      const { html, text, links, faults } = await renderCard(body.attachments[0].content);
      assert.deepEqual([faults, links.map(({ address }) => address)], [[], [runPage, runPage, ownRun]]);
      assert.ok(!/<(img|em|strong|script|code|[ou]l|li|h\d|hr|blockquote)\b/.test(html), html);
      assert.ok(text.includes("🔴 ") && !text.includes("**"), text);
    }
  });

  it("formats no date that a name holds", async () => {
    const date = "{{DATE(2026-11-20T10:00:00Z, COMPACT)}}";
    const { text } = await renderCard(cardOf(date));
    assert.ok(visible(text).includes(date), text);
  });
});

describe("Google Chat", () => {
  it("shows any name as it is but for what would become a link, in HTML with our links alone", () => {
    fc.assert(
      fc.property(shownNames, (pipeline) => {
        const body = JSON.parse(bodyOf("googleChat", hostileMessage(pipeline)));
        const [title, line] = body.cardsV2[0].card.sections[0].widgets;
        assert.deepEqual(title.textParagraph.text.match(/<[^>]*>/g), ["<b>", "</b>"]);
        const html: string = line.textParagraph.text;
        const tags = html.match(/<[^>]*>/g)?.join("");
        assert.equal(tags, `<b></b><br><a href="${runPage}"></a><a href="${logUrl}"></a>`);
        const entities: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };
        const shown = html.replace(/<[^>]*>/g, "").replace(/&\w+;/g, (entity) => entities[entity] ?? entity);
        const defused = pipeline.replaceAll("//", "／／").replace(/(?<![A-Za-z0-9])www\.(?=\S)/gi, "www．");
        assert.ok(visible(shown).includes(defused), shown);
      }),
    );
  });
});

describe("Markdown", () => {
  for (const name of ["webex", "mattermost"])
    it(`${name}: shows names as text, with no link but ours, no formatting and nobody mentioned`, () => {
      const markdown = new MarkdownIt({ html: true, linkify: true });
      fc.assert(
        fc.property(hostileText, (pipeline) => {
          const body = bodyOf(name, hostileMessage(pipeline));
          const text = name === "webex" ? textIn(name, body) : attachmentsIn(body).join("\n\n");
          const html = markdown.render(text);
          const links = [...html.matchAll(/<a href="([^"]*)"/g)].map(([, address]) => address);
          assert.deepEqual(links, [runPage, logUrl, ownRun]);
          assert.equal(html.match(/<(img|code|em|s|h\d|blockquote|ol|hr)\b/), null, html);
          assert.ok(!/[@<>]/.test(text.replace(/^- /gm, "")), text);
        }),
      );
    });

  it("keeps a right-to-left name from turning what stands beside it", () => {
    for (const product of ["webex", "rocketChat", "discord", "slack", "teams", "googleChat", "mattermost"])
      assert.match(bodyOf(product, hostileMessage("ייבוא")), /\u2068[^\u2069]*ייבוא\u2069/, product);
    assert.ok(!bodyOf("webex", hostileMessage("nightly")).includes("\u2068"));
  });

  it("adds nothing to a right-to-left name in the specification's format, which is what was printed", () => {
    const body = bodyOf("markdown", hostileMessage("ייבוא", "1", "specification"));
    assert.match(textIn("markdown", body), /^ייבוא \[/m);
  });
});
