import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { badNight, flakyMonth, lateMonitor, noMonitor, quietWeek } from "../example-nights";
import { describeHub, type HubStage, isList } from "./hub-stage";
import { excessWidth, findViolations, mediaThemes } from "./page-checks";

/** The browser leaves out the text of rows that are not on the screen. */
const high = { width: 1280, height: 2400 };

/** Waits until the host has heard of something by messages, which take their time. */
async function hostHears(page: Page, expected: object): Promise<void> {
  await page.waitForFunction((wanted) => {
    const state = Reflect.get(window, "hostState");
    return Object.entries(wanted).every(
      ([name, value]) => JSON.stringify(state[name]) === JSON.stringify(value),
    );
  }, expected);
}

describeHub("the hub", ({ host, fail, open, errors }) => {
  it("shows what is wrong now, since when and whom to ask; tells the page, asks the organization only, for few things", async () => {
    const before = host().requests().length;
    const { page, hub, heading } = await open(badNight);
    const title =
      "3 problems: invoices failing since 03:08, export did not start at 05:00 UTC, and more; 1 muted";
    assert.equal(await heading.textContent(), title);
    const problems = await hub.locator(".problem").allInnerTexts();
    const [first, last] = [problems[0] ?? "", problems.at(-1) ?? ""];
    assert.match(
      first,
      /invoices failed 3 times since 03:08[\s\S]*ORA-01017[\s\S]*Billing[\s\S]*Run[\s\S]*Log[\s\S]*Runbook/,
    );
    assert.match(last, /price feed[\s\S]*Muted until/);
    const about = /Night Shift · monitor ran 19 min ago · nobody watched 66 min/;
    assert.match(await hub.locator(".about").innerText(), about);
    await hostHears(page, { loaded: true, title: `${title} · Pipeline Keeper` });
    // Two lists of runs that monitor, three of failures and one of the runs since the report; of the monitor its
    // default branch, and four requests for what it attached; when the two failing branches succeeded last.
    await hub.getByRole("button", { name: "Refresh" }).waitFor();
    const requests = host().requests().slice(before);
    assert.deepEqual([requests.filter(isList).length, requests.length], [8, 13]);
    assert.deepEqual(errors, []);
  });

  it("shows a reader in another time zone both times, whatever the machine's language", async () => {
    const { heading } = await open(badNight, {}, { timezoneId: "Asia/Kolkata", locale: "de-DE" });
    const both = /invoices failing since 03:08 \(08:38 your time\), export did not start at 05:00 UTC/;
    assert.match((await heading.textContent()) ?? "", both);
  });

  it("draws hours, days and what nobody watched, with the same in words", async () => {
    const { hub } = await open(flakyMonth, { period: "28d" }, { viewport: high });
    assert.equal(await hub.getByRole("button", { name: "28 days" }).getAttribute("aria-pressed"), "true");
    assert.ok((await hub.locator(".cell.unwatched").count()) > 5);
    const cells = await hub
      .locator(".row", { hasText: "export" })
      .locator("[data-item]")
      .evaluateAll((items) => items.map((item) => item.getAttribute("aria-label")));
    assert.match(
      cells.join("\n"),
      /export: nobody watched, Sat 2026-11-07 to Mon 2026-11-09\nexport: missed, Tue 2026-11-10/,
    );
    const known = await hub.getByRole("list", { name: "Known issues" }).innerText();
    assert.equal(known, "vendor unreachable had 2 hits today, 9 in 7 days and 31 in 28 days");
    const row = await hub.getByRole("row", { name: "export" }).innerText();
    assert.match(row, /missed in 3 days, the last Thu 2026-11-12; nobody watched 2 days/);
  });

  it("keeps what somebody chooses in the address, and shows that alone", async () => {
    const { page, hub } = await open(badNight);
    await hub.getByRole("button", { name: "7 days" }).press("Enter");
    await hub.getByLabel("Owner").selectOption("Data team");
    await hub.getByLabel("State").selectOption("stuck");
    const search = hub.getByLabel("Search");
    await search.focus();
    await search.pressSequentially("IMP");
    await hub.locator(".problem").filter({ hasText: "export" }).waitFor({ state: "detached" });
    assert.deepEqual(await hub.locator(".row-name b").allInnerTexts(), ["importer"]);
    const parameters = { period: "7d", owner: "Data team", state: "stuck", search: "IMP" };
    await hostHears(page, { parameters });
    await hub.getByRole("button", { name: "24 hours" }).press("Enter");
    await hub.getByLabel("Owner").selectOption("");
    await hostHears(page, { parameters: { state: "stuck", search: "IMP" } });
    const again = await open(badNight, { search: "nothing", state: "failed" });
    assert.equal(await again.hub.getByLabel("Search").inputValue(), "nothing");
    assert.match(await again.hub.locator("main").innerText(), /No pipeline fits the search and filters/);
  });

  it("opens the runs of a cell with the keyboard, and gives the focus back", async () => {
    const { page, hub } = await open(badNight);
    const stops = await hub.locator('.chart [tabindex="0"]').count();
    assert.equal(stops, 1, "the whole chart is one stop of the Tab key");
    const cell = hub.locator('.row [aria-label^="invoices: failed"]');
    await cell.focus();
    await page.keyboard.press("Enter");
    const dialog = hub.getByRole("dialog", { name: "invoices, 03:00 to 06:00" });
    await dialog.getByRole("row").nth(3).waitFor();
    assert.deepEqual(await findViolations(page), []);
    const rows = await dialog.getByRole("row").allInnerTexts();
    assert.equal(rows.length, 4);
    assert.match(rows[1] ?? "", /failed[\s\S]*20261124\.\d[\s\S]*main/);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    assert.equal(await cell.evaluate((one) => one === document.activeElement), true);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    assert.match(await hub.getByRole("dialog").innerText(), /^export, 05:00 to 06:00/);
  });

  it("says of a missed run that none was queued, and of runs that cannot be read why", async () => {
    const { page, hub } = await open(badNight);
    const openCell = async (label: string) => {
      await hub.locator(`.row [aria-label^="${label}"]`).first().focus();
      await page.keyboard.press("Enter");
      const text = hub.getByRole("dialog").locator("div > p");
      await text.filter({ hasNotText: "Reading" }).waitFor();
      const words = await text.innerText();
      await page.keyboard.press("Escape");
      return words;
    };
    assert.equal(await openCell("export: missed"), "No run was queued in this time, although one was due.");
    fail((request) => isList(request) && request.query.has("definitions"), { status: 500 });
    assert.match(await openCell("invoices: failed"), /The runs could not be read: The service returned 500/);
  });

  it("is what another project's monitor knows of this one, in place of an invitation to add a second one", async () => {
    const monitors = badNight(host().project).filter(({ attachments }) => attachments !== undefined);
    host().others.set("Empty", []);
    host().others.set("Operations", monitors);
    const { hub, heading } = await open(() => []);
    host().others.clear();
    assert.match((await heading.textContent()) ?? "", /^3 problems: invoices failing since 03:08/);
    const text = await hub.locator("main").innerText();
    assert.match(text, /night watch in Operations ran 19 min ago/);
    assert.doesNotMatch(text, /monitor\.json/);
    assert.equal(await hub.locator(".row-name b").first().innerText(), "invoices");
  });

  it("has the first problem on the first screen of 320 pixels, and nothing that is wider", async () => {
    const { page, hub } = await open(badNight, {}, { viewport: { width: 320, height: 640 } });
    const { y = 999, height = 999 } = (await hub.locator(".problem").first().boundingBox()) ?? {};
    assert.ok(y + height < 640, `${y + height}`);
    assert.equal(await excessWidth(page), 0);
  });

  const nights: [title: string, runs: Parameters<HubStage["open"]>[0], heading: RegExp, text: RegExp][] = [
    ["a quiet week", quietWeek, /^Nothing is wrong now$/, /monitor ran 19 min ago/],
    ["a bad night", badNight, /^3 problems: invoices/, /ORA-01017/],
    ["a flaky month", flakyMonth, /^price feed failing since/, /missed in 3 days/],
    [
      "a monitor that has stopped",
      lateMonitor,
      /^2 problems: nobody watches: no report from night watch since Mon 21:38 \(usually every hour\), invoices failing since/,
      /monitor ran 9 h ago · nobody watched 9 h/,
    ],
    [
      "a project without a monitor",
      noMonitor,
      /^3 problems: invoices failing since 03:08, price feed failing since 02:06, and more$/,
      /importer running for 2 h 33 min, usually 12 min[\s\S]*release \S+ waits for an approval before stage Production[\s\S]*No pipeline of this project monitors[\s\S]*PipelineMonitor@1/,
    ],
    [
      "a project without runs",
      () => [],
      /^No run finished in the last 24 hours, of those that you may see$/,
      /A monitor adds why runs fail/,
    ],
  ];
  it("offers the file of a first monitor to copy, and links where to paste it and what to do then", async () => {
    const { hub } = await open(noMonitor);
    const steps = hub.getByRole("region", { name: "Watch these pipelines" });
    await steps.getByRole("button", { name: "Copy" }).click();
    assert.equal(await steps.getByRole("status").textContent(), "Copied.");
    const selected = await hub.locator("body").evaluate(() => String(getSelection()));
    assert.equal(selected.trim(), (await steps.locator("pre").innerText()).trim());
    assert.match(selected, /^trigger: none[\s\S]*task: PipelineMonitor@1/);
    const urls = await steps
      .getByRole("link")
      .evaluateAll((links) => links.map((one) => one.getAttribute("href")));
    assert.deepEqual(urls.length, 2);
    assert.equal(urls[0], `${host().project}/_apps/hub/ms.vss-build-web.ci-designer-hub`);
    assert.match(urls[1] ?? "", /^https:.*\/docs\/monitor\/quickstart\.md$/);
    assert.match(await steps.innerText(), /not known here before its first run/);
  });

  it("announces what a search finds", async () => {
    const { hub } = await open(badNight);
    await hub.locator("#search").fill("invoices");
    await hub.getByText(/^1 of \d+ pipelines\.$/).waitFor({ state: "attached" });
    await hub.locator("#search").fill("no such pipeline");
    const announced = hub.getByRole("status").filter({ hasText: "No pipeline fits the search and filters." });
    await announced.waitFor({ state: "attached" });
  });

  for (const [index, [title, runs, expected, text]] of nights.entries())
    it(`has words for ${title}, and breaks no rule of accessibility`, async () => {
      const media = Object.values(mediaThemes)[index % 3] ?? assert.fail();
      const period = ["7d", "24h", "28d"][index] ?? "24h";
      const { page, hub, heading } = await open(
        runs,
        { period },
        { ...media, theme: media.colorScheme, viewport: high },
      );
      assert.match((await heading.textContent()) ?? "", expected);
      assert.match(await hub.locator("main").innerText(), text);
      assert.deepEqual(await findViolations(page), []);
    });
});
