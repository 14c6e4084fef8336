import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { root } from "../../root";
import { productNames } from "../../sandbox/chat";
import { renderForProduct } from "../../sandbox/chat-page";
import { bodyOf, goldenFor, goldenMessage, textIn } from "./messages";

const golden = resolve(root, "tests", "shared", "chat", "golden");

describe("golden examples of the chat formats", () => {
  for (const name of productNames)
    it(`${name}: the findings of every kind, hostile names among them, are written as the example is`, () => {
      const expected = JSON.parse(readFileSync(resolve(golden, `${name}.json`), "utf8"));
      const body = bodyOf(name, goldenFor(name));
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
      const message = { ...goldenFor(product), owners: [{ owner, pipelines: ["db_backup_eu"] }] };
      const html = await renderForProduct(product, textIn(product, bodyOf(product, message)));
      const shown = html.replace(/<[^>]*>/g, "");
      assert.match(shown, /Owners: \S*@?(jane|123|U012AB3CD)\S* \(db_backup_eu\)/);
    });

  for (const product of productNames.filter((name) => name !== "markdown"))
    it(`${product}: begins with the total and the worst, and ends with what was checked`, async () => {
      const html = await renderForProduct(product, textIn(product, bodyOf(product, goldenMessage)));
      const shown = html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
      assert.match(
        shown,
        /^ ?Night Shift: 9 problems: invoices failing since 19:59 UTC, db_backup_eu failed, and more /,
      );
      assert.match(shown, /contoso\/Night Shift · 212 runs checked, 01:18–02:19 UTC · Monitor run/);
      for (const icon of ["🚨", "🔴", "🟠"]) assert.ok(shown.includes(icon), icon);
    });
});
