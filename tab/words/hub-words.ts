import type { Project } from "../../shared/project";
import { pluralize } from "../../shared/text/pluralize";
import { daySeconds, readable } from "../../shared/text/time";
import { renderLocal, type Zone } from "../../shared/text/zone";
import type { Choice } from "../geometry/choice";
import type { Ended } from "../geometry/ended";
import { problemOf } from "../geometry/failing";
import type { Period } from "../geometry/grid";
import type { Monitor } from "../geometry/monitors";
import type { CellState, NightRow, Segment } from "../geometry/night";
import { type Change, type Counts, isNews } from "../geometry/night-figures";
import type { Problem, ProblemWords } from "../geometry/problem";
import type { ProjectRun } from "../geometry/project-run";
import { type Clock, momentText, weekdayText } from "./clock";
import { whenText } from "./report-words";

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

/** `19 min`, `3 h`, `2 days`: the largest unit only, and never more than it is. */
export function roughText(seconds: number): string {
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  if (minutes < 1) return "less than a minute";
  if (minutes < 120) return `${minutes} min`;
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
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
  if (!renderLocal(from, zone).endsWith("00:00:00"))
    return `${momentText(from, clock)} to ${momentText(to, clock)}`;
  return [...new Set([dateText(from, zone), dateText(to - 1, zone)])].join(" to ");
}

/** `Tue 2026-11-24`. */
function dateText(time: number, zone: Zone): string {
  return `${weekdayText(time, zone)} ${renderLocal(time, zone).slice(0, 10)}`;
}

/** Never more than it is: 99.9 % are not all. */
function percent({ runs, failures }: Counts): number {
  return runs === 0 ? 0 : Math.floor((100 * (runs - failures)) / runs);
}

/** `94 %`, and `94 %, was 98 %` if it changed. Of four weeks, halves are compared. */
export function shareText(counts: Counts, change: Change | undefined, period: Period): string {
  if (counts.runs === 0) return "";
  const whole = `${percent(counts)} %`;
  if (change === undefined || percent(change.now) === percent(change.before)) return whole;
  const was = `was ${percent(change.before)} %`;
  if (period !== "28d") return `${whole}, ${was}`;
  return isNews(change) ? `${whole}; ${percent(change.now)} % in the last 14 days, ${was}` : whole;
}

/** Whether the share became worse or better by more than chance. */
export function shareTone(change: Change | undefined): "worse" | "better" | "" {
  if (change === undefined || !isNews(change)) return "";
  const { now, before } = change;
  return now.failures / now.runs > before.failures / before.runs ? "worse" : "better";
}

/** `3 min`, and `3 min, was 2 min` if it differs by more than a fifth. */
export function medianText(medianSeconds?: number, usualSeconds = medianSeconds): string {
  if (medianSeconds === undefined || usualSeconds === undefined) return "";
  const difference = Math.abs(medianSeconds - usualSeconds);
  const was = difference > 10 && difference > usualSeconds / 5 ? `, was ${minutesText(usualSeconds)}` : "";
  return `${minutesText(medianSeconds)}${was}`;
}

/** From two minutes on without seconds. */
function minutesText(seconds: number): string {
  return readable(seconds < 120 ? Math.round(seconds) : 60 * Math.round(seconds / 60));
}

/** `waited up to 5 min`; empty for less than a minute. */
export function waitText(seconds: number): string {
  return seconds < 60 ? "" : `waited up to ${minutesText(seconds)}`;
}

/** `2 flaky commits`: the same commit failed and passed. */
export function flakyText(commits: number): string {
  return commits === 0 ? "" : pluralize(commits, "flaky commit");
}

/** The texts below the name of a row. */
export function noteParts(row: NightRow, period: Period): string[] {
  const { runs, change, medianSeconds, usualSeconds, waitSeconds, flakyCommits, owner } = row;
  const good = runs === 0 ? "no runs" : `good ${shareText(row, change, period)}`;
  const median = medianText(medianSeconds, usualSeconds);
  return [good, median, waitText(waitSeconds), flakyText(flakyCommits), owner].filter((part) => part !== "");
}

