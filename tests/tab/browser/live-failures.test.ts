import assert from "node:assert/strict";
import type { Fault, Reply } from "../../sandbox/loopback";
import { purchase } from "../example-registrations";
import { quietHour } from "../example-reports";
import { passUntil } from "./host-stage";
import { describeLiveTab, isList, isReport, json, readHeading } from "./live-stage";
import { findViolations } from "./page-checks";

const quiet = { reports: [json(quietHour())] };
const twoReports = { reports: [json(purchase()), json(quietHour())] };
const isFirst: Fault["when"] = (request) => isReport(request, 0);

describeLiveTab("the tab, when something fails", ({ host, fail, holdBack, open, openUrl, change }) => {
  const unreadForm = /a form that this page does not understand/;
  const failures: [title: string, when: Fault["when"], reply: Reply, text: RegExp][] = [
    [
      "a report that it may not read",
      isFirst,
      { status: 403 },
      /returned 403.*authorize the extension again/,
    ],
    ["a report that is gone", isFirst, { status: 404 }, /deleted, or you may not read it/],
    [
      "a page to sign in, not the list",
      isList,
      { body: "<!DOCTYPE html><title>Sign in</title>" },
      /web page in place of the list/,
    ],
    ["a page to sign in, not a report", isFirst, { status: 203, body: "{}" }, /sign in/],
    ["a list of another form", isList, { body: "[]" }, unreadForm],
    ["a broken list", isList, { body: "{" }, unreadForm],
    ["a connection that breaks", isList, { ending: "reset" }, /Could not reach Azure DevOps/],
  ];
  for (const [title, when, reply, text] of failures)
    it(`speaks of ${title} in words, and tries again`, async () => {
      fail(when, reply);
      const { page, tab, heading } = await open(quiet);
      assert.equal(await heading.textContent(), "The report could not be read");
      const reason = await tab.getByRole("alert").innerText();
      assert.match(reason, text);
      assert.doesNotMatch(reason, /token|fetch|\[object/);
      if (reply.status === 403) assert.deepEqual(await findViolations(page), []);
      host().faults.splice(0);
      await tab.getByRole("button", { name: "Try again" }).press("Enter");
      await tab.locator("article").waitFor();
      assert.equal(await heading.textContent(), quietHour().sentence);
    });

  it("keeps a report when a later reading fails, and tries again", async () => {
    const { page, tab, heading } = await open(quiet);
    fail(isList, { status: 500 }, 1);
    await change(page);
    assert.match(await tab.getByRole("alert").innerText(), /could not be read: The service returned 500/);
    assert.equal(await heading.textContent(), quietHour().sentence);
    await tab.getByRole("button", { name: "Try again" }).press("Enter");
    await tab.getByRole("alert").waitFor({ state: "detached" });
    assert.equal(await heading.textContent(), quietHour().sentence);
  });

  it("drops an early response that comes after a later one", async () => {
    host().runs.push({ id: 812, reports: [] });
    const { arrived, release } = holdBack(isList, '{"value":[]}');
    const page = await openUrl(host().url(812));
    await arrived;
    host().runs.splice(0, 1, { id: 812, ...quiet });
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
    fail(isFirst, { status: 500 }, 1);
    const { tab, heading } = await open(twoReports);
    assert.equal(await heading.textContent(), quietHour().sentence);
    await tab.getByLabel("Report (2)").selectOption("report 2, not read");
    assert.match(await tab.getByRole("alert").innerText(), /returned 500 for the report/);
    await tab.getByRole("button", { name: "Try again" }).press("Enter");
    await tab.getByText(purchase().sentence).waitFor();
  });

  it("refuses a report beyond its limit before it has read it", async () => {
    async function* endless() {
      const part = Buffer.alloc(2 ** 16, 32);
      for (;;) yield part;
    }
    fail(isFirst, { body: endless() });
    const { tab, heading } = await open(quiet);
    assert.equal(await heading.textContent(), "This report cannot be read");
    assert.match(await tab.locator("main").innerText(), /It is larger than 1 MB\./);
  });

  it("ends a wait that nobody answers, and tries again", async () => {
    host().runs.push({ id: 812, ...quiet });
    const { arrived } = holdBack(isList);
    const page = await openUrl("about:blank");
    await page.clock.install();
    await page.goto(host().url(812));
    // A request that never arrives would leave the fault to the next.
    await arrived;
    const tab = page.frameLocator("iframe");
    await passUntil(page, 30_000, tab.getByRole("alert"));
    assert.match(await tab.getByRole("alert").innerText(), /did not return the list of reports within 30 s/);
    await tab.getByRole("button", { name: "Try again" }).press("Enter");
    await tab.locator("article").waitFor();
  });

  it("shows the reports that arrive in time", async () => {
    host().runs.push({ id: 812, ...twoReports });
    holdBack(isFirst);
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
    const heading = page.frameLocator("iframe").locator(readHeading);
    assert.equal(await heading.textContent(), "The tab could not start");
    await page.waitForFunction(() => /does not name its run/.test(Reflect.get(window, "hostState").failed));
  });
});
