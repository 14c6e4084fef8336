import assert from "node:assert/strict";
import type { RunPage } from "../../sandbox/run-page";
import { purchase } from "../example-registrations";
import { hourOf, quietHour } from "../example-reports";
import { describeLiveTab, isReport, json, readHeading } from "./live-stage";
import { findViolations, mediaThemes } from "./page-checks";

const quiet = { reports: [json(quietHour())] };

/** A step of PipelineMonitor in a timeline. */
const step = (changes: object) => ({
  ...{ type: "Task", task: { id: "a128666a-40be-407b-9de7-51735b5c7775", name: "PipelineMonitor" } },
  ...{ state: "completed", result: "succeeded", ...changes },
});

describeLiveTab("the tab on a run's page", ({ host, open, openUrl, change, errors }) => {
  it("shows the report, tells the page that it has loaded, and asks only the organization", async () => {
    const asked: string[] = [];
    const report = hourOf(40);
    host().runs.push({ id: 812, reports: [json(report)] });
    const page = await openUrl("about:blank");
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(host().url(812));
    const tab = page.frameLocator("iframe");
    assert.equal(await tab.locator(readHeading).textContent(), report.sentence);
    assert.equal(await page.evaluate(() => Reflect.get(window, "hostState").loaded), true);
    const [pageHost, ...others] = new Set(asked.map((url) => new URL(url).origin));
    assert.equal(pageHost, new URL(host().url(812)).origin);
    // The other origin is the one that the tab's page comes from.
    assert.equal(others.length, 1);
    assert.deepEqual(errors, []);
  });

  it("follows the theme of the page", async () => {
    const { tab } = await open(quiet, { theme: "dark" });
    const colours = tab
      .locator("html")
      .evaluate(({ ownerDocument: { body, documentElement } }) => [
        getComputedStyle(body).backgroundColor,
        getComputedStyle(documentElement).colorScheme,
      ]);
    assert.deepEqual(await colours, ["rgb(32, 31, 30)", "dark"]);
  });

  it("offers several reports by stage, job, attempt and configuration, the latest attempt first", async () => {
    const first = { ...hourOf(40), configuration: "night.json" };
    const second = { ...quietHour(), stage: "Again", attempt: 2 };
    const { tab, heading } = await open({ reports: [json(first), json(second), json(purchase()), "[]"] });
    assert.equal(await heading.textContent(), second.sentence);
    const options = await tab.locator("option").allTextContents();
    assert.deepEqual(options, [
      "Again · monitor · attempt 2 · monitor.json",
      "Watch · monitor · attempt 1 · night.json (problems)",
      "Purchase · register · attempt 1 · soon-released.org",
      "report 4, unreadable",
    ]);
    await tab.getByLabel("Report (4)").selectOption("2");
    assert.equal(await heading.textContent(), purchase().sentence);
    await tab.getByLabel("Report (4)").selectOption("3");
    assert.equal(await heading.textContent(), "This report cannot be read");
  });

  const issues = [{ type: "error", message: "monitor.json is not <b>JSON</b>" }];
  const states: [title: string, run: Partial<RunPage["runs"][number]>, text: RegExp][] = [
    ["No report", {}, /does not say whether the step ran/],
    [
      "No report yet",
      { isFinished: false, records: [step({ state: "inProgress", result: null })] },
      /PipelineMonitor has not finished/,
    ],
    [
      "PipelineMonitor ended without a report",
      { records: [step({ result: "failed", issues })] },
      /monitor\.json is not <b>JSON<\/b>/,
    ],
    ["This report cannot be read", { reports: ["[]"] }, /not a report/],
    [
      "This report has form 2, which this tab cannot read",
      { reports: [json({ ...quietHour(), version: 2 })] },
      /newer version/,
    ],
    [purchase().sentence, { reports: [json(purchase()), json(quietHour())] }, /Report \(2\)/],
    [hourOf(20, 6).sentence, { reports: [json(hourOf(20, 6)), json(purchase()), "[]"] }, /Report \(3\)/],
  ];
  for (const [index, [title, run, text]] of states.entries())
    it(`says "${title}", and breaks no rule of accessibility: ${text.source}`, async () => {
      const media = Object.values(mediaThemes)[index % 3] ?? assert.fail();
      const { page, tab, heading } = await open(run, { ...media, theme: media.colorScheme });
      assert.equal(await heading.textContent(), title);
      assert.match(await tab.locator("main").innerText(), text);
      assert.deepEqual(await findViolations(page), []);
    });

  it("shows the report when the step has finished, and redraws nothing when the run then changes", async () => {
    const { page, tab, heading } = await open({ isFinished: false });
    host().runs.splice(0, 1, { id: 812, reports: [json(hourOf(40))] });
    await change(page);
    await tab.locator("article").waitFor();
    await tab.locator("article").evaluate((article) => article.setAttribute("data-drawn", "once"));
    const listed = page.waitForResponse(/attachments\/pipeline-keeper\.report(\?|$)/);
    await change(page);
    await (await listed).finished();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
    assert.equal(await tab.locator("article").getAttribute("data-drawn"), "once");
    assert.equal(await heading.textContent(), hourOf(40).sentence);
  });

  it("keeps the choice and the filter when another report arrives, and reads no report twice", async () => {
    const before = host().requests().length;
    const [first, second] = [json(hourOf(40)), json({ ...hourOf(40), stage: "Second", attempt: 2 })];
    const { page, tab } = await open({ isFinished: false, reports: [first] });
    await tab.getByLabel("Only problems").press("Space");
    host().runs.splice(0, 1, { id: 812, reports: [first, second] });
    await change(page);
    await tab.getByLabel("Report (2)").waitFor();
    assert.match((await tab.locator("option:checked").textContent()) ?? "", /^Watch/);
    assert.equal(await tab.getByLabel("Only problems").isChecked(), true);
    await tab.getByLabel("Report (2)").selectOption({ index: 0 });
    assert.match(await tab.locator(".about").innerText(), /Second/);
    assert.equal(await tab.getByLabel("Only problems").isChecked(), true);
    const read = host().requests().slice(before);
    for (const index of [0, 1]) assert.equal(read.filter((one) => isReport(one, index)).length, 1);
  });
});
