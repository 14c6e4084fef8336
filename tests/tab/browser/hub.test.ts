import assert from "node:assert/strict";
import { badNight } from "../example-nights";
import { describeHub } from "./hub-stage";

describeHub("the hub", ({ open, errors }) => {
  it("shows what is wrong now", async () => {
    const { heading, page } = await open(badNight());
    assert.match((await heading.textContent()) ?? "", /^3 problems: invoices failed/);
    await page.screenshot({ path: "/tmp/hub.png", fullPage: true });
    assert.deepEqual(errors, []);
  });
});
