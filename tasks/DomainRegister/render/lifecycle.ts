import { isRecord, type Lookup } from "../../../shared/rdap/client";
import { dayMilliseconds } from "../../../shared/text/time";
import { findProvenRelease, findReleaseWindow, type ReleaseWindow } from "../lifecycle/release";
import {
  endingOf,
  findPossibleStages,
  findStage,
  findStageTimes,
  keepsStages,
  renderDropHours,
  type StageName,
} from "../lifecycle/stages";

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

/** Renders a day in UTC: "2026-12-31". */
export function renderDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

/** Renders when a domain is released: "on 2026-12-05", or "between 2026-12-01 and 2026-12-05". */
function renderRelease({ earliest, latest }: ReleaseWindow): string {
  const [from, to] = [renderDay(earliest), renderDay(latest)];
  return from === to ? `on ${from}` : `between ${from} and ${to}`;
}

/** Renders the condition under which the usual stages say when a domain is released. Empty if it is known to hold. */
function renderCondition(ending: string): string {
  return keepsStages(ending) ? "" : ", if its registry keeps the usual stages";
}

/** Under which condition a domain is released at the end of its stages. Nobody can stop pending delete. */
const ifNobodyActs: Record<StageName, string> = {
  registered: "If nobody renews it, it",
  "auto-renew grace period": "If nobody renews it, it",
  "redemption grace period": "If its owner does not restore it, it",
  "pending delete": "It",
  released: "It",
};

export function renderStage(
  domain: string,
  ending: string,
  stage: StageName,
  release: ReleaseWindow | undefined,
): string {
  const state = stage.endsWith("period") ? `in the ${stage}` : stage;
  if (release === undefined) return `${domain} is ${state}. Its record does not show when it is released.`;
  const when = `${renderRelease(release)}${renderCondition(ending)}`;
  return `${domain} is ${state}. ${ifNobodyActs[stage]} is released ${when}.`;
}

/** For a domain whose record shows no stage after its expiration. */
function renderRegistration(
  domain: string,
  ending: string,
  expiresAt: number,
  release: ReleaseWindow | undefined,
  now: number,
): string {
  const state = expiresAt > now ? "is registered until" : "expired on";
  const condition = keepsStages(ending)
    ? "if nobody renews it"
    : "if nobody renews it and its registry keeps the usual stages";
  const earliest =
    release === undefined ? "" : `; earliest release ${renderDay(release.earliest)}, ${condition}`;
  return `${domain} ${state} ${renderDay(expiresAt)}${earliest}.`;
}

const [daily, hourly] = ["0 6 * * *", "0 * * * *"];

/** Renders how often to wait. `releasedFrom` is undefined if the release can come at any moment. */
export function renderComeBack(ending: string, releasedFrom: number | undefined, now: number): string {
  const until = renderDay((releasedFrom ?? now) - dayMilliseconds);
  const hours = renderDropHours(ending);
  return until > renderDay(now)
    ? `Until ${until}, a daily run of \`action: register\` is enough (cron "${daily}"). ` +
        `From then on, run it every hour (cron "${hourly}").${hours}`
    : `The record does not prove when it is released, so run \`action: register\` every hour (cron "${hourly}").${hours}`;
}
