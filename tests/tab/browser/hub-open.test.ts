import assert from "node:assert/strict";
import type { FrameLocator, Page } from "playwright-core";
import { badNight, quietWeek } from "../example-nights";
import { nightNow } from "../night-world";
import { passUntil } from "./host-stage";
import { describeHub, type HubStage, isList } from "./hub-stage";
import { excessWidth, findViolations } from "./page-checks";

describeHub("a hub that is left open", ({ host, fail, holdBack, open, openUrl, errors }) => {
  /** With a clock that the test moves. */
  async function openWithClock(
    runs: Parameters<HubStage["open"]>[0],
    parameters = {},
  ): Promise<[Page, FrameLocator]> {
    host().runs.splice(0, host().runs.length, ...runs(host().project));
    const page = await openUrl("about:blank");
    await page.clock.install({ time: nightNow * 1000 });
    await page.goto(host().url(parameters));
    const hub = page.frameLocator("iframe");
    await hub.locator("article").waitFor();
    await hub.getByRole("button", { name: "Refresh" }).waitFor();
    return [page, hub];
  }
  const lists = () => host().requests().filter(isList).length;

  it("reads again by itself; says of when it is while it cannot, and without colours of alarm or calm", async () => {
    const [page, hub] = await openWithClock(quietWeek);
    const heading = hub.locator("h1");
    assert.equal(await heading.textContent(), "Nothing is wrong now");
    fail(isList, { status: 503 });
    await passUntil(page, 60_000, hub.getByRole("alert"));
    const alert = await hub.getByRole("alert").innerText();
    assert.match(alert, /^The runs could not be read: .*The page tries again at 06:\d\d\.$/);
    await passUntil(page, 60_000, hub.locator("h1", { hasText: "As of 06:38" }));
    assert.match((await heading.textContent()) ?? "", /^As of 06:38, 1\d min ago: nothing was wrong$/);
    assert.match((await hub.locator("article").getAttribute("class")) ?? "", /^neutral unread/);
    assert.deepEqual(await findViolations(page), []);
    host().faults.splice(0);
    // The monitor has reported meanwhile.
    const [newest = assert.fail()] = badNight(host().project);
    const finishTime = new Date((nightNow + 600) * 1000).toISOString();
    host().runs.unshift({ ...newest, record: { ...newest.record, id: 901, finishTime } });
    await passUntil(page, 60_000, hub.locator("h1", { hasText: "problems" }));
    assert.equal(await hub.getByRole("alert").count(), 0);
  });

  it("keeps the focus, the search and the place when it is read again, and announces what came of it", async () => {
    const [page, hub] = await openWithClock(badNight);
    await hub.getByLabel("Search", { exact: true }).fill("i");
    await page.clock.runFor(500);
    const cell = hub.locator('.row [aria-label^="invoices: failed"]');
    await cell.focus();
    host().runs.splice(0, host().runs.length, ...quietWeek(host().project));
    const { arrived, release } = holdBack(isList);
    const before = lists();
    const button = hub.getByRole("button", { name: "Refresh" });
    await button.evaluate((one) => {
      for (let click = 0; click < 12; click++) one.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    });
    await arrived;
    await hub.getByRole("button", { name: "Reading…" }).waitFor();
    release();
    await hub.getByText(/^Read again\. /).waitFor({ state: "attached" });
    assert.equal(lists() - before, 6, "twelve clicks are one reading");
    await hub.locator(".problem").first().waitFor({ state: "detached" });
    const focused = await hub.locator(":focus").getAttribute("aria-label");
    assert.match(focused ?? "", /^invoices: /, "the failed cell is gone, and its row has the focus");
    assert.equal(await hub.getByLabel("Search", { exact: true }).inputValue(), "i");
    assert.deepEqual(errors, []);
  });

  it("has a view for a wall: large letters, only what is wrong, and the whole screen", async () => {
    const viewport = { width: 1920, height: 1080 };
    const { page, hub, heading } = await open(badNight, {}, { viewport });
    await hub.getByRole("button", { name: "Wall view" }).press("Enter");
    await page.waitForFunction(() => Reflect.get(window, "hostState").isFull === true);
    assert.equal(await page.evaluate(() => Reflect.get(window, "hostState").parameters.view), "wall");
    const sizes = await Promise.all(
      [heading, hub.locator(".verdict").first(), hub.locator(".when").first()].map((part) =>
        part.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize)),
      ),
    );
    assert.ok(Math.min(...sizes) >= 34 && (sizes[0] ?? 0) >= 70, String(sizes));
    assert.equal(await hub.locator(".row").count(), 0);
    assert.equal(await hub.locator("select, input").first().isVisible(), false);
    assert.equal(await hub.locator(":focus").getAttribute("id"), "wall");
    const frame = page.frames()[1] ?? assert.fail("no frame");
    assert.ok(await frame.evaluate(() => document.documentElement.scrollHeight <= innerHeight));
    assert.deepEqual(await findViolations(page), []);
    await hub.getByRole("button", { name: "Leave the wall view" }).press("Enter");
    await hub.locator(".row").first().waitFor();
  });

  it("opens in that view by its address, also in a narrow window; a quiet project is a quiet page", async () => {
    const { page, hub } = await open(quietWeek, { view: "wall" }, { viewport: { width: 320, height: 640 } });
    assert.equal(await excessWidth(page), 0);
    await page.waitForFunction(() => Reflect.get(window, "hostState").isFull === true);
    const text = await hub.locator("main").innerText();
    assert.match(
      text,
      /^Nothing is wrong now\s+Night Shift · monitor ran 19 min ago · read at 06:38, UTC\s+Leave the wall view$/,
    );
  });

  it("prints without its tools, and with every row", async () => {
    const { page, hub } = await open(badNight);
    await page.emulateMedia({ media: "print" });
    assert.equal(await hub.locator(".hub-tools").isVisible(), false);
    await page.frames()[1]?.evaluate(() => dispatchEvent(new Event("beforeprint")));
    assert.equal(await hub.locator(".row .lanes").count(), 8);
  });

  it("tells muted from stuck cells without colours", async () => {
    const { hub } = await open(badNight);
    const fills = await hub
      .locator(".night .cell:is(.muted, .stuck)")
      .evaluateAll((cells) => cells.map((cell) => `${cell.classList[1]} ${getComputedStyle(cell).fill}`));
    assert.deepEqual([...new Set(fills)].sort(), ['muted url("#dots")', 'stuck url("#hatch")']);
  });
});