/** For the table: `failed in 5 hours, the last Tue 07:00; nobody watched 1 hour`. */
export function eventsText(
  { cells, segments, unwatchedSeconds: seconds }: NightRow,
  unit: "hour" | "day",
  clock: Clock,
): string {
  const states: readonly CellState[] = ["failed", "missed", "stuck", "limit", "muted", "unwatched"];
  const parts = states.flatMap((state) => {
    const count = cells.filter((cell) => cell.state === state).length;
    const last = segments.findLast((segment) => segment.state === state);
    if (count === 0 || last === undefined) return [];
    if (state === "unwatched") return [unwatchedText(seconds)];
    const at = unit === "day" ? dateText(last.to - 1, clock.zone) : momentText(last.to - 3600, clock);
    return [`${stateWords[state]} in ${pluralize(count, unit)}, the last ${at}`];
  });
  return parts.filter((part) => part !== "").join("; ");
}

/** Within a sentence. */
export function lowered(text: string, isWithin: boolean): string {
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
  project: Project,
  clock: Clock,
): Problem {
  const usual = `usually ${everyText(periodSeconds)}`;
  const sentence = `Nobody watches: no report from ${name} since ${momentText(reportedAt, clock)} (${usual})`;
  const {
    pipeline: _,
    branch: __,
    ...problem
  } = problemOf(
    { run, sentence, kind: "other", severity: "failure", count: 1, since: reportedAt, last: reportedAt },
    project,
  );
  return { ...problem, key: `late ${name}`, importance: "high", saysWhen: true };
}

/** The last 24 hours of all pipelines: `failed 03:00 to 06:00; nobody watched 2 hours`. */
export function nightText(segments: readonly Segment[], unwatchedSeconds: number, clock: Clock): string {
  const bad = segments.filter(({ state }) => !["well", "none", "open", "unwatched"].includes(state));
  const parts = [...bad.map((segment) => segmentText(segment, clock)), unwatchedText(unwatchedSeconds)];
  const states = new Set(segments.map(({ state }) => state));
  const quiet = states.has("well") ? "nothing failed" : states.has("none") ? "no run" : "not known yet";
  return parts.filter((part) => part !== "").join("; ") || `The last 24 hours: ${quiet}`;
}

export function ranText(name: string, ago: number): string {
  return `${name} ran ${roughText(ago)} ago`;
}

/** `nobody watched 66 min`; empty if somebody watched all the time. */
export function unwatchedText(seconds: number): string {
  return seconds < 60 ? "" : `nobody watched ${roughText(seconds)}`;
}

/** `3 times since Tue 03:07, for 4 h`; `at 03:07, 4 h ago` of what happened once. `until` is when that was known. */
export function lastingText(
  problem: ProblemWords & { isLonger?: boolean },
  until: number,
  clock: Clock,
): string {
  const when = whenText(problem, clock);
  if (when === "") return "";
  const { since, count, kind, isLonger } = problem;
  if (count === 1 && kind !== "other") return `${when}, ${roughText(clock.now - problem.last)} ago`;
  return `${when}, for ${isLonger === true ? "at least " : ""}${roughText(until - since)}`;
}

/** `First: 20261124.3, commit 1a2b3c4d, requested for A. Person` */
export function firstRunText({ number, commit, requestedFor }: ProjectRun): string {
  return [
    `First: ${number}`,
    commit === "" ? "" : `commit ${commit.slice(0, 8)}`,
    requestedFor === "" ? "" : `requested for ${requestedFor}`,
  ]
    .filter((part) => part !== "")
    .join(", ");
}

/** `7 days: 94 % of 1203 runs succeeded, 98 % in the week before`; empty without a run in both weeks. */
export function weekText(change: Change): string {
  const { now, before } = change;
  if (now.runs === 0 || before.runs === 0) return "";
  const [share, was] = [percent(now), percent(before)];
  const tone = shareTone(change);
  return `7 days: ${share} % of ${pluralize(now.runs, "run")} succeeded, ${was} % in the week before${tone === "" ? "" : `: ${tone}`}`;
}

/** `invoices failed for 4 h, from Mon 22:03 to 02:07` */
export function endedText({ name, from, isLonger, to }: Ended & { name: string }, clock: Clock): string {
  const least = isLonger ? "at least " : "";
  return `${name} failed for ${least}${roughText(to - from)}, from ${momentText(from, clock)} to ${momentText(to, clock)}`;
}
