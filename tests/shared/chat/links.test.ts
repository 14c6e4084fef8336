import assert from "node:assert/strict";
import { chatFormatNames, formatOf } from "../../../shared/chat/formats";
import type { Message } from "../../../shared/chat/message";
import { secretForms } from "../../../shared/text/redact";
import { createSanitizer } from "../../../shared/text/sanitize";
import { textIn } from "./messages";

const secret = "hunter2 (of all)";
const sanitize = createSanitizer((text) =>
  secretForms(secret).reduce((safe, form) => safe.replaceAll(form, "***"), text),
);
const bodyOf = (product: string, message: Message) =>
  formatOf(product, new URL("https://x.example/")).write(message, sanitize);
const messageWith = (url: URL): Message => ({
  header: "Recent pipeline issues",
  title: [{ words: "1 failed" }],
  lines: [{ parts: [{ label: { words: "log" }, url, of: "x" }], severity: "failure", rank: 0 }],
  footer: [{ label: { words: "Monitor run" }, url }],
});

for (const product of chatFormatNames)
  describe(`a link in the form ${product}`, () => {
    it("holds no secret, whatever the name of the project in its URL", () => {
      const url = new URL(`https://dev.azure.com/contoso/${encodeURIComponent(secret)}/_build`);
      const body = bodyOf(product, messageWith(url));
      assert.match(body, /contoso/);
      assert.doesNotMatch(body, /hunter2/);
    });

    it("does not end at a parenthesis in its URL", () => {
      const url = new URL("https://wiki.example/what_(to)_do");
      const text = textIn(product === "auto" ? "markdown" : product, bodyOf(product, messageWith(url)));
      assert.match(text, /\/what(?:\\?_|%5F)(?:\(to\)|%28to%29)(?:\\?_|%5F)do/);
      assert.doesNotMatch(text, /\]\([^\s)]*\(/);
    });
  });
