import assert from "node:assert/strict";
import { parse as parseRocketChat } from "@rocket.chat/message-parser";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import type { Message } from "../../../shared/chat/message";
import { memberAt } from "../../../shared/json/path";
import type { Issue } from "../../../tasks/PipelineMonitor/issue/issue";
import { issueOfResult } from "../../../tasks/PipelineMonitor/rules/issues";
import { hostileText } from "../../hostile-text";
import { sampled } from "../../sampled";
import { renderCard } from "../../sandbox/adaptive-card";
import { failedRun } from "../../tasks/PipelineMonitor/failed-run";
import { membersIn, nodesIn, parseDiscord } from "./mentions-seen";
import { bodyOf, messageOf } from "./messages";

const linksInMarkdown = (text: string) =>
  [...new MarkdownIt({ html: true, linkify: true }).render(text).matchAll(/<a href="([^"]*)"/g)].map(
    ([, address]) => address,
  );

/** The addresses that a product links in a body, in their order, by its own parser where there is one. */
const linksSeen: Record<string, (body: string) => unknown[] | Promise<unknown[]>> = {
  slack: (body) => membersIn(JSON.parse(body).blocks, "url"),
  discord(body) {
    const { content, embeds } = JSON.parse(body);
    const texts: string[] = [content, ...membersIn(embeds, "description")];
    return texts.flatMap((text) => membersIn(parseDiscord(text, "extended"), "target"));
  },
  teams: async (body) =>
    (await renderCard(JSON.parse(body).attachments[0].content)).links.map(({ address }) => address),
  // Whatever looks like an address becomes a link, too.
  googleChat: (body) =>
    JSON.stringify(membersIn(JSON.parse(body), "textParagraph")).match(/https?:\/\/[^"\\<\s]*/g) ?? [],
  webex: (body) => linksInMarkdown(JSON.parse(body).markdown),
  rocketChat: (body) =>
    nodesIn(parseRocketChat(JSON.parse(body).text)).flatMap((node) => memberAt(node, ["src", "value"]) ?? []),
  mattermost: (body) =>
    membersIn(JSON.parse(body).attachments, "text").flatMap((text) => linksInMarkdown(String(text))),
};

/** A message on failed runs, of which each has a cause. */
function messageWith(causes: readonly string[]): Message {
  const failures = causes.map((line, index): Issue => {
    const issue = issueOfResult(failedRun({ id: index + 1, pipeline: `p${index + 1}` }));
    const explanation = { sentence: [{ words: "Why: …" }], line, name: [], group: undefined };
    return { ...issue, explanation };
  });
  return messageOf(failures);
}

describe("a cause from a log", () => {
  const evil = "https://evil.example/";
  const takeover = fc.constantFrom(`](${evil})`, `x](${evil} "y")`, `[x](${evil})`);
  const signs = fc.array(fc.constantFrom(...'[]()`\\"<>|*_~ x', evil, "]("));
  const causes = fc.array(
    fc.oneof(
      takeover,
      hostileText,
      signs.map((all) => all.join("")),
    ),
    { minLength: 1, maxLength: 4 },
  );

  it("does not end the title, which is bold", () => {
    const titles: Record<string, (body: string) => unknown> = {
      discord: (body) => parseDiscord(JSON.parse(body).content, "extended"),
      rocketChat: (body) => parseRocketChat(JSON.parse(body).text.split("\n", 1)[0]),
      webex: (body) => new MarkdownIt().parseInline(JSON.parse(body).markdown.split("\n", 1)[0], {}),
    };
    for (const [product, title] of Object.entries(titles))
      fc.assert(
        fc.property(fc.oneof(fc.constant("a ** b"), hostileText), (line) => {
          const kinds = nodesIn(title(bodyOf(product, messageWith([line])))).map((node) =>
            String(Reflect.get(node, "type")).toLowerCase(),
          );
          const bold = kinds.filter((kind) => ["bold", "strong", "strong_open"].includes(kind));
          assert.deepEqual([bold.length, kinds.filter((kind) => /code/.test(kind))], [1, []], product);
        }),
      );
  });

  for (const [product, links] of Object.entries(linksSeen))
    it(`${product}: takes over no link, and adds none`, async () => {
      await fc.assert(
        fc.asyncProperty(causes, async (drawn) => {
          const harmless = await links(bodyOf(product, messageWith(drawn.map(() => "x"))));
          assert.ok(harmless.length >= drawn.length, String(harmless));
          assert.deepEqual(await links(bodyOf(product, messageWith(drawn))), harmless);
        }),
        { numRuns: sampled(product === "teams" ? 60 : 300) },
      );
    });
});
