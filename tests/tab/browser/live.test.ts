import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { type RunPage, startRunPage } from "../../sandbox/run-page";
import { hourOf, purchase, quietHour } from "../example-reports";
import { describeInBrowser } from "./stage";

const json = (report: unknown) => JSON.stringify(report);
const step = (changes: object) => ({
  type: "Task",
  task: { id: "a128666a-40be-407b-9de7-51735b5c7775", name: "PipelineMonitor" },
  state: "completed",
  result: "succeeded",
  ...changes,
});

describeInBrowser("the tab on a run's page", ({ openUrl, errors }) => {
  let host: RunPage;
  before(async () => {
    host = await startRunPage([]);
  });
  after(() => host.close());
  afterEach(() => {
    host.runs.splice(0);
    host.faults.splice(0);
  });

  /** Opens the page of run 812, and returns the frame of the tab. */
  async function open(run: Partial<RunPage["runs"][number]>, theme: "light" | "dark" = "light") {
    host.runs.push({ id: 812, reports: [], ...run });
    const page = await openUrl(host.url(812, theme));
    const tab = page.frameLocator("iframe");
    const heading = tab.locator("h1");
    await heading.waitFor();
    return { page, tab, heading };
  }

  const change = (page: Page) =>
    page.evaluate((build) => Reflect.get(window, "changeBuild")(build), host.buildOf(812));

  it("shows the report, tells the page that it has loaded, and asks only the organization", async () => {
    const asked: string[] = [];
    const report = hourOf(40);
    host.runs.push({ id: 812, reports: [json(report)] });
    const page = await openUrl("about:blank");
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(host.url(812));
    const tab = page.frameLocator("iframe");
    assert.equal(await tab.locator("h1").textContent(), report.sentence);
    assert.equal(await page.evaluate(() => Reflect.get(window, "hostState").loaded), true);
    const [pageHost, ...others] = new Set(asked.map((url) => new URL(url).origin));
    assert.equal(pageHost, new URL(host.url(812)).origin);
    // The other origin is the one that the tab's page comes from.
    assert.equal(others.length, 1);
    assert.deepEqual(errors, []);
  });

  it("follows the theme of the page", async () => {
    const { tab } = await open({ reports: [json(quietHour())] }, "dark");
    const background = () => tab.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
    assert.equal(await background(), "rgb(32, 31, 30)");
    assert.equal(await tab.locator("html").evaluate((html) => getComputedStyle(html).colorScheme), "dark");
  });

  it("offers several reports by stage, job, attempt and configuration, the latest attempt first", async () => {
    const first = { ...hourOf(40), configuration: "night.json" };
    const second = { ...quietHour(), stage: "Again", attempt: 2 };
    const { tab, heading } = await open({ reports: [json(first), json(second), json(purchase()), "[]"] });
    assert.equal(await heading.textContent(), second.sentence);
    const options = await tab.locator("option").allTextContents();
    assert.deepEqual(options, [
      "Again · monitor · attempt 2 · monitor.json",
      "Watch · monitor · attempt 1 · night.json (issues)",
      "Purchase · register · attempt 1 · soon-released.org",
      "report 4, unreadable",
    ]);
    await tab.getByLabel("Report (4)").selectOption("2");
    assert.equal(await heading.textContent(), purchase().sentence);
    await tab.getByLabel("Report (4)").selectOption("3");
    assert.equal(await heading.textContent(), "This report cannot be read");
  });

  const emptyStates: [title: string, isFinished: boolean, records: object[], text: RegExp][] = [
    ["The step did not run", true, [], /skipped in this run/],
    ["The step did not run", true, [step({ result: "skipped" })], /condition decides/],
    ["No report yet", false, [], /has not started/],
    [
      "No report yet",
      false,
      [step({ state: "inProgress", result: null })],
      /PipelineMonitor has not finished/,
    ],
    [
      "PipelineMonitor ended before it could look",
      true,
      [step({ result: "failed", issues: [{ type: "error", message: "monitor.json is not <b>JSON</b>" }] })],
      /monitor\.json is not <b>JSON<\/b>/,
    ],
    ["This step wrote no report", true, [step({})], /older than this tab/],
  ];
  for (const [title, isFinished, records, text] of emptyStates)
    it(`says "${title}" where the report is not there: ${text.source}`, async () => {
      const { tab, heading } = await open({ isFinished, records });
      assert.equal(await heading.textContent(), title);
      assert.match(await tab.locator("main").innerText(), text);
    });

  it("says that a newer or an older version wrote the report", async () => {
    const newer = await open({ reports: [json({ ...quietHour(), version: 2 })] });
    assert.match(await newer.tab.locator("main").innerText(), /form 2.*newer version of the task/s);
  });

  it("shows the report when the step has finished, and redraws nothing when the run then changes", async () => {
    const { page, tab, heading } = await open({ isFinished: false });
    host.runs.splice(0, 1, { id: 812, reports: [json(hourOf(40))] });
    await change(page);
    await tab.locator("article").waitFor();
    await tab.getByLabel("Only issues").check();
    await change(page);
    await page.waitForTimeout(100);
    assert.equal(await tab.getByLabel("Only issues").isChecked(), true);
    assert.equal(await heading.textContent(), hourOf(40).sentence);
  });

  it("says what failed, and tries again", async () => {
    host.faults.push({
      when: ({ path, method }) => method === "GET" && path.includes("/attachments/"),
      reply: { status: 403, headers: { "access-control-allow-origin": "*" } },
      times: 1,
    });
    const { tab, heading } = await open({ reports: [json(quietHour())] });
    assert.equal(await heading.textContent(), "The report could not be read");
    assert.match(await tab.getByRole("alert").innerText(), /returned 403.*authorize the extension again/);
    await tab.getByRole("button", { name: "Try again" }).click();
    await tab.locator("article").waitFor();
    assert.equal(await heading.textContent(), quietHour().sentence);
  });

  it("draws the trend of the last 24 reports of the same configuration", async () => {
    for (let id = 700; id < 730; id++) host.runs.push({ id, reports: [json(hourOf(40, 12, id))] });
    host.runs.push({ id: 731, reports: [json({ ...hourOf(40), configuration: "other.json" })] });
    const { tab } = await open({ reports: [json(hourOf(40))] });
    const line = tab.locator(".trend svg").first();
    await line.waitFor();
    assert.match((await line.getAttribute("aria-label")) ?? "", /^Mean run time over \d+ reports: .* now /);
    const lists = host.requests().filter(({ path }) => path.endsWith("/attachments/pipeline-keeper.report"));
    const runs = new Set(lists.map(({ path }) => /builds\/(\d+)/.exec(path)?.[1]));
    assert.equal(runs.has("731") && runs.has("707") && !runs.has("706"), true);
  });

  it("drops the oldest reports of a trend when one cannot be read", async () => {
    for (let id = 700; id < 730; id++) host.runs.push({ id, reports: [json(hourOf(40, 12, id))] });
    host.faults.push({ when: ({ path }) => path.includes("/720/"), reply: { status: 500 } });
    const { tab } = await open({ reports: [json(hourOf(40))] });
    const line = tab.locator(".trend svg").first();
    await line.waitFor();
    assert.match((await line.getAttribute("aria-label")) ?? "", /over ([2-9]|10) reports/);
  });
});
