import assert from "node:assert/strict";
import { badNight, flood } from "../example-nights";
import { describeHub } from "./hub-stage";
import { excessWidth, findViolations } from "./page-checks";

/** Sixty-two problems with names of 200 characters, forty of them with one cause. */
describeHub("a flood of problems", ({ open, errors }) => {
  for (const [width, height, least] of [
    [1920, 1080, 2],
    [1280, 720, 1],
  ] as const)
    it(`is a line for each cause on a wall of ${width} pixels, with all others counted, and fits`, async () => {
      const { page, hub, heading } = await open(flood, { view: "wall" }, { viewport: { width, height } });
      assert.match(
        (await heading.textContent()) ?? "",
        /^62 problems: lost agent \(40 problems\), 40 nightly/,
      );
      const lines = hub.locator(".problem");
      const [first, ...others] = await lines.allInnerTexts();
      assert.match(first ?? "", /^Lost agent: 40 problems[\s\S]*and 37 more\s+Platform/);
      assert.ok(others.length >= least);
      assert.equal(await hub.locator(".more").innerText(), `and ${22 - others.length} more problems`);
      const frame = page.frames()[1] ?? assert.fail("no frame");
      assert.ok(await frame.evaluate(() => document.documentElement.scrollHeight <= innerHeight));
      assert.equal(await excessWidth(page), 0);
      for (const text of others) assert.match(text, /failed\s+at /, "the name leaves room for what is wrong");
      assert.deepEqual(await findViolations(page), []);
      assert.deepEqual(errors, []);
    });

  it("leaves room for the second problem in the widget, which counts those that it does not list", async () => {
    const options = { widget: "2x2", viewport: { width: 330, height: 390 } } as const;
    const { page, hub } = await open(flood, {}, options);
    const list = await hub.locator(".problem-list").boundingBox();
    const second = await hub.locator(".problem").nth(1).locator(".verdict").boundingBox();
    const end = (list?.y ?? 0) + (list?.height ?? 0);
    assert.ok((second?.y ?? 999) + 20 < end, `${second?.y} ${end}`);
    assert.equal(await hub.locator(".more").innerText(), "and 18 more problems");
    const frame = page.frames()[1] ?? assert.fail("no frame");
    assert.ok(await frame.evaluate(() => document.documentElement.scrollHeight <= innerHeight));
    assert.deepEqual(await findViolations(page), []);
  });

  it("has its tools above the list, and a way past it for the keyboard", async () => {
    const { page, hub } = await open(flood);
    const { y = 999 } = (await hub.locator("#search").boundingBox()) ?? {};
    assert.ok(y < 400, `${y}`);
    const skip = hub.getByRole("link", { name: "Skip the problems" });
    await hub.locator("#wall").focus();
    await page.keyboard.press("Tab");
    assert.equal(
      await skip.evaluate(
        (one) => one === document.activeElement && one.getBoundingClientRect().height >= 24,
      ),
      true,
    );
    assert.deepEqual(await findViolations(page), []);
    await page.keyboard.press("Enter");
    // The browser moves the focus before it draws: a person's next key comes after that.
    const target = hub.locator(":target:focus");
    await target.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
    await page.keyboard.press("Tab");
    const within = await hub.locator(":focus").evaluate((one) => one.closest(".night") !== null);
    assert.equal(within, true, "the next stop is the chart");
  });

  it("is the same page for a few problems: the keyboard may skip them, too", async () => {
    const { hub } = await open(badNight);
    assert.equal(await hub.getByRole("link", { name: "Skip the problems" }).count(), 1);
  });
});
