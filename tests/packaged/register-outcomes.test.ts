import assert from "node:assert/strict";
import type { Reply } from "../sandbox/loopback";
import type { SandboxRegistrar } from "../sandbox/registrar";
import { boughtNothing, notKnown } from "../sentences";
import {
  apiError,
  isAvailability,
  isPurchase,
  isValidate,
  type RegisterStageOptions,
  releasedAtCheck,
  reportOf,
  useRegister,
} from "./register-stage";

interface Expected {
  result?: "Succeeded" | "SucceededWithIssues" | "Failed";
  /** The output. Undefined: the step sets none, because nobody knows. */
  outcome: string | undefined;
  /** The outcome in the report, if it has another name there. */
  reported?: string;
  /** The last line of the log, or the error. It is the sentence of the report too. */
  says: RegExp;
  /** The next step for a person, in summary and report. */
  next?: RegExp;
  purchases?: number;
}

const never = { domains: [releasedAtCheck(99)] };
const atOnce = { domains: [releasedAtCheck(1)] };
const check = { action: "check", maxPrice: "", requestFile: "" };
const validate = { action: "validate", maxPrice: "" };
const replying =
  (when: typeof isPurchase, reply: Reply) =>
  ({ faults }: SandboxRegistrar) =>
    void faults.push({ when, reply });

/** A run for each way to end. What else leads there is in the tests of the procedure, and in the fault table. */
const ends: [string, RegisterStageOptions, Expected][] = [
  [
    "the domain is bought",
    {},
    {
      outcome: "registered",
      says: /^example-to-buy\.org is registered \(order 1001, total 11\.69 USD\)\.$/,
      next: /^The domain is yours\./,
      purchases: 1,
    },
  ],
  [
    "the domain is not released during the wait",
    { registrar: never, inputs: { waitMinutes: "1", onNotAvailable: "warn" } },
    {
      result: "SucceededWithIssues",
      outcome: "notAvailable",
      says: /did not become available \(3 checks\)\.$/,
    },
  ],
  [
    "the registrar sells nothing that it says is available",
    {
      registrar: atOnce,
      inputs: { waitMinutes: "1", onNotAvailable: "fail" },
      arrange: replying(isPurchase, apiError("UNAVAILABLE_DOMAIN", 422)),
    },
    {
      result: "Failed",
      outcome: "notAvailable",
      says: /^3 purchases refused: UNAVAILABLE_DOMAIN: example-to-buy\.org: UNAVAILABLE_DOMAIN\. example-to-buy\.org was not bought \(6 checks\)\.\sThe registrar said that the domain is available and then refused/,
      next: /^The registrar said that the domain is available and then refused/,
      purchases: 3,
    },
  ],
  [
    "the offer is over the cap",
    { inputs: { maxPrice: "11000000", waitMinutes: "3" } },
    {
      result: "SucceededWithIssues",
      outcome: "tooExpensive",
      says: /was not bought: the price is 11\.69 USD \(11690000 .*\), over maxPrice 11\.00 USD/,
    },
  ],
  [
    "the registrar refuses the purchase",
    { arrange: replying(isPurchase, apiError("INVALID_AGREEMENT_KEYS", 422)) },
    { result: "Failed", outcome: "refused", says: /^The registrar refused to register .*422/, purchases: 1 },
  ],
  [
    "the registrar finds the request invalid while it waits",
    { registrar: never, arrange: replying(isValidate, apiError("INVALID_AGREEMENT_KEYS", 422)) },
    {
      result: "Failed",
      outcome: "refused",
      says: /^The registrar refused to register .*INVALID_AGREEMENT_KEYS/,
    },
  ],
  [
    "no check is answered",
    { inputs: { waitMinutes: "1" }, arrange: replying(isAvailability, { ending: "hang" }) },
    {
      result: "Failed",
      outcome: undefined,
      reported: "unanswered",
      says: new RegExp(`^${boughtNothing}: registrar: GET .*timed out after 20 s`),
    },
  ],
  [
    "nobody knows whether the purchase took effect",
    {
      registrar: { ownership: "forbidden", forgetsSales: true },
      arrange: ({ afterEffect }) => void afterEffect.push({ reply: { ending: "reset" }, times: 1 }),
    },
    {
      result: "Failed",
      outcome: "unknown",
      says: new RegExp(
        String.raw`^${notKnown("example-to-buy.org")} \(11\.69 USD for 1 year\)\. No further purchase was sent\. Purchase sent at 2026-11-20T03:01:00\.000Z: .*connection was closed`,
      ),
      next: /^Before anything else, check the registrar's account/,
      purchases: 1,
    },
  ],
  [
    "the step is cancelled while it waits",
    { registrar: never, step: { cancelWhen: (output) => output.includes("Not available") } },
    { result: "Failed", outcome: "cancelled", says: / after \d+ checks?; this run bought nothing\.$/ },
  ],
  [
    "it is a dry run",
    { inputs: { dryRun: "true", maxPrice: "" } },
    { outcome: "dryRun", says: /^Dry run: example-to-buy\.org is available and would have been bought\.$/ },
  ],
  [
    "a check finds it available",
    { registrar: atOnce, inputs: check },
    { outcome: "available", says: /^example-to-buy\.org is available \(11\.69 USD for 1 year\)\.$/ },
  ],
  [
    "a check finds it not available",
    { inputs: check },
    { outcome: "notAvailable", says: /^example-to-buy\.org is not available\.$/ },
  ],
  [
    "a check can be wrong",
    { registrar: { ...atOnce, fastIsWrong: true }, inputs: { ...check, checkType: "FAST" } },
    {
      outcome: "available",
      says: /This is not certain: FAST checks can be wrong; check again with FULL\. Also, the registrar itself is not sure, and about one in five/,
    },
  ],
  [
    "a check has no credential",
    { inputs: check, step: { env: {} } },
    {
      outcome: "notChecked",
      says: /^To ask a registrar for availability and price, set `registrarConnection`, or map/,
      next: /^To ask for availability and price, set `registrarConnection`/,
    },
  ],
  [
    "a check asks the test environment",
    { registrar: atOnce, inputs: { ...check, environment: "test" } },
    {
      outcome: "available",
      says: /This is the test environment, so it says nothing about the real domain\.$/,
    },
  ],
  [
    "the request is valid",
    { inputs: validate },
    { outcome: "valid", says: /^The request for example-to-buy\.org is valid\.$/ },
  ],
  [
    "the request is valid as far as can be said before the release (decision 16)",
    { inputs: validate, arrange: replying(isValidate, apiError("UNAVAILABLE_DOMAIN", 422)) },
    {
      outcome: "valid",
      says: /found nothing wrong with the request .* while the domain is not available\.$/,
    },
  ],
  [
    "the request is invalid",
    {
      inputs: validate,
      arrange: replying(
        isValidate,
        apiError("X", 422, { fields: [{ path: "contactAdmin.phone", message: "bad" }] }),
      ),
    },
    { result: "Failed", outcome: "invalid", says: /is invalid\. .*contactAdmin\.phone: bad/ },
  ],
  [
    "the request cannot be validated",
    { inputs: validate, arrange: replying(isValidate, { status: 503 }) },
    {
      result: "Failed",
      outcome: undefined,
      reported: "failed",
      says: /^The registrar could not validate the request\. registrar: POST /,
      next: /^Fix the problem that the error names/,
    },
  ],
];

