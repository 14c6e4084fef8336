import assert from "node:assert/strict";
import { type Message, rowsOf } from "../../../../shared/chat/message";
import { wholeOf } from "../../../../tasks/PipelineMonitor/issue/issue";
import { renderIssueLine } from "../../../../tasks/PipelineMonitor/render/lines";
import { renderMessageText } from "../../../../tasks/PipelineMonitor/render/log";
import { productNames } from "../../../sandbox/chat";
import { sanitize } from "../../../sanitize";
import { limits } from "../../../shared/chat/limits";
import { bodyOf } from "../../../shared/chat/messages";
import { badHours } from "./bad-hours";

const textOf = (message: Message) =>
  renderMessageText(message, "product", sanitize)
    .filter((line) => line !== "")
    .map((line) => line.trim().replaceAll("20261120.", "#"));
const end = "runs checked, 02:18–03:19 UTC · Monitor run";
const linksOf = (message: Message) =>
  message.lines
    .flatMap((line) => rowsOf(line).flat())
    .flatMap((part) => ("url" in part ? [part.url.href] : []));

/** What a person reads from top to bottom; the first line is the notification. */
const told: Readonly<Partial<Record<keyof typeof badHours, readonly string[]>>> = {
  stuckBesideFailure: [
    "🔴 Night Shift: 3 problems: invoices failed, 2 runs stuck",
    "🔴 invoices failed at 03:09 UTC",
    "/tmp/send.sh: line 4: SMTP_HOST: unbound variable (variable SMTP_HOST is not defined)",
    "Run #102 · Log",
    "🟠 nightly import #100 running for 55 min (limit 15 min) · site health #101 queued for 22 min (limit 5 min)",
    `contoso/Night Shift · 1 ${end.replace("runs", "run")}`,
  ],
  tenMissed: [
    "🔴 stock levels did not start 10 times, 02:18 to 03:12 UTC",
    "🔴 Pipeline",
    "contoso/Night Shift · 2 runs checked, 2026-11-19 03:19 – 2026-11-20 03:19 UTC · Monitor run",
  ],
  runLimit: [
    "🟠 stock levels reaches the weekly run limit (1,000) at 10:06 UTC; after that, no run starts",
    "🟠 Pipeline",
    "contoso/Night Shift · 10 runs checked, 23:03–00:04 UTC · Monitor run",
  ],
  threeOfOneCause: [
    "🔴 price feed failed 3 times since 02:34 UTC: curl: (28) Operation timed out",
    "🔴 3rd in a row",
    "Earlier: #101, #102",
    "Run #100 · Log",
    `contoso/Night Shift · 3 ${end}`,
  ],
  twoCausesOfOne: [
    "🔴 Night Shift: 3 problems: price feed failed 2 times, and more",
    "🔴 price feed failed 2 times since 02:54 UTC",
    "curl: (28) Operation timed out",
    "Earlier: #101",
    "Run #100 · Log",
    "🔴 price feed failed at 02:34 UTC",
    "no space left on device",
    "Run #102 · Log",
    `contoso/Night Shift · 3 ${end}`,
  ],
  failedAndWorks: [
    "🟢 price feed works again after 2 failures",
    "🟢 Cause: curl: (28) Operation timed out",
    "Failed: #101, #102",
    "Run #100 · Log of the failure",
    "contoso/Night Shift · 4 runs checked, 2026-11-19 03:19 – 2026-11-20 03:19 UTC · Monitor run",
  ],
  fewRunsThatWork: [
    "🔴 Night Shift: fewer runs than expected in the last hour (2, expected more than 10)",
    "🔴 Fewer runs than expected in the last hour (2, expected more than 10)",
    "Runs",
    "🟢 price feed works again after 1 failure",
    "Cause: curl: (28) Operation timed out",
    "Failed: #101",
    "Run #100 · Log of the failure",
    `contoso/Night Shift · 2 ${end}`,
  ],
  failedAndWorksWithoutHistory: [
    "🟢 price feed works again after 1 failure",
    "🟢 Cause: curl: (28) Operation timed out",
    "Failed: #101",
    "Run #100 · Log of the failure",
    `contoso/Night Shift · 3 ${end}`,
  ],
  failsNowAndThen: [
    "🟢 price feed works again after 2 failures",
    "🟢 Cause: curl: (28) Operation timed out",
    "Failed: #100, #102",
    "Run #101 · Log of the failure",
    `contoso/Night Shift · 4 ${end}`,
  ],
  failedAgain: [
    "🔴 price feed failed 2 times since 02:54 UTC: curl: (28) Operation timed out",
    "🔴 Earlier: #102",
    "Run #100 · Log",
    `contoso/Night Shift · 3 ${end}`,
  ],
  severalProjects: [
    "🔴 3 problems in 2 projects: db_backup failed in Night Shift, checkout tests failing since 02:39 UTC in Shop",
    "🔴 Night Shift: db_backup failed at 03:09 UTC, first time in 2 runs",
    "no space left on device",
    "Run #100 · Log",
    "🔴 Shop: checkout tests failed 2 times since 02:39 UTC, 2nd in a row",
    "curl: (28) Operation timed out",
    "Earlier: #501",
    "Run #500 · Log",
    `contoso/Night Shift, Shop · 3 ${end}`,
  ],
  firstReport: [
    "ℹ️ Watching 2 pipelines in Night Shift",
    "ℹ️ All is well so far",
    "contoso/Night Shift · 2 runs checked, 2026-11-19 03:19 – 2026-11-20 03:19 UTC · Monitor run",
  ],
  firstReportOfYesterday: [
    "🔴 db_backup failed: no space left on device",
    "🔴 At 2026-11-19 17:19 UTC",
    "Run #100 · Log",
    "contoso/Night Shift · 1 run checked, 2026-11-19 03:19 – 2026-11-20 03:19 UTC · Monitor run",
  ],
  nothingRan: [
    "🔴 Night Shift: no runs finished in the last hour",
    "🔴 Runs",
    `contoso/Night Shift · 0 ${end}`,
  ],
  allResults: [
    "🔴 Night Shift: 4 problems: invoices failed, nightly import was canceled, and more",
    "🔴 invoices failed at 03:04 UTC",
    "/tmp/send.sh: line 4: SMTP_HOST: unbound variable (variable SMTP_HOST is not defined)",
    "Run #102 · Log",
    "🔴 nightly import was canceled at 03:09 UTC, probably by a person",
    "Run #101 · Log",
    "🔴 price feed partially succeeded at 03:07 UTC",
    "no route to host",
    "Run #100 · Log",
    "🟠 site health ran 30 min 34 s, limit 15 min",
    "Run #103 · Log",
    `contoso/Night Shift · 4 ${end}`,
  ],
  canceledByHand: [
    "🔴 3 runs canceled, probably by a person (ledger export, db backup, and more)",
    "🔴 3 runs canceled since 03:10 UTC, probably by a person",
    "ledger export (#100) · db backup (#101) · price feed (#102)",
    "Log",
    `contoso/Night Shift · 3 ${end}`,
  ],
  agentLost: [
    "🔴 Night Shift: 5 problems: agent build-07 lost, invoices failed",
    "🔴 Agent build-07 lost: 4 runs failed since 02:54 UTC",
    "nightly import ×2 (#101, #102) · price feed ×2 (#103, #104)",
    "Log",
    "🔴 invoices failed at 03:04 UTC",
    "/tmp/send.sh: line 4: SMTP_HOST: unbound variable (variable SMTP_HOST is not defined)",
    "Run #100 · Log",
    `contoso/Night Shift · 5 ${end}`,
  ],
  waited: [
    "🔴 price feed failed 3 times since 00:09 UTC: curl: (28) Operation timed out",
    "🔴 price feed failed 3 times since 00:09 UTC",
    "curl: (28) Operation timed out",
    "Run #49 · Log",
    "🟢 ledger export ran too long at 00:59 UTC. It has been within its limits since 01:59 UTC",
    "Run #58",
    `contoso/Night Shift · 0 ${end}`,
  ],
};

