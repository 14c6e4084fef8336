import { isRecord, type Lookup } from "../../../shared/rdap/client";
import { reportVersion } from "../../../shared/report/form";
import type { RunOrigin } from "../../../shared/report/origin";
import { originMembers } from "../../../shared/report/origin";
import type { DomainReport } from "../../../shared/report/schema";
import { type Sanitize, shorten } from "../../../shared/text/sanitize";
import { findStageTimes } from "../lifecycle/stages";
import type { RunResult } from "./run-result";
import { nextStepAfter } from "./summary";

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
