import { isCalm } from "../../shared/report/form";
import type { ReportProblem } from "../../shared/report/schema";
import { pluralize } from "../../shared/text/pluralize";
import { daySeconds, readable } from "../../shared/text/time";
import { localTime, renderLocal, type Zone } from "../../shared/text/zone";
import type { Choice } from "../geometry/choice";
import { freshSeconds, type Monitor } from "../geometry/monitors";
import type { CellState, NightRow, Period, Segment } from "../geometry/night";
import { type Clock, momentText } from "./clock";

export const stateWords: Readonly<Record<CellState, string>> = {
  failed: "failed",
  missed: "missed",
  stuck: "stuck",
  limit: "too long",
  muted: "muted",
  unwatched: "nobody watched",
  well: "well",
  none: "no run",
  open: "not known yet",
};

export const choiceWords: Readonly<Record<Exclude<Choice["state"], "">, string>> = {
  ...stateWords,
  now: "wrong now",
  well: "all well",
};

export const periodWords: Readonly<Record<Period, string>> = {
  "24h": "24 hours",
  "7d": "7 days",
  "28d": "28 days",
};

/** `19 min`, `3 h`, `2 days`: the largest unit only. */
function roughText(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return "less than a minute";
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.round(seconds / 3600);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}

const days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

function dayText(time: number, zone: Zone): string {
  return days[new Date(localTime(time, zone) * 1000).getUTCDay()] ?? "";
}

/** `failed, Tue 03:00 to 06:00`; of a day too how many: `failed, Tue 2026-11-24, 2 of 24 runs`. */
export function segmentText({ state, from, to, runs, failures }: Segment, clock: Clock): string {
  const share = failures === 0 ? "" : `, ${failures} of ${pluralize(runs, "run")}`;
  return `${stateWords[state]}, ${spanText(from, to, clock)}${share}`;
}

export function spanText(from: number, to: number, clock: Clock): string {
  const { zone } = clock;
  if (to - from < daySeconds - 3600)
    return `${momentText(from, clock)} to ${renderLocal(to, zone).slice(11, 16)}`;
  const [first, last] = [dateText(from, zone), dateText(to - 1, zone)];
  return renderLocal(from, zone).endsWith("00:00:00")
    ? first === last
      ? first
      : `${first} to ${last}`
    : `${momentText(from, clock)} to ${momentText(to, clock)}`;
}

/** `Tue 2026-11-24`. */
function dateText(time: number, zone: Zone): string {
  return `${dayText(time, zone)} ${renderLocal(time, zone).slice(0, 10)}`;
}

/** `94 %`, and `94 %, was 98 %` if it changed. Never more than it is: 99.9 % are not all. */
export function shareText({
  goodShare,
  goodShareBefore,
}: Pick<NightRow, "goodShare" | "goodShareBefore">): string {
  if (goodShare === undefined) return "";
  const [now, before] = [goodShare, goodShareBefore ?? goodShare].map((share) => Math.floor(share * 100));
  return now === before ? `${now} %` : `${now} %, was ${before} %`;
}

/** `3 min`, and `3 min, was 2 min` if it differs by more than a fifth. */
export function medianText({
  medianSeconds,
  usualSeconds,
}: Pick<NightRow, "medianSeconds" | "usualSeconds">): string {
  if (medianSeconds === undefined) return "";
  const difference = Math.abs(medianSeconds - (usualSeconds ?? medianSeconds));
  const isOther = difference > 10 && difference > (usualSeconds ?? 0) / 5;
  return isOther ? `${timeText(medianSeconds)}, was ${timeText(usualSeconds ?? 0)}` : timeText(medianSeconds);
}

/** From two minutes on without seconds. */
function timeText(seconds: number): string {
  return readable(seconds < 120 ? Math.round(seconds) : 60 * Math.round(seconds / 60));
}

export function rowNote({ owner, ...figures }: NightRow): string {
  const good = figures.goodShare === undefined ? "no runs" : `good ${shareText(figures)}`;
  return [good, medianText(figures), owner].filter((part) => part !== "").join(" · ");
}

/** For the table: `failed in 5 hours, the last Tue 07:00; nobody watched 1 hour`. */
export function eventsText({ states, segments }: NightRow, unit: "hour" | "day", clock: Clock): string {
  const told: readonly CellState[] = ["failed", "missed", "stuck", "limit", "muted", "unwatched"];
  const parts = told.flatMap((state) => {
    const count = states.filter((one) => one === state).length;
    const last = segments.findLast((segment) => segment.state === state);
    if (count === 0 || last === undefined) return [];
    if (state === "unwatched") return [`nobody watched ${pluralize(count, unit)}`];
    const at = unit === "day" ? dateText(last.to - 1, clock.zone) : momentText(last.to - 3600, clock);
    return [`${stateWords[state]} in ${pluralize(count, unit)}, the last ${at}`];
  });
  return parts.join("; ");
}