describe("the message on a bad hour", () => {
  for (const [name, lines] of Object.entries(told))
    it(`reads as a person needs it: ${name}`, async () => {
      const make = Object.entries(badHours).find(([key]) => key === name)?.[1] ?? assert.fail(name);
      assert.deepEqual(textOf(await make()), lines);
    });

  it("names the first of many stuck runs in the title, and each in its block", async () => {
    const [title, block = ""] = textOf(await badHours.poolDown());
    assert.equal(title, "🟠 6 runs stuck: ledger export, db backup, and more");
    assert.equal(block.match(/queued for 2\d min \(limit 5 min\)/g)?.length, 6);
  });

  it("names pipelines of the same name in two projects", async () => {
    const [title] = textOf(await badHours.sameNameTwice());
    assert.equal(title, "🔴 2 problems in 2 projects: ci failed in Night Shift, ci failed in Shop");
  });

  it("links the page where something can be done", async () => {
    const project = "https://dev.azure.com/contoso/Night%20Shift/_build";
    assert.deepEqual(linksOf(await badHours.tenMissed()), [`${project}?definitionId=100`]);
    assert.deepEqual(linksOf(await badHours.runLimit()), [`${project}?definitionId=100`]);
    assert.deepEqual(linksOf(await badHours.nothingRan()), [`${project}?view=runs`]);
  });

  it("loses the links to logs from the mildest problem upwards", async () => {
    const message = await badHours.fortyFailing();
    for (const product of productNames.filter((one) => one !== "markdown")) {
      const found = [...bodyOf(product, message).matchAll(/builds(?:\/|%2F)(\d+)(?:\/|%2F)logs/g)];
      const ids = [...new Set(found.map(([, id]) => Number(id)))];
      assert.ok(ids.length >= 3, `${product}: ${ids.length}`);
      assert.deepEqual(
        ids,
        ids.map((_, index) => 100 + index),
        product,
      );
    }
  });

  it("reads whole in the run's list of issues, which has no title", async () => {
    const [line] = (await badHours.firstReportOfYesterday()).lines;
    const text = renderIssueLine(wholeOf(line ?? assert.fail()), sanitize);
    assert.match(text, /^db_backup failed at 2026-11-19 17:19 UTC no space left on device Run /);
  });

  it("fits in each product", async () => {
    for (const make of Object.values(badHours)) {
      const message = await make();
      for (const product of productNames.filter((one) => one !== "markdown"))
        for (const [limit, sizeOf] of limits[product] ?? [])
          assert.ok(sizeOf(bodyOf(product, message)) <= limit, product);
    }
  });
});
