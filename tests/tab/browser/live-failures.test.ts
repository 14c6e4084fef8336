import assert from "node:assert/strict";
import type { Fault, Reply } from "../../sandbox/loopback";
import { purchase } from "../example-registrations";
import { quietHour } from "../example-reports";
import { allowed, describeLiveTab, isList, isReport, json, readHeading } from "./live-stage";
import { passUntil } from "./pass-time";

async function* heldBack(held: Promise<void>, text: string) {
  await held;
  yield Buffer.from(text);
}

describeLiveTab("the tab on a run's page, when something fails", ({ host, open, openUrl, change }) => {
  it("says what failed, and tries again", async () => {
    host().faults.push({
      when: ({ path, method }) => method === "GET" && path.includes("/attachments/"),
      reply: { status: 403, headers: { "access-control-allow-origin": "*" } },
      times: 1,
    });
    const { tab, heading } = await open({ reports: [json(quietHour())] });
    assert.equal(await heading.textContent(), "The report could not be read");
    assert.match(await tab.getByRole("alert").innerText(), /returned 403.*authorize the extension again/);
    await tab.getByRole("button", { name: "Try again" }).press("Enter");
    await tab.locator("article").waitFor();
    assert.equal(await heading.textContent(), quietHour().sentence);
  });

  it("keeps a report when a later reading fails, and tries again", async () => {
    const { page, tab, heading } = await open({ reports: [json(quietHour())] });
    host().faults.push({ when: isList, reply: { ...allowed, status: 500 }, times: 1 });
    await change(page);
    assert.match(await tab.getByRole("alert").innerText(), /could not be read: The service returned 500/);
    assert.equal(await heading.textContent(), quietHour().sentence);
    await tab.getByRole("button", { name: "Try again" }).press("Enter");
    await tab.getByRole("alert").waitFor({ state: "detached" });
    assert.equal(await heading.textContent(), quietHour().sentence);
  });

  it("drops an early response that comes after a later one", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    host().runs.push({ id: 812, reports: [] });
    host().faults.push({
      when: isList,
      reply: { ...allowed, body: heldBack(held, '{"value":[]}') },
      times: 1,
    });
    const page = await openUrl(host().url(812));
    host().runs.splice(0, 1, { id: 812, reports: [json(quietHour())] });
    const reading = page.frameLocator("iframe").getByRole("heading", { name: "Reading the report…" });
    await reading.waitFor();
    await change(page);
    const heading = page.frameLocator("iframe").locator(readHeading);
    assert.equal(await heading.textContent(), quietHour().sentence);
    const steps = page.waitForResponse(/timeline/);
    release();
    await steps;
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
    assert.equal(await heading.textContent(), quietHour().sentence);
  });

  it("shows the other reports when one cannot be read, and reads it on request", async () => {
    host().faults.push({
      when: (request) => isReport(request, 0),
      reply: { ...allowed, status: 500 },
      times: 1,
    });
    const { tab, heading } = await open({ reports: [json(purchase()), json(quietHour())] });
    assert.equal(await heading.textContent(), quietHour().sentence);
    await tab.getByLabel("Report (2)").selectOption("report 2, not read");
    assert.match(await tab.getByRole("alert").innerText(), /returned 500 for the report/);
    await tab.getByRole("button", { name: "Try again" }).press("Enter");
    await tab.getByText(purchase().sentence).waitFor();
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
      /a form that this page does not understand/,
    ],
    ["a broken list", (one) => isList(one), { body: "{" }, /a form that this page does not understand/],
    ["a connection that breaks", (one) => isList(one), { ending: "reset" }, /Could not reach Azure DevOps/],
    ["a report that is gone", (one) => isReport(one, 0), { status: 404 }, /deleted, or you may not read it/],
  ];
  for (const [title, when, reply, text] of failures)
    it(`speaks of ${title} in words, and tries again`, async () => {
      host().faults.push({ when, reply: { ...allowed, ...reply } });
      const { tab, heading } = await open({ reports: [json(quietHour())] });
      assert.equal(await heading.textContent(), "The report could not be read");
      const reason = await tab.getByRole("alert").innerText();
      assert.match(reason, text);
      assert.doesNotMatch(reason, /token|fetch|\[object/);
      host().faults.splice(0);
      await tab.getByRole("button", { name: "Try again" }).press("Enter");
      await tab.locator("article").waitFor();
    });

  it("refuses a report beyond its limit before it has read it", async () => {
    async function* endless() {
      const part = Buffer.alloc(2 ** 16, 32);
      for (;;) yield part;
    }
    host().faults.push({ when: (one) => isReport(one, 0), reply: { ...allowed, body: endless() } });
    const { tab, heading } = await open({ reports: [json(quietHour())] });
    assert.equal(await heading.textContent(), "This report cannot be read");
    assert.match(await tab.locator("main").innerText(), /It is larger than 1 MB\./);
  });

  it("ends a wait that nobody answers, and tries again", async () => {
    // The wait ends only once the service has the request: one that never arrives would leave the fault to the next.
    const arrived = new Promise<void>((resolve) => {
      const reply = () => {
        resolve();
        return { ...allowed, status: 200, ending: "hang" } as const;
      };
      host().faults.push({ when: isList, reply, times: 1 });
    });
    host().runs.push({ id: 812, reports: [json(quietHour())] });
    const page = await openUrl("about:blank");
    await page.clock.install();
    await page.goto(host().url(812));
    await arrived;
    const tab = page.frameLocator("iframe");
    await passUntil(page, 30_000, tab.getByRole("alert"));
    assert.match(await tab.getByRole("alert").innerText(), /did not return the list of reports within 30 s/);
    await tab.getByRole("button", { name: "Try again" }).press("Enter");
    await tab.locator("article").waitFor();
  });

  it("shows the reports that arrive in time", async () => {
    host().faults.push({
      when: (request) => isReport(request, 0),
      reply: { ...allowed, status: 200, ending: "hang" },
    });
    host().runs.push({ id: 812, reports: [json(purchase()), json(quietHour())] });
    const page = await openUrl("about:blank");
    await page.clock.install();
    const arrived = page.waitForResponse((response) => response.url().includes("-000000000001/"));
    await page.goto(host().url(812));
    await (await arrived).finished();
    const tab = page.frameLocator("iframe");
    await passUntil(page, 3000, tab.locator(readHeading));
    assert.equal(await tab.locator(readHeading).textContent(), quietHour().sentence);
    assert.equal(await tab.locator("option").last().textContent(), "report 2, not read");
  });

  it("tells the page when it cannot start", async () => {
    host().runs.push({ id: 812, reports: [] });
    const page = await openUrl(`${host().url(812)}&start=broken`);
    const tab = page.frameLocator("iframe");
    assert.equal(await tab.locator(readHeading).textContent(), "The tab could not start");
    assert.match(await page.evaluate(() => Reflect.get(window, "hostState").failed), /does not name its run/);
  });
});
