import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { root } from "../../root";
import { productNames } from "../../sandbox/chat";
import { renderForProduct } from "../../sandbox/chat-page";
import { bodyOf, goldenMessage, textIn } from "./messages";

const golden = resolve(root, "tests", "shared", "chat", "golden");

describe("golden examples of the chat formats", () => {
  for (const name of productNames)
    it(`${name}: the findings of every kind, hostile names among them, are written as the example is`, () => {
      const expected = JSON.parse(readFileSync(resolve(golden, `${name}.json`), "utf8"));
      assert.deepEqual(JSON.parse(bodyOf(name, goldenMessage)), expected);
    });
});

describe("golden examples as the sandbox shows them", () => {
  for (const product of productNames)
    it(`${product}: every name as it is, every link, and nobody mentioned`, async () => {
      const html = await renderForProduct(product, textIn(product, bodyOf(product, goldenMessage)));
      // Two for each run, and the footer's.
      assert.equal(html.match(/<a /g)?.length, product === "markdown" ? 14 : 15, html);
      assert.ok(!/<(mark|em|s|code|img)[ >]/.test(html), html);
      const shown = html.replace(/<[^>]*>/g, "");
      for (const words of [
        "db_backup_eu 20261120.802 failed: status completed, result failed. log",
        "AT&amp;T",
      ])
        assert.ok(shown.includes(words), shown);
    });

  for (const product of productNames.filter((name) => name !== "markdown"))
    it(`${product}: begins with the project and counts, and ends with what was checked`, async () => {
      const html = await renderForProduct(product, textIn(product, bodyOf(product, goldenMessage)));
      const shown = html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
      assert.match(shown, /^ ?Night Shift: too few runs, 3 failed, 1 did not succeed and 3 more /);
      assert.match(
        shown,
        /Checked 212 runs that finished from 2026-11-20 .*01:18.* to .*02:19.*\. Monitor run/,
      );
      for (const icon of ["❌", "⚠️"]) assert.ok(shown.includes(icon), icon);
    });
});
