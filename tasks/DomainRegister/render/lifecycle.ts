import type { PublicRecord } from "../../../shared/rdap/record";
import { renderCondition, renderDay, renderStage } from "../lifecycle/advice";
import { endingOf } from "../lifecycle/endings";
import { findReleaseWindow } from "../lifecycle/release";
import { findPossibleStages, findStage, findStageTimes } from "../lifecycle/stages";

/**
 * Renders what a public record says about a domain, as lines for people: what it comes to first, then the
 * stages with their dates.
 */
export function renderLifecycle(domain: string, facts: PublicRecord, now: number): string[] {
  const { expiresAt, statuses } = facts;
  const stage = findStage(statuses);
  const ending = endingOf(domain);
  return [
    ...(stage === undefined ? [] : [renderStage(domain, ending, stage, findReleaseWindow(facts, now))]),
    ...(statuses.length === 0 ? [] : [`Stage by statuses (${statuses.join(", ")}): ${stage ?? "unknown"}.`]),
    ...(expiresAt === undefined ? [] : renderStagesAfter(expiresAt, ending, now)),
  ];
}

function renderStagesAfter(expiresAt: number, ending: string, now: number): string[] {
  const byDate = `Stage by expiration date (${renderDay(expiresAt)})${renderCondition(ending)}`;
  const possible = findPossibleStages(expiresAt, now);
  if (possible.join() === "released")
    return [`${byDate}: released. If there still is a record, it can be released at any moment.`];
  return [
    `${byDate}: ${possible.join(" or ")}.`,
    ...findStageTimes(expiresAt).map(({ stage: name, earliest, latest }) => {
      const begins = name === "released" ? "released" : `${name} begins`;
      return earliest === latest
        ? `- ${begins} on ${renderDay(earliest)}`
        : `- ${begins} between ${renderDay(earliest)} and ${renderDay(latest)}`;
    }),
    "If the registrar renews automatically, the record shows a date one year later, even if the domain is lost.",
  ];
}
