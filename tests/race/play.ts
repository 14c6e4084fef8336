import { millionths } from "../../shared/registrar/money";
import type { Availability, PurchaseResponse } from "../../shared/registrar/registrar";
import { schedulesFor } from "../../tasks/DomainRegister/lifecycle/advice";
import { begin, next } from "../../tasks/DomainRegister/registration/procedure";
import type { Action, Event, Rules } from "../../tasks/DomainRegister/registration/state";
import type { Drop } from "./drop";

/** How a wait for a domain ended, and what it cost. */
export interface Played {
  isWon: boolean;
  /** From the release to the purchase. Undefined if somebody else was faster. */
  secondsToPurchase: number | undefined;
  /** Requests to the registrar over the whole wait. */
  requests: number;
  /** Requests to the registry. */
  looks: number;
}

const pollSeconds = 30;
const checkMilliseconds = 400;
const hour = 3600 * 1000;
const day = 24 * hour;

const rules: Omit<Rules, "endsAt" | "ending"> = {
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

/** A step of a pipeline that was played, with the requests of all steps up to it. */
interface PlayedStep {
  endedAt: number;
  requests: number;
  looks: number;
  boughtAt?: number;
  /** When the step's advice asks for an hourly run. */
  hourlyFrom: number;
}

/**
 * Plays the steps of a person who follows the task's advice: a daily run while it says that this is enough,
 * otherwise an hourly one that waits for an hour.
 */
export function playWait(drop: Drop, pace: Rules["pace"]): Played {
  let now = drop.waitsFrom;
  let step: PlayedStep = { endedAt: now, requests: 0, looks: 0, hourlyFrom: now };
  while (now <= drop.takenAt && step.boughtAt === undefined) {
    step = playStep(drop, pace, now, step);
    now = Math.max(step.endedAt + 1000, now + (now + day <= step.hourlyFrom ? day : hour));
  }
  const { requests, looks, boughtAt } = step;
  const secondsToPurchase = boughtAt && (boughtAt - drop.releasedAt) / 1000;
  return { isWon: boughtAt !== undefined, secondsToPurchase, requests, looks };
}

/** Plays one step of a pipeline. One that checks steadily and ends before the release is only counted. */
function playStep(drop: Drop, pace: Rules["pace"], startedAt: number, before: PlayedStep): PlayedStep {
  const wanted: Rules = { ...rules, pace, ending: drop.ending, endsAt: startedAt + hour };
  let now = startedAt;
  let step = begin(now, pace);
  let { requests, looks } = before;
  let boughtAt: number | undefined;
  while (step.action.do !== "end" && now <= drop.takenAt) {
    const { action } = step;
    if (action.do === "check") now = Math.max(now, action.at);
    if (action.do === "look") looks++;
    else requests++;
    const sentAt = now;
    now += checkMilliseconds;
    const event = answer(action.do, drop, sentAt, requests);
    if (event.kind === "purchase" && event.response.kind === "bought") boughtAt = now;
    step = next(step.registration, event, now, wanted);
    const isSteady = event.kind === "response" && step.action.do === "check" && !step.action.confirming;
    if (isSteady && wanted.endsAt < drop.releasedAt) {
      const rest = Math.floor((wanted.endsAt - now) / 1000 / pollSeconds);
      return { endedAt: wanted.endsAt, requests: requests + rest, looks, hourlyFrom: now };
    }
  }
  const played = { endedAt: now, requests, looks, hourlyFrom: hourlyFrom(step.action, now) };
  return boughtAt === undefined ? played : { ...played, boughtAt };
}

/** At once, unless the step came too early. */
function hourlyFrom(action: Action, now: number): number {
  if (action.do !== "end" || action.end.outcome !== "tooEarly") return now;
  const [first] = schedulesFor(action.end.quietUntil, now);
  return first?.until === undefined ? now + day : Date.parse(first.until);
}

function answer(action: Action["do"], drop: Drop, now: number, requests: number): Event {
  const isFree = now >= drop.registrarSeesAt && now < drop.takenAt;
  switch (action) {
    case "look":
      return { kind: "look", seen: drop.seenAt(now), problem: "" };
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
