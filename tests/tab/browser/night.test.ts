import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { hourOf } from "../example-reports";
import { findViolations } from "./page-checks";
import { drawn, from, minute, runAt, smallHour } from "./small-hour";
import { describeInBrowser } from "./stage";

describeInBrowser("a night in the tab", ({ openReport }) => {
  it("lists what is wrong now before everything else, those of one cause together, and what is muted pale", async () => {
    const problem = hourOf(40).problems[0] ?? assert.fail();
    const cause = "agent build-07 lost";
    const ofCause = { ...problem, group: cause, cause, count: 1, last: from + 60 * minute };
    const muted = { kind: "muted", why: "Muted until 2026-12-01 00:00 UTC." } as const;
    const problems = [
      { ...problem, pipeline: "invoices", count: 3, since: from - 86_400 },
      { ...ofCause, key: "db_backup", pipeline: "db_backup", importance: "normal" as const },
      { ...ofCause, key: "price feed", pipeline: "price feed", importance: "normal" as const },
      { ...problem, key: "flaky", pipeline: "flaky", state: muted },
    ];
    const page = await openReport({ ...smallHour, problems });
    const list = page.getByRole("list", { name: /^Problems/ });
    const items = await list
      .locator(".problem")
      .evaluateAll((all) =>
        all.map(({ children }) =>
          [...children].map((part) => part.textContent).filter((text) => text !== ""),
        ),
      );
    const links = "Data teamRunLogRunbook (wiki.contoso.com)";
    const failing = "invoices failed 3 times since Sat 02:00";
    assert.deepEqual(items[0], [failing, "no space left on device", links, "High severity."]);
    assert.deepEqual(items[1], ["db_backup failed at 03:00", links]);
    assert.equal(await list.locator(".cause > b").textContent(), "Agent build-07 lost: 2 problems");
    assert.deepEqual(await list.locator(".calm b").allTextContents(), ["flaky"]);
    const endOf = async (place: Locator) => {
      const box = await place.boundingBox();
      return box === null ? Number.NaN : box.y + box.height;
    };
    const chart = await page.locator(".chart").boundingBox();
    assert.ok((await endOf(list)) <= (chart?.y ?? 0));
    await page.setViewportSize({ width: 320, height: 568 });
    assert.ok((await endOf(list.locator(".problem").first())) <= 568, "it is on the first screen");
  });

  it("shows the time of the configuration, with the reader's beside it", async () => {
    const berlin = { ...smallHour, zone: "Europe/Berlin" };
    const page = await openReport(berlin, { timezoneId: "Asia/Tokyo" });
    const head = page.locator(".row.head");
    assert.deepEqual(await head.locator("small").allTextContents(), ["Time in Europe/Berlin", "Your time"]);
    const labels = await head.locator(".axis span:first-child").allTextContents();
    assert.deepEqual(labels, ["04:00", "11:00"]);
    assert.match(
      await page.locator(".about").innerText(),
      /2001-09-09 04:00 to 05:00 UTC\+2 \(Europe\/Berlin\), 11:00 to 12:00 your time/,
    );
    const same = await openReport(berlin, { timezoneId: "Europe/Vienna" });
    assert.equal(await same.getByText("Your time").count(), 0);
  });

  it("marks a run that began before the chart as cut, and says since when", async () => {
    const old = runAt("old", [-3000, -3000, 50], { verdict: "ranTooLong", limits: { maxSeconds: 900 } });
    const page = await openReport({ ...smallHour, runs: [old], missedRuns: [] });
    assert.deepEqual(await drawn(page), [["old", "run 0% 83.33% 4, place 0% 11, place 83.33% 11"]]);
    assert.equal(await page.locator(".bar text").textContent(), "since Fri 00:00");
    const name = (await page.locator("a.bar").getAttribute("aria-label")) ?? "";
    assert.match(name, /since Fri 00:00$/, "its accessible name has what is to be read on it");
    assert.deepEqual(await findViolations(page), []);
  });

  it("has targets of 24 pixels", async () => {
    const page = await openReport(hourOf(40));
    const sizes = await page
      .locator("li a, td a")
      .evaluateAll((links) =>
        links.map((link) => link.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height)),
      );
    const shown = sizes.filter((size) => size > 0);
    assert.ok(shown.length > 0 && shown.every((size) => size >= 24), shown.join());
  });
});
