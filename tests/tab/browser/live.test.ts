import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { Fault, ReceivedRequest, Reply } from "../../sandbox/loopback";
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

/** A fault replaces the headers of a healthy reply, too. */
const allowed = { headers: { "access-control-allow-origin": "*" } };
const isList = ({ method, path }: ReceivedRequest) =>
  method === "GET" && path.endsWith("attachments/pipeline-keeper.report");
const isReport = ({ method, path }: ReceivedRequest, index: number) =>
  method === "GET" && path.includes(`-00000000000${index}/attachments`);

async function* heldBack(held: Promise<void>, text: string) {
  await held;
  yield Buffer.from(text);
}

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
    ["The step did not run", true, [{ type: "Stage", name: "Watch" }], /skipped in this run/],
    ["No report", true, [], /does not say whether the step ran/],
    ["The step did not run", true, [step({ result: "skipped" })], /condition decides/],
    ["No report yet", false, [{ type: "Stage", name: "Watch" }], /has not started/],
    [
      "No report yet",
      false,
      [step({ state: "inProgress", result: null })],
      /PipelineMonitor has not finished/,
    ],
    [
      "PipelineMonitor ended without a report",
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

  it("keeps a report when a later reading fails, and tries again", async () => {
    const { page, tab, heading } = await open({ reports: [json(quietHour())] });
    host.faults.push({ when: isList, reply: { ...allowed, status: 500 }, times: 1 });
    await change(page);
    assert.match(await tab.getByRole("alert").innerText(), /could not be read: The service returned 500/);
    assert.equal(await heading.textContent(), quietHour().sentence);
    await tab.getByRole("button", { name: "Try again" }).click();
    await tab.getByRole("alert").waitFor({ state: "detached" });
    assert.equal(await heading.textContent(), quietHour().sentence);
  });

  it("drops an early response that comes after a later one", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    host.runs.push({ id: 812, reports: [] });
    host.faults.push({ when: isList, reply: { ...allowed, body: heldBack(held, '{"value":[]}') }, times: 1 });
    const page = await openUrl(host.url(812));
    host.runs.splice(0, 1, { id: 812, reports: [json(quietHour())] });
    await page.frameLocator("iframe").getByRole("status").waitFor();
    await change(page);
    const heading = page.frameLocator("iframe").locator("h1");
    assert.equal(await heading.textContent(), quietHour().sentence);
    const steps = page.waitForResponse(/timeline/);
    release();
    await steps;
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
    assert.equal(await heading.textContent(), quietHour().sentence);
  });

  it("shows the other reports when one cannot be read, and reads it on request", async () => {
    host.faults.push({
      when: (request) => isReport(request, 0),
      reply: { ...allowed, status: 500 },
      times: 1,
    });
    const { tab, heading } = await open({ reports: [json(purchase()), json(quietHour())] });
    assert.equal(await heading.textContent(), quietHour().sentence);
    await tab.getByLabel("Report (2)").selectOption("report 2, not read");
    assert.match(await tab.getByRole("alert").innerText(), /returned 500 for the report/);
    await tab.getByRole("button", { name: "Try again" }).click();
    await tab.getByText(purchase().sentence).waitFor();
  });

  it("says that an empty attachment is no report", async () => {
    const { tab, heading } = await open({ reports: [""] });
    assert.equal(await heading.textContent(), "This report cannot be read");
    assert.match(await tab.locator("main").innerText(), /It is not JSON/);
  });

  const signIn = "<!DOCTYPE html><title>Sign in</title>";
  const failures: [title: string, when: Fault["when"], reply: Reply, text: RegExp][] = [
    [
      "a page to sign in in place of the list",
      (one) => isList(one),
      { body: signIn },
      /web page in place of the list/,
    ],
    [
      "a page to sign in in place of a report",
      (one) => isReport(one, 0),
      { status: 203, body: "{}" },
      /sign in/,
    ],
    [
      "a list of another form",
      (one) => isList(one),
      { body: "[]" },
      /a form that this tab does not understand/,
    ],
    ["a broken list", (one) => isList(one), { body: "{" }, /a form that this tab does not understand/],
    ["a connection that breaks", (one) => isList(one), { ending: "reset" }, /Could not reach Azure DevOps/],
    ["a report that is gone", (one) => isReport(one, 0), { status: 404 }, /deleted, or you may not read it/],
  ];
  for (const [title, when, reply, text] of failures)
    it(`speaks of ${title} in words, and tries again`, async () => {
      host.faults.push({ when, reply: { ...allowed, ...reply }, times: reply.ending === "reset" ? 2 : 1 });
      const { tab, heading } = await open({ reports: [json(quietHour())] });
      assert.equal(await heading.textContent(), "The report could not be read");
      const reason = await tab.getByRole("alert").innerText();
      assert.match(reason, text);
      assert.doesNotMatch(reason, /token|fetch|\[object/);
      host.faults.splice(0);
      await tab.getByRole("button", { name: "Try again" }).click();
      await tab.locator("article").waitFor();
    });

  it("ends a wait that nobody answers, and tries again", async () => {
    host.faults.push({ when: isList, reply: { ...allowed, status: 200, ending: "hang" }, times: 1 });
    host.runs.push({ id: 812, reports: [json(quietHour())] });
    const page = await openUrl("about:blank");
    await page.clock.install();
    const asked = page.waitForResponse(/attachments/);
    await page.goto(host.url(812));
    await asked;
    await page.clock.fastForward(30_000);
    const tab = page.frameLocator("iframe");
    assert.match(await tab.getByRole("alert").innerText(), /did not return the list of reports within 30 s/);
    await tab.getByRole("button", { name: "Try again" }).click();
    await tab.locator("article").waitFor();
  });

  it("shows the reports that arrive in time", async () => {
    host.faults.push({
      when: (request) => isReport(request, 0),
      reply: { ...allowed, status: 200, ending: "hang" },
    });
    host.runs.push({ id: 812, reports: [json(purchase()), json(quietHour())] });
    const page = await openUrl("about:blank");
    await page.clock.install();
    const arrived = page.waitForResponse((response) => response.url().includes("-000000000001/"));
    await page.goto(host.url(812));
    await (await arrived).finished();
    await page.clock.runFor(3000);
    const tab = page.frameLocator("iframe");
    assert.equal(await tab.locator("h1").textContent(), quietHour().sentence);
    assert.equal(await tab.locator("option").last().textContent(), "report 2, not read");
  });

  it("tells the page when it cannot start", async () => {
    host.runs.push({ id: 812, reports: [] });
    const page = await openUrl(`${host.url(812)}&start=broken`);
    const tab = page.frameLocator("iframe");
    assert.equal(await tab.locator("h1").textContent(), "The tab could not start");
    assert.match(await page.evaluate(() => Reflect.get(window, "hostState").failed), /does not name its run/);
  });

  it("keeps the choice and the filter when another report arrives", async () => {
    const [first, second] = [json(hourOf(40)), json({ ...hourOf(40), stage: "Second", attempt: 2 })];
    const { page, tab } = await open({ isFinished: false, reports: [first] });
    await tab.getByLabel("Only issues").check();
    host.runs.splice(0, 1, { id: 812, reports: [first, second] });
    await change(page);
    await tab.getByLabel("Report (2)").waitFor();
    assert.match((await tab.locator("option:checked").textContent()) ?? "", /^Watch/);
    assert.equal(await tab.getByLabel("Only issues").isChecked(), true);
    await tab.getByLabel("Report (2)").selectOption({ index: 0 });
    assert.match(await tab.locator(".about").innerText(), /Second/);
    assert.equal(await tab.getByLabel("Only issues").isChecked(), true);
  });

  it("fetches each report once, and asks for no trend that cannot exist", async () => {
    for (let id = 700; id < 724; id++)
      host.runs.push({ id, reports: [json(hourOf(40, 12, id)), json({ ...hourOf(40), job: "other" })] });
    const digest = { ...hourOf(40), digest: true };
    const reports = [json(hourOf(40)), json({ ...hourOf(40), job: "other" }), json(digest), json(hourOf(0))];
    const before = host.requests().length;
    const { tab } = await open({ reports });
    const asked = () =>
      host
        .requests()
        .slice(before)
        .map(({ path }) => path);
    await tab.locator(".trend svg").first().waitFor();
    // The list, four reports, the list of runs; of each run its list and the report of the same step.
    assert.equal(asked().length, 1 + 4 + 1 + 24 + 24);
    const pick = async (text: RegExp, expected: number) => {
      const option = tab.locator("option").filter({ hasText: text }).first();
      await tab.getByLabel("Report (4)").selectOption(await option.textContent());
      await tab.locator(".trend svg").first().waitFor();
      assert.equal(asked().length, expected);
    };
    await pick(/ other /, 78);
    await pick(/ monitor · /, 78);
    await tab.getByLabel("Report (4)").selectOption({ index: 3 });
    assert.equal(await tab.locator(".trend").count(), 0);
    assert.equal(new Set(asked()).size, asked().length);
  });

  it("draws the trend of the last 24 reports of the same configuration, stage, job and attempt", async () => {
    for (let id = 700; id < 730; id++) host.runs.push({ id, reports: [json(hourOf(40, 12, id))] });
    const others = [{ configuration: "other.json" }, { stage: "B" }, { job: "b" }, { attempt: 2 }];
    host.runs.push({ id: 731, reports: others.map((other) => json({ ...hourOf(40), ...other })) });
    const before = host.requests().length;
    const { tab } = await open({ reports: [json(hourOf(40))] });
    const line = tab.locator(".trend svg").first();
    await line.waitFor();
    // The 24th earlier run has no report of this step.
    assert.match((await line.getAttribute("aria-label")) ?? "", /^Mean run time over 24 reports: .* now /);
    const asked = host.requests().slice(before);
    const lists = asked.filter(({ path }) => path.endsWith("/attachments/pipeline-keeper.report"));
    const runs = new Set(lists.map(({ path }) => /builds\/(\d+)/.exec(path)?.[1]));
    assert.equal(runs.has("731") && runs.has("707") && !runs.has("706"), true);
  });

  it("fits a window of 320 pixels with its trends", async () => {
    host.runs.push({ id: 811, reports: [json(hourOf(40))] });
    const { page, tab } = await open({ reports: [json(hourOf(40))] });
    await tab.locator(".trend svg").first().waitFor();
    for (const width of [320, 640]) {
      await page.setViewportSize({ width, height: 700 });
      const excess = await tab.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth);
      assert.equal(excess, 0, String(width));
    }
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
