import assert from "node:assert/strict";
import type { DomainReport } from "../../../shared/report/schema";
import { purchase, refusedPurchases, unknownPurchase } from "../example-registrations";
import { drawn } from "./small-hour";
import { describeInBrowser } from "./stage";

describeInBrowser("DomainRegister's view", ({ openReport, errors }) => {
  it("draws the checks and the purchase attempts where they belong", async () => {
    const page = await openReport(purchase());
    const checks = [
      ...["check 0% 28.75% 10", "check 28.75% 4.69% 5", "check 33.44% 32.81% 10"],
      ...["check 66.25% 3.13% 5", "check 69.38% 29.68% 10", "check 99.06% 0.94% 5"],
    ];
    const attempts = ["place 68.75% 14", "place 99.69% 14"];
    assert.deepEqual(await drawn(page), [
      ["Availability", ...checks],
      ["Purchase", ...attempts],
    ]);
    const legend = ["not available", "check failed", "available", "purchase: failed", "purchase: bought"];
    assert.deepEqual(await page.locator(".legend li").allTextContents(), legend);
    // An empty bar, so that nobody depends on its colour.
    const fillOf = (bar: string) =>
      page
        .locator(bar)
        .first()
        .evaluate((one) => getComputedStyle(one).fill);
    const [empty, full] = [await fillOf(".chart .bad .check"), await fillOf(".chart .good .check")];
    const background = await page.locator("body").evaluate((one) => getComputedStyle(one).backgroundColor);
    assert.equal(empty, background);
    assert.notEqual(full, background);
    assert.deepEqual(errors, []);
  });

  it("lists each purchase attempt, the latest first, with what was sent and why the registrar refused it", async () => {
    const rows = async (report: DomainReport) => {
      const page = await openReport(report);
      const rows = page.locator("table[aria-label='Purchase attempts'] tr");
      return rows.evaluateAll((all) =>
        all.map(({ children }) => [...children].map((cell) => cell.textContent).join("|")),
      );
    };
    const offer = "11.69 USD for 1 year";
    assert.deepEqual(await rows(purchase()), [
      "Time (UTC)|Request|Price|Response|Reason|Order",
      `2026-11-20 01:41:54|purchase|${offer}|bought||1001`,
      `2026-11-20 01:32:00|purchase|${offer}|failed|The registrar allows no more requests for a minute.|`,
    ]);
    const [, ...refused] = await rows(refusedPurchases());
    assert.equal(refused.length, 8);
    for (const row of refused) assert.match(row, /\|purchase\|.*\|refused\|UNAVAILABLE_DOMAIN: /);
    assert.deepEqual(await rows({ ...purchase(), attempts: [] }), []);
  });

  it("has a legend of the responses that there were, and a bar for the last of them, however short it was", async () => {
    const { changes, ...report } = purchase();
    const last = { at: report.to, until: report.to, count: 1, available: true, definitive: true };
    const page = await openReport({ ...report, changes: [...changes.slice(0, 1), last], attempts: [] });
    assert.deepEqual(await page.locator(".legend li").allTextContents(), ["not available", "available"]);
    const bar = page.locator(".chart .bar.good .check");
    assert.deepEqual([await bar.getAttribute("x"), await bar.getAttribute("width")], ["99.6%", "0.4%"]);
  });

  it("says what to do next before anything else, and which stages are possible", async () => {
    const report = unknownPurchase();
    const page = await openReport(report);
    assert.deepEqual(await page.locator(".next li").allTextContents(), report.nextSteps);
    assert.equal(await page.locator("h2").first().textContent(), "What to do next");
    assert.deepEqual(await page.locator(".stages .now b").allTextContents(), ["pending delete", "released"]);
    const reason = /The connection was reset after the request was sent\./;
    await page.getByText(reason).first().waitFor();
    assert.match(await page.locator("main").innerText(), reason);
  });

  it("shows the figures of neighbouring checks with the same response", async () => {
    const page = await openReport(purchase());
    await page.locator(".chart .bar.good").first().focus();
    const card = page.locator(".card");
    const uncertain =
      /^available, not certain\n24\.50 USD for 1 year\nNot bought: the price is .*\n.*2 checks$/;
    assert.match(await card.innerText(), uncertain);
    await page.keyboard.press("End");
    assert.match(await card.innerText(), /^available\n11\.69 USD/);
    await page.keyboard.press("ArrowDown");
    assert.match(await card.innerText(), /^purchase: bought\n11\.69 USD for 1 year\nOrder 1001/);
  });

  it("shows a single check in the table only, and code as code", async () => {
    const report = purchase();
    const once = { at: report.from, until: report.from, count: 1, available: true, definitive: true };
    const page = await openReport({
      ...{ ...report, to: report.from, changes: [once], attempts: [], stages: [] },
      ...{ outcome: "available", checkCount: 1, nextSteps: ["To buy it, run `action: register`."] },
    });
    assert.equal(await page.locator(".chart").count(), 0);
    const cells = await page.locator("table td").allTextContents();
    assert.ok(cells.includes("available"), cells.join());
    assert.deepEqual(await page.locator(".next code").allTextContents(), ["action: register"]);
  });
});
