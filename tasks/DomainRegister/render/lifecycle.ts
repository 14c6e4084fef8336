import { isRecord, type Lookup } from "../../../shared/rdap/client";
import {
  renderComeBack,
  renderCondition,
  renderDay,
  renderRegistration,
  renderStage,
} from "../lifecycle/advice";
import { endingOf } from "../lifecycle/endings";
import { findProvenRelease, findReleaseWindow } from "../lifecycle/release";
import { findPossibleStages, findStage, findStageTimes } from "../lifecycle/stages";

/** Renders what a public record comes to, in one sentence. Undefined if it shows neither a stage nor a date. */
export function renderHeadline(domain: string, record: Lookup, now: number): string | undefined {
  if (!isRecord(record))
    return record.doubt === ""
      ? "The registry has no record of the domain, so it may be available."
      : `There is no record of the domain, but that does not show that it is released. ${record.doubt}`;
  const { expiresAt, statuses } = record;
  const [stage, ending, release] = [findStage(statuses), endingOf(domain), findReleaseWindow(record, now)];
  if (expiresAt !== undefined && (stage === undefined || stage === "registered"))
    return renderRegistration(domain, ending, expiresAt, release, now);
  return stage && renderStage(domain, ending, stage, release);
}

/**
 * Renders what a public record says about a domain, as lines for people: what it comes to first. The stages with their
 * dates follow, unless the statuses show one of them, which is more exact than the expiration date.
 */
export function renderRecord(domain: string, record: Lookup, now: number): string[] {
  const headline = renderHeadline(domain, record, now);
  const lines = headline === undefined ? [] : [headline];
  if (!isRecord(record)) return lines;
  const { expiresAt, statuses } = record;
  const stage = findStage(statuses);
  const isBefore = stage === undefined || stage === "registered";
  return [
    ...lines,
    ...(statuses.length === 0 ? [] : [`Stage by statuses (${statuses.join(", ")}): ${stage ?? "unknown"}.`]),
    ...(expiresAt !== undefined && isBefore ? renderStagesAfter(expiresAt, endingOf(domain), now) : []),
  ];
}

/** The same lines, and how often to wait for the domain. */
export function renderDates(domain: string, record: Lookup, now: number): string[] {
  const lines = renderRecord(domain, record, now);
  if (!isRecord(record) || lines.length === 0) return lines;
  const ending = endingOf(domain);
  const release = findProvenRelease(record, ending, now);
  return [...lines, `To wait for it: ${renderComeBack(ending, release?.earliest, now)}`];
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
