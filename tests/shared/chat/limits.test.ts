import assert from "node:assert/strict";
import fc from "fast-check";
import { createChat } from "../../../shared/chat/delivery";
import { formatOf } from "../../../shared/chat/formats";
import type { Line, Message } from "../../../shared/chat/message";
import { utcZone } from "../../../shared/text/zone";
import { didNotStart } from "../../did-not-start";
import { hostileText } from "../../hostile-text";
import { noNetworkSettings } from "../../memory-agent";
import { sampled } from "../../sampled";
import { productNames as products, startChat } from "../../sandbox/chat";
import { testClock } from "../../test-clock";
import { badNight, type Trouble, threeHundred } from "./bad-night";
import { limits } from "./limits";
import { bodyOf, longMessage, textIn } from "./messages";

/** What stands first in a message, and on the lock screen. */
const titleIn: Readonly<Record<string, (body: string) => string[]>> = {
  slack: (body) => [JSON.parse(body).text, JSON.parse(body).blocks[0].text.text],
  teams(body) {
    const { summary, attachments } = JSON.parse(body);
    const [{ content }] = attachments;
    return [summary, content.fallbackText, content.body[0].inlines[0].text];
  },
  discord: (body) => JSON.parse(body).content.split("\n", 1),
  googleChat(body) {
    const { fallbackText, cardsV2 } = JSON.parse(body);
    const [{ textParagraph }] = cardsV2[0].card.sections[0].widgets;
    return [fallbackText, textParagraph.text.replace(/^<b>|<\/b>$/g, "")];
  },
  webex: (body) => textIn("webex", body).split("\n", 1),
  rocketChat: (body) => textIn("rocketChat", body).split("\n", 1),
  mattermost: (body) => [JSON.parse(body).attachments[0].title, JSON.parse(body).attachments[0].fallback],
};

const productNames = products.filter((name) => name !== "markdown");

function assertFits(name: string, message: Message): void {
  const body = bodyOf(name, message);
  for (const [limit, sizeOf] of limits[name] ?? [])
    assert.ok(sizeOf(body) <= limit, `${name}: ${sizeOf(body)}`);
}

/** What a message shows, without escapes. */
const shownIn = (body: string) => body.replaceAll("\\", "").replaceAll("\u2060", "");

describe("a message of 300 issues in three projects", () => {
  for (const name of productNames)
    it(`${name}: is one body that the channel takes, with every pipeline named or counted`, async () => {
      const sandbox = await startChat(undefined, name);
      const format = formatOf(name, sandbox.webhook);
      const setIn = { url: "WEBHOOK_URL", product: "chatFormat" };
      const chat = createChat({ url: sandbox.webhook, format, setIn }, noNetworkSettings, testClock());
      const message = badNight(threeHundred());
      await chat.post(message, new AbortController().signal).finally(() => chat.dispose());
      await sandbox.close();
      assert.deepEqual([sandbox.requests.length, sandbox.texts.length], [1, 1]);
      const body = sandbox.requests[0]?.body ?? "";
      assertFits(name, message);
      const shown = shownIn(body);
      const [, more = assert.fail(shown)] = /(\d+) more problems/.exec(shown) ?? [];
      const linked = new Set([...shown.matchAll(/buildId(?:=|%3D)(\d+)\b/g)].map(([, id]) => Number(id)));
      // Of its own run, and of the missed ones, which have no page.
      linked.delete(900_000);
      const missed = shown.match(new RegExp(didNotStart, "g"))?.length ?? 0;
      const named = new Set(shown.match(/job\d+/g));
      const [, counted = "0"] = /and (\d+) more pipelines?/.exec(shown) ?? [];
      assert.ok(named.size + Number(counted) >= 120, `${named.size} and ${counted}`);
      assert.ok(named.size > 20 && named.size + Number(counted) <= 120 + linked.size + missed);
      assert.ok(linked.size + Number(more) <= 300 && linked.size >= 4, `${linked.size} and ${more}`);
      assert.match(shown, /failed \d times, 4th in a row/);
      assert.match(shown, /See all/);
      assert.doesNotMatch(shown, /waited 15 min/, "a wait is there, and a failure is not");
    });
});

