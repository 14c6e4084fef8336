import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { root } from "../../root";
import { productNames } from "../../sandbox/chat";
import { renderForProduct } from "../../sandbox/chat-page";
import { bodyOf, exampleFor, goldenFor, textIn } from "./messages";

const golden = resolve(root, "tests", "shared", "chat", "golden");

describe("golden examples of the chat formats", () => {
  for (const name of productNames)
    it(`${name}: blocks of every shape and owners are written as the example is`, () => {
      const expected = JSON.parse(readFileSync(resolve(golden, `${name}.json`), "utf8"));
      const body = bodyOf(name, exampleFor(name));
      assert.deepEqual(JSON.parse(body), expected);
      assert.equal(body, JSON.stringify(expected), "its members have another order");
    });
});

describe("golden examples as the sandbox shows them", () => {
  for (const product of productNames)
    it(`${product}: every name as it is, every link, and nobody mentioned`, async () => {
      const html = await renderForProduct(product, textIn(product, bodyOf(product, goldenFor(product))));
      // Two for each run but the unreadable one, the runbook, and the footer's.
      assert.equal(html.match(/<a /g)?.length, product === "markdown" ? 14 : 17, html);
      assert.ok(!/<(mark|em|s|img)[ >]/.test(html), html);
      const shown = html.replace(/<[^>]*>/g, "");
      const verdict = product === "markdown" ? " 20261120.802 failed: status completed" : " failed";
      for (const words of [`db_backup_eu${verdict}`, "AT&amp;T"]) assert.ok(shown.includes(words), shown);
    });
});
