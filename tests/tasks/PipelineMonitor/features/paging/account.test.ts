import assert from "node:assert/strict";
import { failed, worked } from "../../monitor-stage";
import { type Hour, play } from "./paging-stage";

describe("an account of a paging service", () => {
  const at = (key: string, variable = "KEY", region = "us"): Partial<Hour> => ({
    keys: { paging: { kind: "pagerduty", key: variable, region, severities: ["high"] } },
    environment: { [variable]: key },
  });

  it("is known by its key, not by the name of its variable", async () => {
    const renamed = [
      { at: 0, ...at("one") },
      { at: 60, ...at("one", "PAGER") },
    ];
    assert.deepEqual((await play([failed(-10)], renamed)).acts, ["open", ""]);
  });

  it("is told of what lasts if it is another, and closes what is over", async () => {
    const runs = [failed(-10), failed(-10, "payments"), worked(50, "payments")];
    for (const other of [at("two"), at("one", "KEY", "eu")]) {
      const { eventsByHour } = await play(runs, [
        { at: 0, ...at("one") },
        { at: 60, ...other },
        { at: 120, ...other },
      ]);
      const [opened, closed] = [...(eventsByHour[1] ?? [])].sort().reverse();
      assert.match(opened ?? "", /^open Night Shift: invoices .* again$/);
      assert.match(closed ?? "", /^close Night Shift: payments /);
      assert.deepEqual(eventsByHour[2], []);
    }
  });

  it("closes what is over with the new key, although its problem ended when the old one was used", async () => {
    const hours: Hour[] = [
      { at: 0, ...at("one") },
      { at: 60, ...at("one"), weather: "refused" },
      { at: 120, ...at("two") },
    ];
    assert.deepEqual((await play([failed(-10), worked(50)], hours)).acts, ["open", "", "close"]);
  });
});
