import assert from "node:assert/strict";
import fc from "fast-check";
import { createChat } from "../../../shared/chat/delivery";
import type { ChatFormat } from "../../../shared/chat/format";
import { formatOf } from "../../../shared/chat/formats";
import type { Message } from "../../../shared/chat/message";
import { writePlain } from "../../../shared/chat/plain";
import { hostileText } from "../../hostile-text";
import { noNetworkSettings } from "../../memory-agent";
import { productNames, startChat } from "../../sandbox/chat";
import { sanitize } from "../../sanitize";
import { fewRuns } from "../../sentences";
import { testClock } from "../../test-clock";
import { badNight, threeHundred } from "./bad-night";
import { goldenFor, hostileMessage } from "./messages";

const project = (name: string) => `https://dev.azure.com/contoso/${encodeURIComponent(name)}/_build/results`;
const run = new URL(`${project("Night Shift")}?buildId=900&view=results`);
const formats: readonly (readonly [string, ChatFormat])[] = [
  ...productNames.map((name) => [name, formatOf(name, undefined)] as const),
  ["a Slack workflow", formatOf("slack", new URL("https://hooks.slack.com/workflows/T0/A0/1/x"))],
];
/** All that a body shows, with Slack's entities as signs. */
function shownIn(format: ChatFormat, message: Message, link?: URL): string {
  const texts: string[] = [];
  JSON.parse(writePlain(format, message, link, sanitize), (key, value) => {
    if (["text", "content"].includes(key) && typeof value === "string") texts.push(value);
    return value;
  });
  return texts.join("\n\n").replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

describe("a plain message", () => {
  it("has no line of which only the icon would be left", () => {
    const page = { label: { words: "Pipeline" }, url: run };
    const links = { parts: [], links: [page], severity: "failure", rank: 1 } as const;
    const message = { header: "x", title: [{ words: "late" }], lines: [links], footer: [] };
    assert.equal(shownIn(formatOf("slack", undefined), message, run), `late\n\n${run.href}`);
  });

  for (const product of productNames)
    it(`${product}: is taken by the channel that refuses the whole one`, async () => {
      const sandbox = await startChat(undefined, product);
      sandbox.faults.push({ when: () => true, times: 1, reply: { status: 413 } });
      const [url, format] = [sandbox.webhook, formatOf(product, undefined)];
      const setIn = { url: "WEBHOOK_URL", product: "chatFormat" };
      const chat = createChat({ url, format, setIn }, noNetworkSettings, testClock());
      const refusal = await chat.post(goldenFor(product), new AbortController().signal, run);
      chat.dispose();
      await sandbox.close();
      assert.match(refusal ?? "", /413/);
      assert.equal(sandbox.texts.length, 1);
      assert.ok(sandbox.texts[0]?.includes(run.href.replaceAll("&", product === "slack" ? "&amp;" : "&")));
    });

  for (const [name, format] of formats) {
    it(`${name}: is text with the title, the worst problems and the link to the run`, () => {
      const shown = shownIn(format, goldenFor(name === "markdown" ? name : "slack"), run);
      const nine =
        /^Night Shift: 9 problems: .*\n\n🚨 invoices failed, 4th in a row since 19:59 UTC\nSMTP_HOST: unb/;
      const eight = new RegExp(`^Night Shift: 8 problems: .*\n\n🔴 ${fewRuns}`);
      assert.match(shown, name === "markdown" ? eight : nine);
      assert.ok(shown.includes(run.href), shown);
      assert.doesNotMatch(shown, /\blog\b(?!s could)| {2}| $/im, "links without addresses are no use");
    });

    it(`${name}: has 1,500 characters at most, nobody mentioned, and no markup or link of a name`, async () => {
      const longUrl = new URL(`${project("夜".repeat(64))}?buildId=1`);
      const cut = shownIn(format, badNight(threeHundred()), longUrl);
      assert.match(cut, /\d+ more problems/);
      fc.assert(
        fc.property(hostileText, hostileText, (pipeline, title) => {
          const message = { ...hostileMessage(pipeline), title: [{ name: title }, { words: ": x" }] };
          const shown = shownIn(format, message, run);
          assert.ok(shown.length <= 1500 + "[The monitor's run]()".length, shown);
          const others = shown.replace(run.href, "").replace("[The monitor's run]()", "");
          assert.doesNotMatch(others, /[<>@`*~[\]\\]|:\/\//);
        }),
      );
      assert.ok(cut.length <= 1500 + "[The monitor's run]()".length, `${cut.length}`);
    });

    it(`${name}: is for its product, and goes without a link outside a pipeline`, () => {
      const json = JSON.parse(writePlain(format, goldenFor("slack"), undefined, sanitize));
      if (name === "teams") assert.equal(json.attachments[0].content.type, "AdaptiveCard");
      if (name === "discord") assert.deepEqual(json.allowed_mentions, { parse: [] });
      if (name === "slack") assert.equal(json.mrkdwn, false);
      assert.equal(shownIn(format, goldenFor("slack")).includes("://"), false);
    });
  }
});
