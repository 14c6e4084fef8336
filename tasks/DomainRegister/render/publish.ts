import type { Agent } from "../../../shared/agent/agent";
import { currencyCode, day, decimal, digits, pathOfOurs, word } from "../../../shared/agent/output-values";
import { writeOrWarn } from "../../../shared/agent/write-or-warn";
import { isRecord, type Lookup } from "../../../shared/rdap/client";
import { decimalOf } from "../../../shared/registrar/money";
import type { Price, RegistrarTraits } from "../../../shared/registrar/registrar";
import { attachReport } from "../../../shared/report/attach";
import { cutDomainReport } from "../../../shared/report/cut-domain";
import { reportVersion } from "../../../shared/report/form";
import { originMembers, type RunOrigin, readOrigin } from "../../../shared/report/origin";
import type { DomainReport } from "../../../shared/report/schema";
import { type Sanitize, shorten } from "../../../shared/text/sanitize";
import { findReleaseWindow, type ReleaseWindow } from "../lifecycle/release";
import { findStage, findStageTimes, type StageName } from "../lifecycle/stages";
import { renderDay } from "./lifecycle";
import type { RunResult } from "./run-result";
import { nextStepAfter, renderSummary } from "./summary";

/**
 * Publishes what a run did: the summary, the outputs, the receipt and the report for the tab on the run's page. For a
 * failed run, publishes only the receipt and the report. If a page cannot be created, logs a warning.
 */
export function publish(result: RunResult, agent: Agent): void {
  if (result.outcome !== "failed") {
    writeOrWarn("the summary of the run's page", agent, () =>
      agent.summary("Domain Register", renderSummary(result, agent.sanitize)),
    );
    publishOutputs(result, agent);
  }
  if (result.receipt !== undefined) {
    agent.output("receiptFile", pathOfOurs(result.receipt));
    agent.attach(result.receipt);
  }
  writeOrWarn("the tab of the run's page", agent, () => {
    const report = buildReport(result, readOrigin(agent), agent.sanitize);
    attachReport(agent, "domain-register", cutDomainReport(report));
  });
}

export function publishOutputs(result: RunResult, agent: Agent): void {
  const { outcome, environment, availability, traits, timeline } = result;
  if (outcome === "unanswered") return;
  agent.output("outcome", word(outcome));
  agent.output("environment", word(environment));
  agent.output("available", word(availability?.available));
  agent.output("definitive", word(availability?.definitive));
  agent.output("price", digits(availability?.price));
  agent.output("amount", decimal(amountOf(availability, traits)));
  agent.output("currency", currencyCode(availability?.currency));
  agent.output("period", digits(availability?.period));
  agent.output("checks", digits(timeline.checkCount));
  const { stage, release } = releaseIn(result);
  agent.output("stage", word(stage && camelCase(stage)));
  agent.output("releaseEarliest", day(release && renderDay(release.earliest)));
  agent.output("releaseLatest", day(release && renderDay(release.latest)));
}

/** A decimal amount of the price's currency. Undefined if the unit is not known. */
function amountOf(price: Price | undefined, { unit, isUnitKnown }: RegistrarTraits): string | undefined {
  return price?.price === undefined || !isUnitKnown
    ? undefined
    : decimalOf(price.price, unit.decimals(price.currency));
}

function releaseIn({ record, respondedAt }: RunResult): {
  stage?: StageName | undefined;
  release?: ReleaseWindow | undefined;
} {
  if (record === undefined || respondedAt === undefined) return {};
  if (!isRecord(record)) return record.doubt === "" ? { stage: "released" } : {};
  return { stage: findStage(record.statuses), release: findReleaseWindow(record, respondedAt) };
}

/** "pending delete" becomes "pendingDelete". */
function camelCase(text: string): string {
  return text.replace(/[ -](\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The longest sentence: an error may quote a service at length. */
const maxCharacters = 500;

/** For the tab on the run's page. Sanitizes every text. Shows one line of the message. */
export function buildReport(result: RunResult, origin: RunOrigin, sanitize: Sanitize): DomainReport {
  const { timeline } = result;
  const text = (some: string) => shorten(sanitize(some), maxCharacters);
  const optional = (some: string | undefined) => (some === undefined ? undefined : text(some));
  const leftOut = [
    { list: "changes", count: timeline.changesLeftOut },
    { list: "attempts", count: timeline.attemptsLeftOut },
  ].filter(({ count }) => count > 0);
  return {
    kind: "domain",
    version: reportVersion,
    ...originMembers(origin, text),
    from: Math.floor(result.startedAt / 1000),
    to: Math.floor(result.endedAt / 1000),
    sentence: text(result.message.split("\n")[0] ?? ""),
    ...(leftOut.length === 0 ? {} : { leftOut }),
    domain: text(result.domain),
    environment: result.environment,
    outcome: result.outcome,
    checkCount: timeline.checkCount,
    changes: timeline.changes.map((change) => ({
      ...change,
      problem: optional(change.problem),
      objection: optional(change.objection),
    })),
    attempts: timeline.attempts.map(({ reason, order, ...attempt }) => ({
      ...attempt,
      reason: optional(reason),
      order: optional(order),
    })),
    stages: stagesIn(result.record),
    nextSteps: [nextStepAfter(result)],
  };
}

function stagesIn(record: Lookup | undefined): DomainReport["stages"] {
  const expiresAt = record !== undefined && isRecord(record) ? record.expiresAt : undefined;
  const stages = expiresAt === undefined ? [] : findStageTimes(expiresAt);
  return stages.map(({ stage: name, earliest, latest }) => ({
    name,
    earliest: earliest / 1000,
    latest: latest / 1000,
  }));
}