describe("packaged DomainRegister", () => {
  const { once } = useRegister();

  for (const [when, options, { result = "Succeeded", outcome, reported, says, next, purchases = 0 }] of ends)
    it(`says in result, outputs, log and report that ${when}`, async () => {
      const step = await once(options);
      assert.deepEqual([step.result, step.outputs["outcome"], step.exitCode], [result, outcome, 0]);
      const problem = step.issues.findLast(({ type }) => type === "error" || result !== "Failed");
      assert.match(result === "Succeeded" ? (step.log.at(-1) ?? "") : (problem?.message ?? ""), says);
      const report = reportOf(step);
      assert.equal(report.outcome, reported ?? outcome);
      if (next !== undefined) assert.match(report.nextSteps.join(), next);
      const summary = step.summaries["Domain Register"];
      assert.ok(reported === "failed" || summary?.includes(report.nextSteps[0] ?? ""), summary);
      assert.equal(step.stage.registrar.requests.filter(isPurchase).length, purchases);
      const isTest = options.inputs?.["environment"] === "test";
      if (outcome !== undefined) assert.equal(step.outputs["environment"], isTest ? "test" : "production");
      const notice =
        "This is the registrar's test environment: its responses say nothing about the real domain.";
      assert.deepEqual([step.log.includes(notice), summary?.includes(notice) ?? false], [isTest, isTest]);
      assert.equal(step.receipt === undefined, purchases === 0, "a receipt is of a purchase");
    });
});
