import assert from "node:assert/strict";
import { chatFormatNames, formatOf } from "../../../shared/chat/formats";
import { iconOf, type Line, type Message } from "../../../shared/chat/message";
import { secretForms } from "../../../shared/text/redact";
import { createSanitizer } from "../../../shared/text/sanitize";
import { zoneNamed } from "../../../shared/text/zone";
import { productNames } from "../../sandbox/chat";
import { bodyOf, goldenMessage, textIn } from "./messages";

const plainLine: Line = { parts: [{ words: "payroll failed" }], severity: "failure", rank: 1 };
const high: Line = { ...plainLine, urgency: "high" };
const info: Line = { ...plainLine, urgency: "info" };

describe("the icon of a line", () => {
  it("is its urgency's, or its severity's if it has none", () => {
    assert.equal(iconOf(high), "🚨");
    assert.equal(iconOf(info), "ℹ️");
    const severities = ["failure", "warning", "recovery", "note"] as const;
    const icons = severities.map((severity) => iconOf({ severity }));
    assert.deepEqual(icons, ["🔴", "🟠", "🟢", "ℹ️"]);
  });

  for (const name of productNames)
    it(`${name}: ${name === "markdown" ? "is not shown" : "stands before the same words"}`, () => {
      const bodyWith = (line: Line) => bodyOf(name, { ...goldenMessage, lines: [line] });
      const [urgent, calm, plain] = [bodyWith(high), bodyWith(info), bodyWith(plainLine)];
      if (name === "markdown") assert.deepEqual([urgent, calm], [plain, plain]);
      assert.equal(urgent, plain.replace("🔴", "🚨"));
      // Lines that only inform have a calm color, too.
      const words = (body: string) =>
        body.replace(/🔴|ℹ️|"attention"|"default"|13710392|7041664|#d13438|#6b7280/g, "");
      assert.equal(words(calm), words(plain));
    });
});

describe("the times of a message", () => {
  const zone = zoneNamed("Europe/Berlin") ?? assert.fail();
  const moment = { time: Date.UTC(2026, 6, 20, 22, 30), zone, isDated: true };

  for (const product of productNames)
    it(`${product}: are in its zone in each line, whoever reads them`, () => {
      const parts = [{ words: "did not start at " }, moment, { words: "." }];
      const message: Message = {
        ...goldenMessage,
        lines: [{ parts, severity: "failure", rank: 1 }],
        footer: [{ words: "Until " }, { ...moment, isDated: false }],
      };
      const body = bodyOf(product, message);
      assert.ok(body.includes("2026-07-21 00:30 UTC+2"), body);
      assert.ok(product === "markdown" || body.includes("Until 00:30 UTC+2"), body);
      // Slack, Teams and Discord show these in the reader's own zone.
      assert.ok(!/<!date|"type":"date"|\{\{(?:DATE|TIME)|<t:/.test(body), body);
    });
});

const secret = "hunter2 (of all)";
const redact = createSanitizer((text) =>
  secretForms(secret).reduce((safe, form) => safe.replaceAll(form, "***"), text),
);
const redactedBodyOf = (product: string, message: Message) =>
  formatOf(product, new URL("https://x.example/")).write(message, redact);
const messageWith = (url: URL): Message => ({
  header: "Header",
  title: [{ words: "1 failed" }],
  lines: [{ parts: [{ label: { words: "log" }, url, of: "x" }], severity: "failure", rank: 0 }],
  footer: [{ label: { words: "Monitor run" }, url }],
});

for (const product of chatFormatNames)
  describe(`a link in the form ${product}`, () => {
    it("holds no secret, whatever the name of the project in its URL", () => {
      const url = new URL(`https://dev.azure.com/contoso/${encodeURIComponent(secret)}/_build`);
      const body = redactedBodyOf(product, messageWith(url));
      assert.match(body, /contoso/);
      assert.doesNotMatch(body, /hunter2/);
    });

    it("does not end at a parenthesis in its URL", () => {
      const url = new URL("https://wiki.example/what_(to)_do");
      const text = textIn(
        product === "auto" ? "markdown" : product,
        redactedBodyOf(product, messageWith(url)),
      );
      assert.match(text, /\/what(?:\\?_|%5F)(?:\(to\)|%28to%29)(?:\\?_|%5F)do/);
      assert.doesNotMatch(text, /\]\([^\s)]*\(/);
    });
  });