describe("a message within the limits of each product", () => {
  it("has whole blocks for the worst: 20, or as many as have room", () => {
    for (const [name, [[limit, sizeOf]]] of Object.entries(limits))
      for (const pipeline of ["nightly import", "Ümläute ＆ 夜間バッチ", "_*&<"]) {
        const body = bodyOf(name, longMessage(300, pipeline));
        const isFull = sizeOf(body) > 0.8 * limit || (body.match(/ failed\b/g)?.length ?? 0) >= 20;
        assert.ok(isFull, `${name}: only ${sizeOf(body)}`);
        assert.match(body, /\d+ more problems/);
      }
  });

  it("keeps within the number of lines that a product takes, however short they are", () => {
    const line: Line = { parts: [{ words: "x" }], severity: "failure", rank: 1 };
    for (const name of productNames) assertFits(name, { ...longMessage(1), lines: Array(500).fill(line) });
  });

  it("whatever projects, pipelines, runs, causes and owners are called, and however many there are", async () => {
    const unit = fc.constantFrom("a", "ü", "夜", "*", "_", "&", "<", '"', "\\", "💥", ":a:", " ");
    const name = fc.oneof(
      fc.string({ unit, minLength: 1, maxLength: 300, size: "max" }),
      fc.string({ unit, minLength: 1, maxLength: 20 }),
      hostileText,
    );
    const kinds = ["failed", "tooLong", "waited", "missed", "stuck", "tooFew", "recovered"] as const;
    const kind = fc.constantFrom<Trouble["kind"]>(...kinds);
    const owner = fc.constantFrom("", "@ops", "<@U012AB3CD>", "<@123>", "<at>jane@contoso.com</at>");
    const pipeline = fc.oneof(name, fc.constantFrom("ci", "夜".repeat(200)));
    const trouble = fc.record({ kind, pipeline, buildNumber: name, cause: name, owner });
    const troubles = fc.array(trouble, { maxLength: 60, size: "max" });
    const night = fc.dictionary(name, troubles, { minKeys: 1, maxKeys: 4 });
    await fc.assert(
      fc.asyncProperty(night, async (drawn) => {
        const message = badNight(drawn);
        for (const product of productNames) assertFits(product, message);
      }),
      { numRuns: sampled(20), endOnFailure: true },
    );
  });

  it("whatever its title and its footer say; the title is cut at 150 characters in Slack and at 256 in others, and never empty", () => {
    const unit = fc.constantFrom(...'a&夜_"]\u05d0\u200b💥\n ', "{{", "word ");
    const text = fc.oneof(fc.string({ unit, maxLength: 400, size: "max" }), hostileText);
    const moment = fc.record({ time: fc.constant(0), zone: fc.constant(utcZone), isDated: fc.boolean() });
    // Our own words have no line breaks.
    const words = text.map((one) => one.replaceAll("\n", " "));
    const piece = fc.oneof(fc.record({ words }), fc.record({ name: text }), moment);
    const pieces = fc.array(piece, { maxLength: 8 });
    const link = { label: { words: "x" }, url: new URL("https://h/") };
    fc.assert(
      fc.property(pieces, pieces, (title, footer) => {
        const message = { ...longMessage(40), title, footer: [...footer, link] };
        for (const product of productNames) {
          assertFits(product, message);
          const body = bodyOf(product, message);
          const limit = product === "slack" ? 150 : 256 + "****".length;
          for (const shown of titleIn[product]?.(body) ?? assert.fail()) {
            const size = product === "webex" ? Buffer.byteLength(shown) : shown.length;
            assert.ok(size <= limit, shown);
            assert.ok(shown.replace(/[*\s]/g, "").length > 0, product);
          }
        }
      }),
      { numRuns: sampled(20), endOnFailure: true },
    );
  });

  it("shows or names other runs beside one whose names are made to take all the room", async () => {
    const pieces = ["&", "_", "*", '"', "夜", "\\", ":a:", "\u{1f4a5}"];
    for (const long of pieces.map((piece) => piece.repeat(200))) {
      const usual = { kind: "failed", buildNumber: "1", cause: "", owner: "" } as const;
      const ordinary = Array.from({ length: 40 }, (_, index) => ({ ...usual, pipeline: `ordinary${index}` }));
      const hostile = { ...usual, pipeline: long, buildNumber: long, cause: long };
      const message = badNight({ "Night Shift": [hostile, ...ordinary] });
      for (const product of productNames) {
        const shown = new Set(bodyOf(product, message).match(/ordinary\d+/g));
        assert.equal(shown.size, 40, `${product}, ${long.slice(0, 3)}`);
      }
    }
  });

  for (const count of [1, 3, 12])
    it(`has each of ${count} ordinary issues, and what works again`, async () => {
      const usual = { kind: "failed", buildNumber: "20261120.1", owner: "" } as const;
      const failed = Array.from({ length: count }, (_, index) => ({
        ...{ ...usual, pipeline: `nightly import ${index}` },
        cause: `rsync: write failed on /srv/data/${index}: No space left on device (28)`,
      }));
      const recovered = { ...usual, kind: "recovered" as const, pipeline: "site health", cause: "" };
      const message = badNight({ "Night Shift": [...failed, recovered] });
      for (const product of productNames) {
        const body = bodyOf(product, message);
        assert.match(body, /site health.{1,70} is well again/);
        for (let id = 1; id <= count; id++)
          assert.match(body, new RegExp(`buildId(=|%3D)${id}\\b`), `${product}: run ${id}`);
        assertFits(product, message);
      }
    });

  it("does not exist for markdown, because that of an unknown product is not known", () => {
    const text = textIn("markdown", bodyOf("markdown", longMessage(3000)));
    assert.equal(text.split("\n").length, 6001);
  });
});
