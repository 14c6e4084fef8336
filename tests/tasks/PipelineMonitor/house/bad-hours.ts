import { didNotStart } from "../../../did-not-start";
import { worksAgain } from "../../../works-again";
import { type BadHour, failed, stuck, usualPipelines, worked } from "./bad-hours-stage";

const pipelines = ["ledger export", "db backup", "price feed", "stock levels", "invoices", "site health"];
const timedOut = "curl: (28) Operation timed out";
const noSpace = "no space left on device";
const unbound = "/tmp/send.sh: line 4: SMTP_HOST: unbound variable";
const lost = "We stopped hearing from agent build-07. Verify the agent machine is running.";
const stockLevels = { ...usualPipelines, "stock levels": { schedule: "*/6 * * * *", grace: 300 } };
const waiting = { notify: "changes", business_hours: "Mon-Fri 03:00-18:00" };
const timingOut = (...minutes: number[]) => minutes.map((at) => failed("price feed", at, timedOut));
const slow = (pipeline: string, minutes: number) => worked(pipeline, minutes, { runSeconds: 1834 });
const changes = { notify: "changes", history: 20 };

export const badHours = {
  threeOfOneCause: {
    keys: { history: 20 },
    runs: [...timingOut(5, 25, 45), worked("price feed", 90)],
    reads: [
      "🔴 price feed failed 3 times since 02:34 UTC: curl: (28) Operation timed out",
      "Earlier: #102, #101",
      "Run #103 · Log",
    ],
  },
  twoCausesOfOne: {
    runs: [...timingOut(5, 25), failed("price feed", 45, noSpace)],
    reads: [
      "🔴 price feed failed 3 times since 02:34 UTC: curl: (28) Operation timed out; no space left on device",
      "curl: (28) Operation timed out: #102, #101 · Log",
      "no space left on device: #100 · Log",
    ],
  },
  fiveCausesOfOne: {
    runs: [timedOut, "", noSpace, unbound, "no route to host"].map((line, index) =>
      failed("price feed", 5 + index, line, line === "" ? { logs: [] } : {}),
    ),
    reads: [
      "🔴 price feed failed 5 times since 03:10 UTC: curl: (28) Operation timed out; no space left on device, and more",
      "curl: (28) Operation timed out: #104 · Log",
      "no space left on device: #102 · Log",
      "SMTP_HOST: unbound variable (/tmp/send.sh: line 4) (variable SMTP_HOST is not defined): #101 · Log",
      "Others: #100, #103",
    ],
  },
  sinceYesterday: {
    keys: { history: 20 },
    runs: [failed("invoices", 10, unbound), failed("invoices", 300, unbound), worked("invoices", 500)],
    reads: [
      "🔴 invoices failed: variable SMTP_HOST is not defined (2nd in a row since 2026-11-19 22:19 UTC)",
      "SMTP_HOST: unbound variable (/tmp/send.sh: line 4)",
      "Run #102 · Log",
    ],
  },
  allResults: {
    runs: [
      failed("price feed", 12, "no route to host", { result: "partiallySucceeded" }),
      failed("nightly import", 10, "The operation was canceled.", { result: "canceled" }),
      failed("invoices", 15, unbound),
      slow("site health", 20),
    ],
    reads: [
      "🔴 Night Shift: 4 problems: invoices failed, nightly import was canceled, and more",
      "🔴 invoices failed at 03:04 UTC",
      "SMTP_HOST: unbound variable (/tmp/send.sh: line 4) (variable SMTP_HOST is not defined)",
      "Run #101 · Log",
      "🔴 nightly import was canceled at 03:09 UTC, probably by a person",
      "Run #103 · Log",
      "🔴 price feed partially succeeded at 03:07 UTC",
      "no route to host",
      "Run #102 · Log",
      "🟠 site health ran 30 min 34 s, limit 15 min",
      "Run #100 · Log",
    ],
  },
  canceledByHand: {
    runs: pipelines
      .slice(0, 3)
      .map((name, index) => failed(name, 7 + index, "The operation was canceled.", { result: "canceled" })),
    reads: [
      "🔴 3 pipelines canceled, probably by a person (Night Shift)",
      "Since 03:10 UTC",
      "ledger export (#102) · db backup (#101) · price feed (#100)",
      "Log",
    ],
  },
  agentLost: {
    runs: [
      failed("invoices", 15, unbound),
      ...["nightly import", "price feed"].flatMap((name) => [12, 25].map((at) => failed(name, at, lost))),
    ],
    reads: [
      "🔴 Night Shift: 3 problems: agent build-07 lost, invoices failed",
      "🔴 Agent build-07 lost: 4 runs failed since 02:54 UTC",
      "nightly import ×2 (#103, #100) · price feed ×2 (#104, #101)",
      "Log",
      "🔴 invoices failed at 03:04 UTC",
      "SMTP_HOST: unbound variable (/tmp/send.sh: line 4) (variable SMTP_HOST is not defined)",
      "Run #102 · Log",
    ],
  },
  severalProjects: {
    keys: { projects: ["Shop"], history: 20 },
    runs: [failed("db_backup", 10, noSpace), worked("db_backup", 90)],
    others: { Shop: [20, 40].map((at) => failed("checkout tests", at, timedOut)) },
    reads: [
      "🔴 2 problems in 2 projects: db_backup failed in Night Shift, checkout tests failing since 02:39 UTC in Shop",
      "🔴 Night Shift: db_backup failed at 03:09 UTC, first time in 2 runs",
      "no space left on device",
      "Run #101 · Log",
      "🔴 Shop: checkout tests failed 2 times since 02:39 UTC",
      "curl: (28) Operation timed out",
      "Earlier: #500",
      "Run #501 · Log",
    ],
  },
  sameNameTwice: {
    keys: { projects: ["Shop"] },
    runs: [failed("ci", 10, noSpace)],
    others: { Shop: [failed("ci", 20, timedOut)] },
  },
  fortyFailing: {
    runs: Array.from({ length: 40 }, (_, index) =>
      failed(`${pipelines[index % 6]} ${index}`, 5 + index, `rsync: no route to host-${index} (113)`),
    ),
  },
  longNames: { runs: [failed("x".repeat(190), 5, timedOut), failed("y".repeat(190), 6, noSpace)] },
  poolDown: {
    keys: { check_unfinished: true, run_ct_min: 10 },
    runs: pipelines.map((name, index) => stuck(name, "queued", 22 + index)),
  },
  stuckBesideFailure: {
    keys: { check_unfinished: true },
    runs: [
      stuck("nightly import", "running", 55),
      stuck("site health", "queued", 22),
      failed("invoices", 10, unbound),
    ],
    reads: [
      "🔴 Night Shift: 3 problems: invoices failed, 2 runs stuck",
      "🔴 invoices failed at 03:09 UTC",
      "SMTP_HOST: unbound variable (/tmp/send.sh: line 4) (variable SMTP_HOST is not defined)",
      "Run #102 · Log",
      "🟠 nightly import #100 running for 55 min (limit 15 min) · site health #101 queued for 22 min (limit 5 min)",
    ],
  },
  tenMissed: {
    keys: { notify: "changes", pipelines: stockLevels },
    runs: [worked("stock levels", 300), worked("b", 10)],
    reads: [`🔴 stock levels ${didNotStart} 10 times, 02:18 to 03:12 UTC`, "Pipeline"],
  },
  twoLimits: {
    runs: [slow("price feed", 5), slow("price feed", 35)],
    reads: [
      "🟠 price feed ran too long 2 times (last: ran 30 min 34 s, limit 15 min)",
      "Earlier: #100",
      "Run #101 · Log",
    ],
  },
  twoWorkAgain: {
    before: [
      {
        at: -1,
        keys: changes,
        runs: [failed("price feed", 10, timedOut), failed("site health", 20, noSpace)],
      },
    ],
    keys: changes,
    runs: [worked("price feed", 10), worked("site health", 5)],
    reads: [
      "🟢 Night Shift: 2 pipelines work again: price feed, site health",
      `🟢 price feed ${worksAgain(1, "1 h")}`,
      "Run #100",
      `🟢 site health ${worksAgain(1, "1 h 15 min")}`,
      "Run #101",
    ],
  },
  enoughAgain: {
    before: [{ at: -1, keys: { ...changes, run_ct_min: 1 }, runs: [worked("b", 10)] }],
    keys: { ...changes, run_ct_min: 1 },
    runs: [worked("b", 10), worked("b", 5)],
    reads: ["🟢 Night Shift: as many runs as expected took place in the last hour again", "Runs"],
  },
  problemBesideRecovery: {
    runs: [failed("db_backup", 15, noSpace), worked("price feed", 2), failed("price feed", 25, timedOut)],
    reads: [
      "🔴 db_backup failed: no space left on device",
      "At 03:04 UTC",
      "Run #101 · Log",
      `🟢 price feed ${worksAgain(1)}`,
      "Cause: curl: (28) Operation timed out",
      "Failed: #100",
      "Run #102 · Log of the failure",
    ],
  },
  fewInThree: {
    keys: { projects: ["Shop", "Web"], run_ct_min: 10 },
    runs: [worked("a", 5)],
    others: { Shop: [worked("b", 5)], Web: [worked("c", 5), worked("c", 15)] },
    reads: [
      "🔴 3 problems in 3 projects: fewer runs than expected in the last hour: Night Shift, Shop, Web",
      "Night Shift (expected more than 10, found 1) · Shop (expected more than 10, found 1) · Web (expected more than 10, found 2)",
    ],
  },
  failedAndWorks: {
    keys: changes,
    runs: [worked("price feed", 2), ...timingOut(25, 45), worked("price feed", 90)],
    reads: [
      `🟢 price feed ${worksAgain(2, "43 min")}`,
      "Cause: curl: (28) Operation timed out",
      "Failed: #102, #101",
      "Run #103 · Log of the failure",
    ],
  },
  firstReport: {
    keys: { greeting: true, notify: "changes" },
    runs: [worked("db_backup", 300), worked("price feed", 30)],
    reads: ["ℹ️ Watching 2 pipelines in Night Shift (2 ran in the last day)", "All is well so far"],
  },
  firstReportOfYesterday: {
    keys: { notify: "changes" },
    runs: [failed("db_backup", 600, noSpace)],
    reads: ["🔴 db_backup failed: no space left on device", "At 2026-11-19 17:19 UTC", "Run #100 · Log"],
  },
  nothingRan: {
    keys: { run_ct_min: 5 },
    runs: [],
    reads: ["🔴 Night Shift: no runs finished in the last hour", "Runs"],
  },
  waited: {
    before: [-3, -2, -1].map((at) => ({
      at,
      keys: waiting,
      runs: [
        failed("price feed", 10, timedOut, { id: 50 + at }),
        worked("ledger export", 20, { id: 60 + at, runSeconds: at === -2 ? 1834 : 100 }),
      ],
    })),
    keys: waiting,
    runs: [],
    reads: [
      "🔴 price feed failed 3 times since 00:09 UTC: curl: (28) Operation timed out",
      "Run #49 · Log",
      "🟢 ledger export ran too long at 00:59 UTC. It has been within its limits since 01:59 UTC",
      "Run #58",
    ],
  },
} satisfies Record<string, BadHour>;
