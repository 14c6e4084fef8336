import type { Message } from "../../../../shared/chat/message";
import { failed, messageOn, stuck, usualPipelines, worked } from "./bad-hours-stage";

const pipelines = ["ledger export", "db backup", "price feed", "stock levels", "invoices", "site health"];
const stockLevels = { ...usualPipelines, "stock levels": { schedule: "*/6 * * * *", grace: 300 } };
const timedOut = "curl: (28) Operation timed out";
const noSpace = "no space left on device";
const unbound = "/tmp/send.sh: line 4: SMTP_HOST: unbound variable";
const lost =
  "We stopped hearing from agent build-07. Verify the agent machine is running and has a healthy network connection.";
const slow = (pipeline: string, minutes: number) => worked(pipeline, minutes, { runSeconds: 1834 });
const waiting = { notify: "changes", business_hours: "Mon-Fri 03:00-18:00" };
const changes = { notify: "changes", history: 20 };
const fewInThree = { projects: ["Shop", "Web"], run_ct_min: 10 };
const twoOthers = { Shop: [worked("b", 5)], Web: [worked("c", 5), worked("c", 15)] };

export const badHours = {
  poolDown: () =>
    messageOn({
      keys: { check_unfinished: true, run_ct_min: 10 },
      runs: pipelines.map((name, index) => stuck(name, "queued", 22 + index)),
    }),
  stuckBesideFailure: () =>
    messageOn({
      keys: { check_unfinished: true },
      runs: [
        stuck("nightly import", "running", 55),
        stuck("site health", "queued", 22),
        failed("invoices", 10, unbound),
      ],
    }),
  tenMissed: () =>
    messageOn({
      keys: { notify: "changes", pipelines: stockLevels },
      runs: [worked("stock levels", 300), worked("b", 10)],
    }),
  threeOfOneCause: () =>
    messageOn({
      keys: { history: 20 },
      runs: [...[5, 25, 45].map((at) => failed("price feed", at, timedOut)), worked("price feed", 90)],
    }),
  twoCausesOfOne: () =>
    messageOn({
      runs: [...[5, 25].map((at) => failed("price feed", at, timedOut)), failed("price feed", 45, noSpace)],
    }),
  fiveCausesOfOne: () =>
    messageOn({
      runs: [timedOut, "", noSpace, unbound, "no route to host"].map((line, index) =>
        failed("price feed", 5 + index, line, line === "" ? { logs: [] } : {}),
      ),
    }),
  sinceYesterday: () =>
    messageOn({
      keys: { history: 20 },
      runs: [failed("invoices", 10, unbound), failed("invoices", 300, unbound), worked("invoices", 500)],
    }),
  twoLimits: () => messageOn({ runs: [slow("price feed", 5), slow("price feed", 35)] }),
  twoWorkAgain: () =>
    messageOn(
      {
        at: -1,
        keys: changes,
        runs: [failed("price feed", 10, timedOut), failed("site health", 20, noSpace)],
      },
      { keys: changes, runs: [worked("price feed", 10, { id: 50 }), worked("site health", 5, { id: 51 })] },
    ),
  enoughAgain: () =>
    messageOn(
      { at: -1, keys: { ...changes, run_ct_min: 1 }, runs: [worked("b", 10)] },
      {
        keys: { ...changes, run_ct_min: 1 },
        runs: [worked("b", 10, { id: 50 }), worked("b", 5, { id: 51 })],
      },
    ),
  problemBesideRecovery: () =>
    messageOn({
      runs: [failed("db_backup", 15, noSpace), worked("price feed", 2), failed("price feed", 25, timedOut)],
    }),
  fewInThree: () => messageOn({ keys: fewInThree, runs: [worked("a", 5)], others: twoOthers }),
  failedAndWorks: () =>
    messageOn({
      keys: { history: 20, notify: "changes" },
      runs: [
        worked("price feed", 2),
        ...[25, 45].map((at) => failed("price feed", at, timedOut)),
        worked("price feed", 90),
      ],
    }),
  fewRunsThatWork: () =>
    messageOn({
      keys: { run_ct_min: 10 },
      runs: [worked("price feed", 2), failed("price feed", 25, timedOut)],
    }),
  failsNowAndThen: () =>
    messageOn({
      runs: [25, 5]
        .flatMap((at) => [worked("price feed", at - 2), failed("price feed", at, timedOut)])
        .reverse(),
    }),
  failedAgain: () =>
    messageOn({
      runs: [failed("price feed", 5, timedOut), worked("price feed", 15), failed("price feed", 25, timedOut)],
    }),
  severalProjects: () =>
    messageOn({
      keys: { projects: ["Shop"], history: 20 },
      runs: [failed("db_backup", 10, noSpace), worked("db_backup", 90)],
      others: { Shop: [20, 40].map((at) => failed("checkout tests", at, timedOut)) },
    }),
  sameNameTwice: () =>
    messageOn({
      keys: { projects: ["Shop"] },
      runs: [failed("ci", 10, noSpace)],
      others: { Shop: [failed("ci", 20, timedOut)] },
    }),
  firstReport: () =>
    messageOn({
      keys: { greeting: true, notify: "changes" },
      runs: [worked("db_backup", 300), worked("price feed", 30)],
    }),
  firstReportOfYesterday: () =>
    messageOn({ keys: { notify: "changes" }, runs: [failed("db_backup", 600, noSpace)] }),
  fortyFailing: () =>
    messageOn({
      runs: Array.from({ length: 40 }, (_, index) =>
        failed(`${pipelines[index % 6]} ${index}`, 5 + index, `rsync: no route to host-${index} (113)`),
      ),
    }),
  nothingRan: () => messageOn({ keys: { run_ct_min: 5 }, runs: [] }),
  allResults: () =>
    messageOn({
      runs: [
        failed("price feed", 12, "no route to host", { result: "partiallySucceeded" }),
        failed("nightly import", 10, "The operation was canceled.", { result: "canceled" }),
        failed("invoices", 15, unbound),
        worked("site health", 20, { runSeconds: 1834 }),
      ],
    }),
  canceledByHand: () =>
    messageOn({
      runs: pipelines
        .slice(0, 3)
        .map((name, index) => failed(name, 7 + index, "The operation was canceled.", { result: "canceled" })),
    }),
  agentLost: () =>
    messageOn({
      runs: [
        failed("invoices", 15, unbound),
        ...["nightly import", "price feed"].flatMap((name) => [12, 25].map((at) => failed(name, at, lost))),
      ],
    }),
  longNames: () =>
    messageOn({
      runs: [failed("x".repeat(190), 5, timedOut), failed("y".repeat(190), 6, noSpace)],
    }),
  waited: () =>
    messageOn(
      ...[-3, -2, -1].map((at) => ({
        at,
        keys: waiting,
        runs: [
          failed("price feed", 10, timedOut, { id: 50 + at }),
          worked("ledger export", 20, { id: 60 + at, runSeconds: at === -2 ? 1834 : 100 }),
        ],
      })),
      { keys: waiting, runs: [] },
    ),
} satisfies Record<string, () => Promise<Message>>;
