import assert from "node:assert/strict";
import type { Outcome } from "../../../../shared/agent/task";
import type { Order } from "../../../../shared/registrar/registrar";
import { begin } from "../../../../tasks/DomainRegister/registration/procedure";
import { type Attempt, startOverAdvice } from "../../../../tasks/DomainRegister/registration/receipt";
import type {
  Registration,
  RegistrationResult,
  Settings,
} from "../../../../tasks/DomainRegister/registration/state";
import { renderRegistrationOutcome } from "../../../../tasks/DomainRegister/render/outcome";
import { emptyTimeline, type Timeline } from "../../../../tasks/DomainRegister/render/timeline";
import type { WholeRequest } from "../../../../tasks/DomainRegister/request/parse";
import { contextWith, receiptIn } from "../registration/context-stage";
import { available, goodRequest, purchase, purchases, response, timelineOf } from "../samples";

type More = [
  changes?: {
    request?: WholeRequest;
    onNotAvailable?: Settings["onNotAvailable"];
    resolvableUntil?: number;
    timeline?: Timeline;
    overcharge?: Attempt["overcharge"];
  },
  registration?: Partial<Registration>,
];

function outcomeAfter(end: RegistrationResult["end"], ...[changes = {}, registration = {}]: More) {
  const { request = goodRequest(), onNotAvailable = "succeed", resolvableUntil } = changes;
  const { timeline = emptyTimeline, overcharge } = changes;
  const receipts = { ...receiptIn("/receipts"), path: "/receipts/example.org.json" };
  return renderRegistrationOutcome(
    { end, registration: { ...begin(0).registration, checks: 12, ...registration }, timeline, overcharge },
    contextWith(receipts, { request, wanted: { onNotAvailable } }),
    resolvableUntil,
  );
}

