import assert from "node:assert/strict";
import type { MonitorReport } from "../../../shared/report/schema";
import { hostilePieces } from "../../hostile-text";
import { hourOf } from "../example-reports";
import { drawn, from, runAt, smallHour } from "./small-hour";
import { describeInBrowser } from "./stage";

describeInBrowser("the monitor's view", ({ openReport, errors }) => {
  it("draws waits, runs, lanes, limits and marks where they belong, the worst pipeline first", async () => {
    const page = await openReport(smallHour);
    assert.deepEqual(await drawn(page), [
      ["broken", "run 50% 5% 4, place 55% 11"],
      ["forgotten", "place 75% 14"],
      ["hanging", "wait 25% 5% 4, run 30% 70% 4, place 100% 11"],
      ["slow", "run 10% 50% 4, limit 35%, place 60% 11"],
      ["late", "wait 0% 50% 4, run 50% 25% 4, limit 8.33%, place 50% 11"],
      ["overlapping", "wait 0% 10% 4, run 10% 40% 4", "run 20% 80% 24"],
    ]);
    assert.deepEqual(await page.locator(".axis span").allTextContents(), [
      ...["02:00", "02:10", "02:20", "02:30", "02:40", "02:50", "03:00"],
    ]);
  });

  it("shows the figures and links of a bar that has the pointer, and hides them by Escape", async () => {
    const page = await openReport(smallHour);
    const card = page.locator(".card");
    await page.locator("a.bar.warn .run").first().hover();
    const figures = /slow\.6\nran too long\nWaited 0 s\nRan 30 min, allowed at most 15 min/;
    assert.match(await card.innerText(), figures);
    const link = card.getByText("Run", { exact: true });
    assert.equal(await link.getAttribute("href"), smallHour.runs[2]?.runUrl);
    await card.hover();
    await page.waitForTimeout(400);
    assert.equal(await card.isVisible(), true);
    await page.locator("a.bar.bad").first().focus();
    assert.match(await card.innerText(), /^broken/);
    await page.keyboard.press("Escape");
    assert.equal(await card.isVisible(), false);
  });

  it("is one stop of the Tab key for each pipeline, with arrow keys within, and reaches every link of the table", async () => {
    const page = await openReport(smallHour);
    const focused = () =>
      page.evaluate(() => {
        const { activeElement } = document;
        return activeElement?.getAttribute("aria-label") ?? activeElement?.textContent ?? "";
      });
    await page.getByLabel("Only problems").focus();
    for (const [key, expected] of [
      ["Tab", /^broken/],
      ["ArrowDown", /^forgotten: missed run/],
      ["ArrowDown", /^hanging/],
      ["ArrowUp", /^forgotten/],
      ["ArrowUp", /^broken/],
      ["ArrowUp", /^broken/],
      ...["forgotten", "hanging", "slow", "late", "overlapping"].map(
        (name) => ["Tab", RegExp(`^${name}`)] as const,
      ),
      ["ArrowRight", /^overlapping overlapping.12/],
      ["Shift+Tab", /^late/],
      ["Tab", /^overlapping overlapping.12/],
      ["Home", /^overlapping overlapping.0/],
      ["Tab", /^Runs/],
      ["Tab", /^Run broken/],
      ["Tab", /^Log of broken/],
      ["ArrowDown", /^Run hanging/],
      ["ArrowUp", /^Run broken/],
      ["Shift+Tab", /^Runs/],
    ] as const) {
      await page.keyboard.press(key);
      assert.match(await focused(), expected, key);
    }
  });

  it("has few stops of the Tab key before the table of a thousand runs, and reaches each of its links", async () => {
    const page = await openReport(hourOf(1000));
    await page.locator("table[aria-label='Runs'] tr").nth(1000).waitFor();
    const reached = await page.locator("a, button, input, select, [tabindex]").evaluateAll((found) => {
      const stops = found.filter((one) => Reflect.get(one, "tabIndex") >= 0);
      const isListed = (one: Element) => one.closest(".problem-list, td") !== null;
      return { others: stops.filter((one) => !isListed(one)).length, listed: stops.filter(isListed).length };
    });
    const links = await page.locator(".problem-list a, td a").count();
    // The filter, twelve pipelines, a recovery, two tables that scroll.
    assert.deepEqual(reached, { others: 1 + 12 + 1 + 2, listed: links });
    assert.ok(links > 1000);
  });

  it("has every row of 5,000 runs at the end, and lets the browser lay out only what is on the screen", async () => {
    const page = await openReport(hourOf(5000, 100));
    await page.locator("table[aria-label='Runs'] tr").nth(5000).waitFor();
    const bars = page.locator("[data-item]");
    // Pipelines without a problem are drawn when somebody asks for them.
    assert.ok((await bars.count()) < 5001);
    await page.getByRole("button", { name: /^Show \d+ more pipelines without a problem$/ }).press("Enter");
    await bars.nth(5000).waitFor({ state: "attached" });
    assert.equal(await bars.count(), 5001);
    const visibilities = await bars.last().evaluate((bar) => {
      const found = [];
      for (let one: Element | null = bar; one !== null; one = one.parentElement)
        found.push(getComputedStyle(one).contentVisibility);
      return found;
    });
    assert.ok(visibilities.includes("auto"));
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    assert.deepEqual(errors, []);
  });

  it("leads from an issue to its log, and from any other run to its page", async () => {
    const page = await openReport(smallHour);
    assert.equal(await page.locator("a.bar.bad").first().getAttribute("href"), "https://dev.azure.com/log");
    assert.equal(await page.locator("a.bar.fine").first().getAttribute("href"), smallHour.runs[0]?.runUrl);
    const relations = await page
      .locator("a")
      .evaluateAll((all) => all.map((link) => link.getAttribute("rel")));
    assert.deepEqual([...new Set(relations)], ["noopener noreferrer"]);
  });

  it("shows only issues on request, in the chart and in the table", async () => {
    const page = await openReport(smallHour);
    const rows = page.locator("table[aria-label='Runs'] tbody tr");
    const filter = page.getByLabel("Only problems");
    assert.equal(await rows.count(), 7);
    await filter.check();
    assert.equal(await rows.count(), 5);
    assert.equal(await page.locator(".row-name b").filter({ hasText: "overlapping" }).count(), 0);
    assert.equal(await filter.evaluate((box) => box === document.activeElement), true);
  });

  it("shows hostile texts as they are, and leads nowhere but to http and https", async () => {
    const hostile = hostilePieces.join(" ");
    const about = { pipeline: hostile, sentence: hostile };
    const [script, runUrl] = ["<script>alert(1)</script>", "javascript:alert(1)"];
    const run = { verdict: "failed", number: hostile, logUrl: `data:text/html,${script}`, runUrl } as const;
    const urls = ["vbscript:x", "https:evil", "https://dev.azure.com@evil", "https://a:b@evil"];
    const page = await openReport({
      ...{ ...smallHour, sentence: hostile, configuration: hostile, skippedChecks: [hostile] },
      runs: [runAt(hostile, [0, 1, 2], { ...run, sentence: hostile })],
      missedRuns: [{ pipeline: `</script>${script}`, at: from, sentence: hostile }],
      otherIssues: [about],
      recoveries: urls.map((url) => ({ ...about, runUrl: url })),
      rows: [true, false].map((isGood) => ({ ...about, list: hostile, isGood, runUrl })),
    });
    assert.equal(await page.locator("img, iframe").count(), 0);
    assert.equal(await page.locator("script").count(), 2);
    assert.equal(await page.locator("a").count(), 0);
    assert.deepEqual(errors, []);
  });

  const runUrl = "https://dev.azure.com/contoso/_build/results?buildId=7";
  const good = {
    pipeline: "nightly import",
    sentence: "lost its agent",
    list: "Good ones",
    isGood: true,
    runUrl,
  };
  const eventful: MonitorReport = {
    ...{ ...smallHour, runs: [], missedRuns: [], skippedChecks: ["missed runs"] },
    rows: [{ ...good, sentence: "did not start", list: "Others", isGood: false }, good],
    pipelines: [60, 180, 0].map((usual, index) => ({
      ...{ pipeline: `p${index}`, runs: 7, issues: 0, failures: 0 },
      ...{ runTime: { mean: 180, longest: 240 }, ...(usual === 0 ? {} : { usual }) },
    })),
    leftOut: [{ list: "runs", count: 12 }],
  };
  const texts: Record<string, string> = {
    ".row .blank >> nth=0": "Its runs are not in the report.",
    "[aria-label='Good ones'] a": "nightly import lost its agent",
    "[aria-label='Others'] a": "nightly import did not start",
    "[aria-label='Skipped checks']": "Could not check missed runs; see the step's log.",
    "p.notes": "This report was cut to fit its size limit. Not shown: 12 runs without a problem.",
    "[aria-label='Totals by pipeline'] :is(th, td):nth-child(7)":
      "Trend of the run time|3 min, usually 1 min|as usual|",
  };

  it("tells in words what else the monitor found, did and left out", async () => {
    const page = await openReport(eventful);
    for (const [place, text] of Object.entries(texts))
      assert.equal((await page.locator(place).allTextContents()).join("|"), text, place);
  });

  it("explains the shade before the beginning of the report, where there is one", async () => {
    const shade = "before this report";
    const page = await openReport(hourOf(40));
    assert.equal(await page.locator(".legend li").last().textContent(), shade);
    const whole = await openReport(smallHour);
    assert.equal(await whole.locator(".legend").getByText(shade).count(), 0);
  });

  it("lists the totals of pipelines in the order of the chart, the worst first", async () => {
    const page = await openReport(hourOf(40));
    const names = await page.locator(".row-name b").allTextContents();
    const cells = page.locator("table[aria-label='Totals by pipeline'] tbody td:first-child");
    assert.deepEqual(await cells.allTextContents(), names);
  });
});
