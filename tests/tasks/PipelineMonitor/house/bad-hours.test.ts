// Needs: business-hours, causes, greeting, history, missed-runs, stuck-runs
import assert from "node:assert/strict";
import { type Message, rowsOf } from "../../../../shared/chat/message";
import { renderMessageText } from "../../../../tasks/PipelineMonitor/render/log";
import { productNames } from "../../../sandbox/chat";
import { sanitize } from "../../../sanitize";
import { limits } from "../../../shared/chat/limits";
import { bodyOf } from "../../../shared/chat/messages";
import { badHours } from "./bad-hours";
import { type BadHour, messageOn, toldOn } from "./bad-hours-stage";

const textOf = (message: Message) =>
  renderMessageText(message, "product", sanitize)
    .filter((line) => line !== "")
    .map((line) => line.trim().replaceAll("20261120.", "#"));
const linksOf = (message: Message) =>
  message.lines
    .flatMap((line) => rowsOf(line).flat())
    .flatMap((part) => ("url" in part ? [part.url.href] : []));

describe("the message on a bad hour", () => {
  for (const [name, hour] of Object.entries<BadHour>(badHours))
    if (hour.reads !== undefined)
      it(`reads as a person needs it: ${name}`, async () => {
        const text = textOf(await messageOn(hour));
        assert.match(text.pop() ?? "", /^contoso\/.* · \d runs? checked, .* UTC · Monitor run$/);
        assert.deepEqual(text, hour.reads);
      });

  it("names the first of many stuck runs in the title, and each in its block", async () => {
    const [title, block = ""] = textOf(await messageOn(badHours.poolDown));
    assert.equal(title, "🟠 Night Shift: 7 problems: 6 runs stuck: ledger export, db backup, and more");
    assert.equal(block.match(/queued for 2\d min \(limit 5 min\)/g)?.length, 6);
  });

  it("names pipelines of the same name in two projects", async () => {
    const [title] = textOf(await messageOn(badHours.sameNameTwice));
    assert.equal(title, "🔴 2 problems in 2 projects: ci failed in Night Shift, ci failed in Shop");
  });

  it("links the page where something can be done", async () => {
    const project = "https://dev.azure.com/contoso/Night%20Shift/_build";
    assert.deepEqual(linksOf(await messageOn(badHours.tenMissed)), [`${project}?definitionId=100`]);
    assert.deepEqual(linksOf(await messageOn(badHours.nothingRan)), [`${project}?view=runs`]);
  });

  it("loses the links to logs from the mildest problem upwards", async () => {
    const message = await messageOn(badHours.fortyFailing);
    for (const product of productNames.filter((one) => one !== "markdown")) {
      const found = [...bodyOf(product, message).matchAll(/builds(?:\/|%2F)(\d+)(?:\/|%2F)logs/g)];
      const ids = [...new Set(found.map(([, id]) => Number(id)))];
      assert.ok(ids.length >= 3, `${product}: ${ids.length}`);
      assert.deepEqual(
        ids,
        [...ids.keys()].map((index) => 139 - index),
        product,
      );
    }
  });

  it("reads whole in the run's list of issues, which has no title", async () => {
    const { listed } = await toldOn(badHours.firstReportOfYesterday);
    assert.match(listed[0] ?? "", /^db_backup failed at 2026-11-19 17:19 UTC no space left on device Run /);
  });

  it("fits in each product", async () => {
    for (const hour of Object.values(badHours)) {
      const message = await messageOn(hour);
      for (const product of productNames.filter((one) => one !== "markdown"))
        for (const [limit, sizeOf] of limits[product] ?? [])
          assert.ok(sizeOf(bodyOf(product, message)) <= limit, product);
    }
  });
});
