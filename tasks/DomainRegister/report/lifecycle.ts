import { renderDay, renderStage } from "../lifecycle/advice";
import { findReleaseWindow, findStage, type RecordFacts } from "../lifecycle/release";
import { findPossibleStages, findStageTimes } from "../lifecycle/stages";

/**
 * Renders what a public record says about a domain, as lines for people: what it comes to first, then the
 * stages with their dates.
 */
export function renderLifecycle(domain: string, facts: RecordFacts, now: number): string[] {
  const { expiresAt, statuses } = facts;
  const stage = findStage(facts);
  const shown = statuses.join(", ");
  const lines = [
    ...(stage === undefined ? [] : [renderStage(domain, stage, findReleaseWindow(facts, now))]),
    ...(statuses.length === 0 ? [] : [`Stage by statuses (${shown}): ${stage ?? "unknown"}.`]),
  ];
  if (expiresAt === undefined) return lines;
  const possible = findPossibleStages(expiresAt, now);
  return [
    ...lines,
    `Stage by expiration date (${renderDay(expiresAt)}): ${possible.join(" or ")}.`,
    ...findStageTimes(expiresAt).map(({ stage: name, earliest, latest }) => {
      const begins = name === "released" ? "released" : `${name} begins`;
      return earliest === latest
        ? `- ${begins} on ${renderDay(earliest)}`
        : `- ${begins} between ${renderDay(earliest)} and ${renderDay(latest)}`;
    }),
    "If the registrar renews automatically, the record shows a date one year later, even if the domain is lost.",
  ];
}
