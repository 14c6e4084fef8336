import assert from "node:assert/strict";
import { purchase, unknownPurchase } from "../example-reports";
import { describeInBrowsers } from "./stage";

describeInBrowsers("DomainRegister's view", ({ openReport, errors }) => {
  it("draws the checks, the price against the cap, and the purchase attempts where they belong", async () => {
    const page = await openReport(purchase());
    const numbers = (selector: string, keys: string[]) =>
      page
        .locator(selector)
        .evaluateAll(
          (found, names) => found.map((one) => names.map((name) => one.getAttribute(name)).join(" ")),
          keys,
        );
    assert.deepEqual(await numbers(".chart .bar .check", ["x", "width", "height"]), [
      "0% 28.75% 8",
      "28.75% 4.69% 18",
      "33.44% 32.81% 8",
      "66.25% 3.13% 18",
      "69.38% 29.68% 8",
      "99.06% 0.94% 18",
    ]);
    assert.deepEqual(await numbers(".prices line", ["class", "y1"]), [
      "cap 50%",
      "price refused 33.8%",
      "price 56.52%",
    ]);
    assert.deepEqual(await numbers(".place", ["x"]), ["68.75%", "99.69%"]);
    assert.deepEqual(errors, []);
  });

  it("has a legend of the responses that there were, and a bar for the last of them, however short it was", async () => {
    const { changes, ...report } = purchase();
    const last = { at: report.to, until: report.to, count: 1, available: true, definitive: true };
    const page = await openReport({ ...report, changes: [...changes.slice(0, 1), last] });
    assert.deepEqual(await page.locator(".legend li").allTextContents(), ["not available", "available"]);
    const bar = page.locator(".chart .bar.good .check");
    assert.deepEqual([await bar.getAttribute("x"), await bar.getAttribute("width")], ["99.6%", "0.4%"]);
  });

  it("keeps every label apart from lines and other labels, also in a narrow window, whatever the cap", async () => {
    for (const [cap, width] of [
      ["12.00", 320],
      ["15.00", 320],
      ["2400.00", 1280],
      ["0.01", 320],
    ] as const) {
      const priceCap = { amount: cap, raw: "1", currency: "USD" };
      const page = await openReport({ ...purchase(), priceCap }, { viewport: { width, height: 700 } });
      const touching = await page.locator(".prices").evaluate((prices) => {
        const boxes = (selector: string) =>
          [...prices.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
        const [texts, lines] = [boxes("text"), boxes("line")];
        const touch = (one: DOMRect, other: DOMRect) =>
          one !== other &&
          one.left < other.right &&
          other.left < one.right &&
          one.top <= other.bottom &&
          other.top <= one.bottom;
        const lane = prices.closest("svg")?.getBoundingClientRect();
        return [
          ...texts.flatMap((text) => [...texts, ...lines].filter((other) => touch(text, other))),
          ...texts.filter(
            ({ top, bottom }) => lane === undefined || top < lane.top - 1 || bottom > lane.bottom + 1,
          ),
        ].length;
      });
      assert.equal(touching, 0, cap);
      assert.ok((await page.locator(".prices text").count()) > 0);
      await page.context().close();
    }
  });

  it("says what to do next before anything else, and which stages are possible", async () => {
    const report = unknownPurchase();
    const page = await openReport(report);
    assert.deepEqual(await page.locator(".next li").allTextContents(), report.nextSteps);
    assert.equal(await page.locator("h2").first().textContent(), "What to do next");
    assert.deepEqual(await page.locator(".stages .now b").allTextContents(), ["pending delete", "released"]);
    assert.match(await page.locator("main").innerText(), /not known whether bought/);
  });

  it("shows the figures of neighbouring checks with the same response", async () => {
    const page = await openReport(purchase());
    await page.locator(".chart .bar.good.hatched").focus();
    const text = await page.locator(".card").innerText();
    assert.match(
      text,
      /^available, not definitive\n24\.50 USD \(24500000 in the registrar's unit\) for 1 year\nNot bought: the price is .*\n.*2 checks$/,
    );
    await page.keyboard.press("End");
    assert.match(await page.locator(".card").innerText(), /^available\n11\.69 USD/);
    await page.keyboard.press("ArrowDown");
    assert.match(await page.locator(".card").innerText(), /^Purchase: bought\nOrder 1001/);
  });

  it("shows a single check in the table only, and code as code", async () => {
    const { priceCap: _, ...report } = purchase();
    const once = { at: report.from, until: report.from, count: 1, available: true, definitive: true };
    const page = await openReport({
      ...report,
      to: report.from,
      outcome: "available",
      sentence: "soon-released.org is available.",
      checkCount: 1,
      changes: [once],
      attempts: [],
      stages: [],
      nextSteps: ["To buy it, run `action: register`."],
    });
    assert.equal(await page.locator(".chart").count(), 0);
    const cells = await page.locator("table td").allTextContents();
    assert.ok(cells.includes("available"), cells.join());
    assert.deepEqual(await page.locator(".next code").allTextContents(), ["action: register"]);
  });
});
