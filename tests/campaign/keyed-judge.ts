import assert from "node:assert/strict";
import { endedFromOutside, judgeEnding } from "../sandbox/ending";
import { isCalm } from "./keyed-script";
import { member } from "./keyed-service";
import type { TraceEvent } from "./keyed-trace";
import type { KeyedStep, PlayedKeyed } from "./keyed-world";

type Purchase = Extract<TraceEvent, { kind: "purchase" }>;

/** The invariants of DomainRegister at a registrar with keys, judged from its side. Throws what is broken. */
export function judgeKeyed(played: PlayedKeyed): void {
  const { script, service, cap, steps, last, trace, attempts } = played;
  assert.ok(service.charges.length <= 1, "charged twice");
  for (const { total } of service.charges) assert.ok(total <= cap, `charged ${total}, above the cap ${cap}`);
  for (const [index, event] of trace.entries())
    if (event.kind === "purchase") {
      judgeKey(event, trace.slice(0, index));
      if (event.isFirst) judgeGrounds(event, trace.slice(0, index), played);
    }
  for (const step of [...steps, last]) {
    if (step.script.dryRun)
      assert.ok(
        !trace.some(({ kind, ...event }) => kind === "purchase" && member(event, "by") === step.by),
        "a dry run bought",
      );
    if (endedFromOutside(step.result, step.script.ending)) continue;
    judgeEnding(step.result, maxSeconds);
    judgeOutcome(step, played);
  }
  judgeTokens(played);
  if (isCalm(script))
    assert.equal(outcomeOf(steps[0]), "registered", "nothing stood in the way, and yet it was not bought");
  judgeLast(played);
  const charged = trace.find((event): event is Purchase => event.kind === "purchase" && event.charged);
  const recorded = attempts.find((attempt) => member(attempt, "repeatable", "key") === charged?.key);
  if (charged !== undefined)
    assert.notEqual(member(recorded, "outcome"), "notBought", "the receipt denies a purchase");
}

/** Preflight, five minutes of wait, a purchase, five minutes to find out, twice; and a slow disk. */
const maxSeconds = 600 + 300 + 330 + 300 + 300 + 400;

const outcomeOf = (step: KeyedStep | undefined) => step?.result.outputs["outcome"] ?? "";

/** A key is in the receipt before it is used, has one body, and is new only if every older one is closed. */
function judgeKey({ key, body, isFirst, isInReceipt }: Purchase, before: readonly TraceEvent[]): void {
  assert.ok(isInReceipt, "a key that was not in the receipt");
  const purchases = before.filter((event): event is Purchase => event.kind === "purchase");
  for (const earlier of purchases.filter((event) => event.key === key))
    assert.equal(body, earlier.body, "a key with another body");
  if (!isFirst) return;
  for (const earlier of purchases) {
    assert.ok(!earlier.charged, "a new key after a purchase");
    const isClosed = before.some((event) => event.kind === "closed" && event.key === earlier.key);
    assert.ok(isClosed, "a new key while another one is open");
  }
}

/**
 * Grounds for a new purchase: two available responses to the same step just before, and the quote of the purchase
 * after them, under the cap. A step may send the purchase of another agent again, and it may be the first to reach
 * the service: then the grounds are that agent's.
 */
function judgeGrounds(
  event: Purchase,
  before: readonly TraceEvent[],
  { steps, last, ...played }: PlayedKeyed,
): void {
  const sender = [...steps, last].find(({ by }) => by === event.by);
  const sendsAgain = sender?.result.stdout.includes("Asking the registrar how it ended") ?? false;
  const buyers = sendsAgain
    ? new Set(before.flatMap((one) => (one.kind === "closed" ? [] : [one.by])))
    : [event.by];
  // The buyer may have gone on by then. Its grounds are those of the moment when it wrote down its intent.
  const moments = sendsAgain ? before.map((_, at) => before.slice(0, at + 1)) : [before];
  const objections = [...buyers].flatMap((by) =>
    moments.map((known) => groundsObjection({ ...event, by }, known, played)),
  );
  assert.ok(objections.includes(""), [...new Set(objections)].join("; ") || "bought without any check");
}

