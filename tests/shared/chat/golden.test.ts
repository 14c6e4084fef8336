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
      const body = bodyOf(name, goldenMessage);
      assert.deepEqual(JSON.parse(body), expected);
      assert.equal(body, JSON.stringify(expected), "its members have another order");
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

  for (const product of productNames)
    it(`${product}: with its owners and their pipelines, each mention as text`, async () => {
      const mentions: Record<string, string> = {
        slack: "<@U012AB3CD>",
        discord: "<@123>",
        teams: "<at>jane@contoso.com</at>",
        googleChat: "<users/123>",
        webex: "<@personEmail:jane@contoso.com>",
      };
      const owner = mentions[product] ?? "@jane";
      const message = { ...goldenMessage, owners: [{ owner, pipelines: ["db_backup_eu"] }] };
      const html = await renderForProduct(product, textIn(product, bodyOf(product, message)));
      const shown = html.replace(/<[^>]*>/g, "");
      assert.match(shown, /Owners: \S*@?(jane|123|U012AB3CD)\S* \(db_backup_eu\)/);
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
