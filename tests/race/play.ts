import { millionths } from "../../shared/registrar/money";
import type { Availability, PurchaseResponse } from "../../shared/registrar/registrar";
import { begin, next } from "../../tasks/DomainRegister/registration/procedure";
import type { Event, Rules } from "../../tasks/DomainRegister/registration/state";
import type { Seen } from "../../tasks/DomainRegister/registration/watch";
import { type Drop, day } from "./drop";

/** How a wait for a domain ended, and what it cost. */
export interface Played {
  isWon: boolean;
  /** From the release to the purchase. Undefined if somebody else was faster. */
  secondsToPurchase: number | undefined;
  /** Requests to the registrar over the whole wait, from the beginning of redemption. */
  requests: number;
  /** Requests to the registry. */
  looks: number;
}

const pollSeconds = 30;
const checkMilliseconds = 400;
const redemptionDays = 30;

const rules: Omit<Rules, "endsAt" | "tld"> = {
  pollSeconds,
  requireDefinitive: false,
  saysDefinitive: true,
  needsPrice: false,
  needsQuote: false,
  limit: { unit: millionths, maxPrice: undefined, currency: undefined, period: 1 },
  dryRun: false,
  pace: "record",
};

/** The best that anybody can do who buys the moment the registrar notices the release. */
export function playFloor({ releasedAt, registrarSeesAt, takenAt }: Drop): Played {
  const boughtAt = registrarSeesAt + 3 * checkMilliseconds;
  const isWon = boughtAt < takenAt;
  return {
    isWon,
    secondsToPurchase: isWon ? (boughtAt - releasedAt) / 1000 : undefined,
    requests: 3,
    looks: 0,
  };
}

/**
 * Plays a wait with the task's own procedure: hourly steps without a gap from pending delete on, and at the
 * record's pace one step a day before. A steady wait is the same all the time, so only its last day is played.
 */
export function playWait(drop: Drop, pace: Rules["pace"]): Played {
  const isSteady = pace === "steady";
  const playedFrom = isSteady ? drop.releasedAt - day - drop.phase * pollSeconds * 1000 : drop.pendingAt;
  const unplayed = isSteady ? (redemptionDays + 4) * (day / 1000 / pollSeconds) : redemptionDays;
  let played = { now: playedFrom, requests: unplayed, looks: isSteady ? 0 : redemptionDays };
  for (;;) {
    const step = playStep(drop, pace, played);
    if (step.boughtAt !== undefined)
      return {
        isWon: true,
        secondsToPurchase: (step.boughtAt - drop.releasedAt) / 1000,
        requests: step.requests,
        looks: step.looks,
      };
    if (step.now > drop.takenAt)
      return { isWon: false, secondsToPurchase: undefined, requests: step.requests, looks: step.looks };
    played = step;
  }
}

/** Plays one step of a pipeline, which waits for an hour. */
function playStep(
  drop: Drop,
  pace: Rules["pace"],
  before: { now: number; requests: number; looks: number },
): { now: number; requests: number; looks: number; boughtAt: number | undefined } {
  let { now, requests, looks } = before;
  const wanted: Rules = { ...rules, pace, tld: drop.tld, endsAt: now + 3_600_000 };
  let step = begin(now, pace);
  let boughtAt: number | undefined;
  while (step.action.do !== "end" && now <= drop.takenAt) {
    const { action } = step;
    if (action.do === "check" || action.do === "look") now = Math.max(now, action.at);
    if (action.do === "look") looks++;
    else requests++;
    const sentAt = now;
    now += checkMilliseconds;
    const event = answer(action.do, drop, sentAt, requests);
    if (event.kind === "purchase" && event.response.kind === "bought") boughtAt = now;
    step = next(step.registration, event, now, wanted);
  }
  return { now: Math.max(now, before.now + 1000), requests, looks, boughtAt };
}

function answer(
  action: "check" | "look" | "quote" | "purchase" | "reconcile",
  drop: Drop,
  now: number,
  requests: number,
): Event {
  const isFree = now >= drop.registrarSeesAt && now < drop.takenAt;
  switch (action) {
    case "look":
      return { kind: "look", seen: recordAt(drop, now), problem: "" };
    case "check": {
      const { falsePositiveEvery } = drop;
      const isWrong = !isFree && falsePositiveEvery > 0 && requests % falsePositiveEvery < 2;
      const availability: Availability = {
        available: isFree || isWrong,
        definitive: !isWrong,
        price: undefined,
        currency: undefined,
        period: undefined,
      };
      const sentAt = { even: now, wall: now };
      return { kind: "response", availability, sentAt, tookMilliseconds: checkMilliseconds, restSeconds: 0 };
    }
    default: {
      const response: PurchaseResponse = isFree
        ? { kind: "bought", order: {} }
        : { kind: "unavailable", message: "422" };
      return { kind: "purchase", response };
    }
  }
}

function recordAt({ recordGoneAt, pendingAt }: Drop, now: number): Seen {
  return now >= recordGoneAt
    ? "absent"
    : { expiresAt: undefined, changedAt: pendingAt, statuses: ["pending delete"] };
}