/** Returns why a step had no grounds for a purchase. Empty if it had. */
function groundsObjection(
  { by, body }: Purchase,
  before: readonly TraceEvent[],
  { service, cap }: Pick<PlayedKeyed, "service" | "cap">,
): string {
  const own = before.filter((event) => event.kind !== "closed" && event.by === by);
  const checks = own.filter((event) => event.kind === "check").slice(-2);
  if (checks.length < 2 || !checks.every(({ available }) => available))
    return "bought without two available responses just before";
  const parsed: unknown = JSON.parse(body);
  if (service.name === "porkbun") return Number(member(parsed, "cost")) <= cap ? "" : aboveCap;
  const at = own.findIndex((event) => event.kind === "quote" && event.token === member(parsed, "quoteToken"));
  const quote = own[at];
  if (quote?.kind !== "quote") return "bought on no quote of its own";
  if (at < own.findLastIndex(({ kind }) => kind === "check")) return "bought on an old quote";
  return quote.total <= cap ? "" : aboveCap;
}

const aboveCap = "asked for a purchase above the cap";

const results: Record<string, string[]> = {
  registered: ["Succeeded"],
  alreadyOwned: ["Succeeded"],
  dryRun: ["Succeeded"],
  notAvailable: ["Succeeded"],
  tooExpensive: ["SucceededWithIssues"],
  refused: ["Failed"],
  unknown: ["Failed"],
  cancelled: ["Failed"],
};

function judgeOutcome(step: KeyedStep, { service, trace }: PlayedKeyed): void {
  const { result, by } = step;
  const outcome = outcomeOf(step);
  assert.ok(
    results[outcome || "refused"]?.includes(result.result),
    `${outcome} came out as ${result.result}`,
  );
  if (outcome === "registered" || outcome === "alreadyOwned")
    assert.equal(service.charges.length, 1, "called ours what was not bought");
  if (outcome !== "")
    assert.ok(
      result.summaries["Domain Register"]?.includes(`| Outcome | ${outcome} |`),
      "the summary says something else",
    );
  const bought = trace.some((event) => event.kind === "purchase" && event.by === by && event.charged);
  if (bought)
    assert.ok(["registered", "unknown"].includes(outcome), `a purchase that took effect: ${outcome}`);
}

/** Tokens of quotes could be used to buy, so nobody sees them. The receipt alone has them. */
function judgeTokens({ steps, last, trace }: PlayedKeyed): void {
  const tokens = trace.flatMap((event) => (event.kind === "quote" ? [event.token] : []));
  for (const { result } of [...steps, last]) {
    const shown = [result.stdout, result.stderr, JSON.stringify([result.outputs, result.summaries])].join(
      "\n",
    );
    assert.ok(!tokens.some((token) => shown.includes(token)), "the token of a quote was shown");
  }
}

/** Without weather, every purchase is settled: bought by us, or not bought. */
function judgeLast({ script, service, last, attempts }: PlayedKeyed): void {
  const outcome = outcomeOf(last);
  const isOpen = attempts.some((attempt) =>
    ["sending", "unknown"].includes(String(member(attempt, "outcome"))),
  );
  if (service.charges.length === 1) {
    const settled = ["registered", "alreadyOwned", ...(script.isTooLate ? ["unknown"] : [])];
    assert.ok(settled.includes(outcome), `bought, and the last run says ${outcome || "nothing"}`);
    return;
  }
  if (script.isTooLate && outcome === "unknown") return;
  assert.ok(
    ["notAvailable", "tooExpensive", "refused"].includes(outcome),
    `not bought, and the last run says ${outcome || "nothing"}`,
  );
  assert.ok(!isOpen, "a purchase stayed open");
}