/** Within a sentence. */
function lowered(text: string, isWithin: boolean): string {
  return isWithin ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** `every hour`, `every 30 min`. */
export function everyText(seconds: number): string {
  const hours = Math.round(seconds / 3600);
  if (Math.abs(seconds - 3600) < 300) return "every hour";
  if (Math.abs(seconds - daySeconds) < 3600) return "every day";
  return seconds > 5400 ? `every ${hours} h` : `every ${Math.round(seconds / 60)} min`;
}

/** The first problem is that nobody looks. */
export function lateProblem(
  { name, run, reportedAt, periodSeconds = 0 }: Monitor & { name: string },
  project: string,
): ReportProblem {
  return {
    ...{ key: `late ${name}`, project, kind: "other", severity: "failure", importance: "high", count: 1 },
    sentence: `Nobody watches: no report from ${name} (usually ${everyText(periodSeconds)})`,
    ...{ since: reportedAt, last: reportedAt, number: run.number, runUrl: run.url },
    state: { kind: "told", why: "" },
  };
}

/** What decides on the heading: what is wrong, who watches, what could not be read, and what was read in place of a journal. */
interface Verdict {
  clock: Clock;
  problems: readonly ReportProblem[];
  monitors: readonly Pick<Monitor, "reportedAt">[];
  gaps: readonly string[];
  listed: { count: number; since: number | undefined; isCut: boolean } | undefined;
}

/** `2 problems: invoices failing since 03:07, export did not start, and more; 1 muted`. */
export function headingOf(verdict: Verdict): string {
  const { problems, clock } = verdict;
  const quiet = quietText(verdict);
  const loud = problems.filter((problem) => !isCalm(problem.state.kind));
  const below = problems.filter(({ state }) => state.kind === "belowThreshold").length;
  const muted = problems.length - loud.length - below;
  const end = [
    muted === 0 ? "" : `; ${muted} muted`,
    below === 0 ? "" : `; ${below} below ${below === 1 ? "its" : "their"} threshold`,
  ].join("");
  const isSeveral = new Set(problems.map(({ project }) => project)).size > 1;
  if (loud.length === 0) return `${quiet}${end}`;
  const named = loud.slice(0, 2).map(({ pipeline, project, kind, sentence, since }) => {
    const what = kind === "failed" ? `failing since ${momentText(since, clock)}` : sentence;
    const of = isSeveral ? ` (${project})` : "";
    return pipeline === undefined ? `${lowered(sentence, loud.length > 1)}${of}` : `${pipeline}${of} ${what}`;
  });
  const more = loud.length > 2 ? ", and more" : "";
  const count = loud.length === 1 ? "" : `${pluralize(loud.length, "problem")}: `;
  return `${count}${named.join(", ")}${more}${end}`;
}

/** The last 24 hours of all pipelines: `failed 03:00 to 06:00; nobody watched 2 hours`. */
export function nightText(segments: readonly Segment[], unwatched: number, clock: Clock): string {
  const bad = segments.filter(({ state }) => !["well", "none", "open", "unwatched"].includes(state));
  const parts = [...bad.map((segment) => segmentText(segment, clock)), unwatchedText(unwatched, false)];
  const states = new Set(segments.map(({ state }) => state));
  const quiet = states.has("well") ? "nothing failed" : states.has("none") ? "no run" : "not known yet";
  return parts.filter((part) => part !== "").join("; ") || `The last 24 hours: ${quiet}`;
}

/** Nothing is called well that nobody looked at, or not for long. */
function quietText({ monitors, gaps, listed, clock }: Verdict): string {
  if (gaps.length > 0) return "No problem was found, but not everything could be read or checked";
  if (monitors.length === 0) {
    const since = listed?.isCut === true ? listed.since : undefined;
    const which = since === undefined ? "of the last 24 hours" : `since ${momentText(since, clock)}`;
    return listed?.count === 0 ? noRuns : `No pipeline is failing, by the runs ${which}`;
  }
  const ago = oldestReport(monitors, clock);
  return ago <= freshSeconds
    ? "Nothing is wrong now"
    : `Nothing was wrong ${roughText(ago)} ago, in the last report`;
}

function oldestReport(monitors: Verdict["monitors"], { now }: Clock): number {
  return now - Math.min(...monitors.map(({ reportedAt }) => reportedAt));
}

/** How the page looks: good only if every monitor has reported lately. */
export function toneOf({ problems, gaps, monitors, clock }: Verdict): "bad" | "warn" | "good" | "neutral" {
  if (problems.some(({ state }) => !isCalm(state.kind))) return "bad";
  if (gaps.length > 0) return "warn";
  return monitors.length > 0 && oldestReport(monitors, clock) <= freshSeconds ? "good" : "neutral";
}

const noRuns = "No run finished in the last 24 hours, of those that you may see";

export function ranText(name: string, ago: number): string {
  return `${name} ran ${roughText(ago)} ago`;
}

/** Empty if somebody watched all the time. */
export function unwatchedText(count: number, isDays: boolean): string {
  return count === 0 ? "" : `nobody watched ${pluralize(count, isDays ? "day" : "hour")}`;
}

/** A journal has the figures of whole days. */
export function goodHead(period: Period, isListed: boolean): string {
  if (isListed) return "Good in 24 hours";
  return period === "24h" ? "Good since yesterday" : `Good in ${periodWords[period]}`;
}