describe("outcome of a registration", () => {
  const unbought = "example.org did not become available (12 checks).";
  const refusal = purchase({ kind: "unavailable", message: "422", reason: "TAKEN: No" });
  const { notTaken } = purchases;
  const refused = { timeline: timelineOf([response(), refusal, notTaken, refusal]) };
  const failed = { timeline: timelineOf([response(), notTaken]) };
  const stale = { timeline: timelineOf([{ kind: "stale", ageSeconds: 14 }]) };
  const refusedFirst = "2 purchases refused: TAKEN: No. ";
  const advice =
    "The registrar said that the domain is available and then refused to sell it: it may be reserved, a premium name, " +
    "or already sold to somebody else. Look it up on the registrar's website, or ask its support.";
  const notSold = `${refusedFirst}example.org was not bought (12 checks).\n${advice}`;
  const dear = { outcome: "tooExpensive", message: "it costs 101" } as const;
  const tooDear = "example.org is available but was not bought: it costs 101.";
  const registered = (order: Order) => ({ outcome: "registered", order }) as const;
  const refusedWith = (status: number | undefined) =>
    ({ outcome: "refused", message: "No.", status }) as const;
  const lost = { outcome: "unknown", message: "The connection broke." } as const;
  const unknown = (price: string, next = lookFirst) =>
    `It is not known whether example.org was bought${price}. No further purchase was sent. The connection broke.\n${next}`;
  const lookFirst =
    "Before anything else, check the account that the purchase was sent from: domains, orders and charges.\n" +
    `If it was bought, nothing is left to do. If not, keep the receipt /receipts/example.org.json: the registrar may complete an order later. ${startOverAdvice}`;
  const runAgain =
    "Run this step again before 2026-11-21 02:00:00 UTC, with the same receipt, credential, inputs and request file. " +
    "It asks the registrar how the purchase ended, and never buys twice. If the first request never arrived, it " +
    "may complete the purchase.\nIf that is not possible or settles nothing, check the account that the purchase was " +
    `sent from: domains, orders and charges. Keep the receipt /receipts/example.org.json. ${startOverAdvice}`;
  const today = Date.UTC(2026, 10, 20);
  const release = { earliest: Date.UTC(2026, 10, 30), latest: Date.UTC(2027, 0, 14) };
  const early = { outcome: "tooEarly", release } as const;
  const tooEarly =
    "example.org is registered. If nobody renews it, it is released between 2026-11-30 and 2027-01-14. Until " +
    '2026-11-29, a daily run of `action: register` is enough (cron "0 6 * * *"). From then on, run it every hour ' +
    '(cron "0 * * * *").';

  const done = "example.org is registered";
  const notAvailable = { outcome: "notAvailable" } as const;
  const cancelled = { outcome: "cancelled" } as const;
  const unanswered = { outcome: "unanswered", message: "503" } as const;
  const stopped = "The step was canceled after 12 checks; this run bought nothing.";
  const once = (words: string) => `1 purchase ${words}. example.org was not bought (12 checks).`;
  const dollars = { total: 100, currency: "USD" };

  const ends: [RegistrationResult["end"], Outcome["result"], number, string, ...More][] = [
    [registered({}), "Succeeded", 0, `${done}.`],
    [registered(dollars), "Succeeded", 0, `${done}.`],
    [registered({ orderId: 7 }), "Succeeded", 0, `${done} (order 7).`],
    [registered({ orderId: 7, total: 100 }), "Succeeded", 0, `${done} (order 7, total 0.0001).`],
    [registered({ orderId: 7, ...dollars }), "Succeeded", 0, `${done} (order 7, total 0.0001 USD).`],
    [{ outcome: "alreadyOwned", message: "The account holds it." }, "Succeeded", 0, "The account holds it."],
    [
      { outcome: "alreadyOwned", message: "The account shows FAILED.", isDoubtful: true },
      "SucceededWithIssues",
      0,
      "The account shows FAILED.",
    ],
    [{ outcome: "undone", message: "It was undone." }, "Failed", 1, "It was undone."],
    [{ outcome: "noLongerOwned", message: "It lapsed." }, "Failed", 1, "It lapsed."],
    [{ outcome: "dryRun" }, "Succeeded", 0, "Dry run: example.org is available and would have been bought."],
    [notAvailable, "Succeeded", 0, unbought],
    [notAvailable, "SucceededWithIssues", 0, unbought, { onNotAvailable: "warn" }],
    [notAvailable, "Failed", 1, unbought, { onNotAvailable: "fail" }],
    [notAvailable, "Failed", 1, notSold, { ...refused, onNotAvailable: "fail" }],
    [notAvailable, "Succeeded", 0, once("failed: 429"), failed],
    [notAvailable, "Succeeded", 0, once("not sent: The confirming response was already 14 s old"), stale],
    [early, "Succeeded", 0, refusedFirst + tooEarly, refused, { lastResponseAt: today }],
    [dear, "SucceededWithIssues", 0, refusedFirst + tooDear, refused],
    [cancelled, "Failed", 130, refusedFirst + stopped, refused],
    [unanswered, "Failed", 2, `${refusedFirst}This run bought nothing: 503`, refused],
    // The error says why already.
    [{ outcome: "unanswered", message: "429" }, "Failed", 2, "This run bought nothing: 429", failed],
    [registered({}), "Succeeded", 0, `${done}.`, refused],
    [early, "Succeeded", 0, tooEarly, {}, { lastResponseAt: today }],
    // Never plain green.
    [dear, "SucceededWithIssues", 0, tooDear],
    [dear, "SucceededWithIssues", 0, tooDear, { onNotAvailable: "warn" }],
    [dear, "Failed", 1, tooDear, { onNotAvailable: "fail" }],
    [refusedWith(402), "Failed", 1, "The registrar refused to register example.org. No."],
    [refusedWith(undefined), "Failed", 1, "example.org was not bought. No."],
    [lost, "Failed", 3, unknown("")],
    [lost, "Failed", 3, unknown(" (0.0001 USD for 1 year)"), {}, { lastResponse: available }],
    [lost, "Failed", 3, unknown("", runAgain), { resolvableUntil: today + 26 * 3_600_000 }],
    [cancelled, "Failed", 130, stopped],
    [unanswered, "Failed", 2, "This run bought nothing: 503"],
  ];
  for (const [end, result, exitCode, message, ...more] of ends)
    it(`is, when it ends as ${end.outcome}: ${result} with exit code ${exitCode}, "${message.split("\n")[0]}"`, () => {
      const { nextStep: _, ...outcome } = outcomeAfter(end, ...more);
      assert.deepEqual(outcome, { result, message, exitCode });
    });

  it("never succeeds, and always says what to do, while nobody has taken note of an overcharge", () => {
    const overcharge = { charged: "30.98 USD", warning: "The registrar charged 30.98 USD." };
    const note = "Each run fails until you set `notedCharge` to 30.98 USD.";
    for (const [end, _, exitCode, message, changes, registration] of ends) {
      const outcome = outcomeAfter(end, { ...changes, overcharge }, registration);
      const [first = "", ...rest] = message.split("\n");
      const said = [`${first} ${overcharge.warning} ${note}`, ...rest].join("\n");
      assert.deepEqual([outcome.result, outcome.message], ["Failed", said]);
      assert.equal(outcome.exitCode, exitCode === 0 ? 1 : exitCode);
      assert.ok(outcome.nextStep?.endsWith(note));
    }
  });

  it("mentions name servers only when a request without any is refused as wrong (decision 12)", () => {
    const hintAfter = (status: number, nameServers: string[]) => {
      const request = goodRequest({ nameServers });
      const { message } = outcomeAfter(refusedWith(status), { request });
      return message.split("No.")[1];
    };
    const hint = " `nameServers` is empty; adding name servers has helped others.";
    assert.deepEqual([hintAfter(400, []), hintAfter(422, [])], [hint, hint]);
    for (const status of [401, 402, 403]) assert.equal(hintAfter(status, []), "", String(status));
    for (const status of [400, 422]) assert.equal(hintAfter(status, ["ns1.example.net"]), "");
  });
});
