import assert from "node:assert/strict";
import { hourOf } from "../example-reports";
import { describeLiveTab, json } from "./live-stage";

describeLiveTab("trends in the tab on a run's page", ({ host, open }) => {
  it("fetches each report once, and asks for no trend that cannot exist", async () => {
    for (let id = 700; id < 724; id++)
      host().runs.push({ id, reports: [json(hourOf(40, 12, id)), json({ ...hourOf(40), job: "other" })] });
    const digest = { ...hourOf(40), digest: true };
    const reports = [json(hourOf(40)), json({ ...hourOf(40), job: "other" }), json(digest), json(hourOf(0))];
    const before = host().requests().length;
    const { tab } = await open({ reports });
    const asked = () =>
      host()
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
    for (let id = 700; id < 730; id++) host().runs.push({ id, reports: [json(hourOf(40, 12, id))] });
    const others = [{ configuration: "other.json" }, { stage: "B" }, { job: "b" }, { attempt: 2 }];
    host().runs.push({ id: 731, reports: others.map((other) => json({ ...hourOf(40), ...other })) });
    const before = host().requests().length;
    const { tab } = await open({ reports: [json(hourOf(40))] });
    const line = tab.locator(".trend svg").first();
    await line.waitFor();
    // The 24th earlier run has no report of this step.
    assert.match((await line.getAttribute("aria-label")) ?? "", /^Mean run time over 24 reports: .* now /);
    const asked = host().requests().slice(before);
    const lists = asked.filter(({ path }) => path.endsWith("/attachments/pipeline-keeper.report"));
    const runs = new Set(lists.map(({ path }) => /builds\/(\d+)/.exec(path)?.[1]));
    assert.equal(runs.has("731") && runs.has("707") && !runs.has("706"), true);
  });

  it("drops the oldest reports of a trend when one cannot be read", async () => {
    for (let id = 700; id < 730; id++) host().runs.push({ id, reports: [json(hourOf(40, 12, id))] });
    host().faults.push({ when: ({ path }) => path.includes("/720/"), reply: { status: 500 } });
    const { tab } = await open({ reports: [json(hourOf(40))] });
    const line = tab.locator(".trend svg").first();
    await line.waitFor();
    assert.match((await line.getAttribute("aria-label")) ?? "", /over ([2-9]|10) reports/);
  });
});
