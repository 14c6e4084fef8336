import { reportVersion } from "../../../shared/report/form";
import type { RunOrigin } from "../../../shared/report/origin";
import { originMembers } from "../../../shared/report/origin-members";
import type { CheckChange, DomainReport, PurchaseAttempt } from "../../../shared/report/schema";
import { type Sanitize, shorten } from "../../../shared/text/sanitize";
import type { StageTimes } from "../lifecycle/stages";
import type { PriceLimit } from "../registration/price";
import type { Recorded } from "./recorder";
import { moneyOf } from "./timeline";

/** What an attached report is made of. */
export interface AttachmentParts extends Recorded {
  domain: string;
  environment: string;
  origin: RunOrigin;
  /** The message of the step's outcome; only its first line is shown. */
  message: string;
  /** What may be paid; undefined if the step does not buy. */
  limit: PriceLimit | undefined;
  stages: readonly StageTimes[];
  nextStep: string;
}

/** The longest sentence: an error may quote a service at length. */
const maxCharacters = 500;

/** Returns the report for the tab on the run's page. Sanitizes every text. */
export function buildReport(parts: AttachmentParts, sanitize: Sanitize): DomainReport {
  const { timeline, stages, nextStep } = parts;
  const text = (some: string) => shorten(sanitize(some), maxCharacters);
  const leftOut = [
    { list: "changes", count: timeline.changesLeftOut },
    { list: "attempts", count: timeline.attemptsLeftOut },
  ].filter(({ count }) => count > 0);
  return {
    kind: "domain",
    version: reportVersion,
    ...originMembers(parts.origin, text),
    from: Math.floor(parts.startedAt / 1000),
    to: Math.floor(parts.endedAt / 1000),
    sentence: text(parts.message.split("\n")[0] ?? ""),
    ...(leftOut.length === 0 ? {} : { leftOut }),
    domain: text(parts.domain),
    environment: parts.environment,
    outcome: parts.outcome,
    checkCount: timeline.checkCount,
    changes: timeline.changes.map((change) => sanitizedChange(change, text)),
    ...priceCapOf(parts),
    attempts: timeline.attempts.map((attempt) => sanitizedAttempt(attempt, text)),
    stages: stages.map(stageEntry),
    nextSteps: [nextStep],
  };
}

function sanitizedChange(change: CheckChange, text: (some: string) => string): CheckChange {
  const { problem, objection } = change;
  return {
    ...change,
    ...(problem === undefined ? {} : { problem: text(problem) }),
    ...(objection === undefined ? {} : { objection: text(objection) }),
  };
}

function sanitizedAttempt(attempt: PurchaseAttempt, text: (some: string) => string): PurchaseAttempt {
  const { sentence } = attempt;
  return sentence === undefined ? attempt : { ...attempt, sentence: text(sentence) };
}

/** Returns the price cap. It has no currency of its own, so that of the offers is shown. */
function priceCapOf({ limit, timeline }: AttachmentParts): Pick<DomainReport, "priceCap"> {
  if (limit?.maxPrice === undefined) return {};
  const offered = timeline.changes.findLast(({ price }) => price !== undefined)?.price?.currency;
  return { priceCap: moneyOf(limit.maxPrice, limit.currency ?? offered, limit.unit) };
}

function stageEntry({ stage, earliest, latest }: StageTimes) {
  return { name: stage, earliest: earliest / 1000, latest: latest / 1000 };
}
