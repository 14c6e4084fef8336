import { isCalm } from "../../shared/report/form";
import { pluralize } from "../../shared/text/pluralize";
import { byCause } from "../geometry/causes";
import { freshSeconds, isOld, rereadSeconds } from "../geometry/monitors";
import type { NamedProblem, ProblemWords } from "../geometry/problem";
import { type Clock, momentText } from "./clock";
import { lowered, roughText } from "./hub-words";

/** The facts behind the heading. */
interface Verdict {
  clock: Clock;
  /** When the service was read. */
  readAt: number;
  problems: readonly (NamedProblem & { isLonger?: boolean })[];
  monitors: readonly { periodSeconds: number | undefined; knownAt: number }[];
  gaps: readonly string[];
  listed: { runs: readonly unknown[] } | undefined;
  /** Pipelines that failed on most days. */
  habits?: readonly { name: string; days: number; failed: number }[];
}

/** Whether the page has not read the service for two of its own periods. */
export function isUnread({ clock, readAt }: Verdict): boolean {
  return isOld(clock.now - readAt, rereadSeconds);
}

/** `2 problems: invoices failing since 03:07, export did not start, and more; 1 muted`. What is not of now says of when it is. */
export function headingOf(verdict: Verdict): string {
  const { problems, clock } = verdict;
  const at = knownAtOf(verdict);
  const loud = problems.filter((problem) => !isCalm(problem.state.kind));
  const text = loud.length === 0 ? quietText(verdict, at === undefined) : loudText(loud, verdict);
  const end = `${loud.length === 0 ? habitText(verdict) : ""}${calmText(problems)}`;
  return at === undefined
    ? `${text}${end}`
    : `${asOfText(at, clock)}: ${lowered(text, loud.length === 0)}${end}`;
}

/** From when a heading is that is not of now. */
function knownAtOf(verdict: Verdict): number | undefined {
  const { problems, monitors, gaps, clock, readAt } = verdict;
  const at = isUnread(verdict) ? readAt : undefined;
  if (gaps.length > 0 || problems.some(({ state }) => !isCalm(state.kind))) return at;
  return isFresh(monitors, at ?? clock.now) ? at : Math.min(...monitors.map(({ knownAt }) => knownAt));
}

/** Several problems of one cause are told as one. */
function loudText(loud: Verdict["problems"], { problems, clock }: Verdict): string {
  const isSeveral = new Set(problems.map(({ project }) => project.id)).size > 1;
  const causes = byCause(loud);
  const worst = causes.slice(0, 2);
  const names = worst.flatMap(([first, ...others]) => (others.length > 0 ? [] : shortName(first.name)));
  const shown = new Set(names).size < names.length ? String : shortName;
  const problemTexts = worst.map(([first, ...others]) => {
    const { name, project, kind, sentence, since, isLonger, group = "" } = first;
    if (others.length > 0) return `${group} (${pluralize(others.length + 1, "problem")})`;
    const begun =
      isLonger === true
        ? `for at least ${roughText(clock.now - since)}`
        : `since ${momentText(since, clock)}`;
    const what = kind === "failed" ? `failing ${begun}` : sentence;
    const where = isSeveral ? ` (${project.name})` : "";
    return name === "" ? `${lowered(sentence, loud.length > 1)}${where}` : `${shown(name)}${where} ${what}`;
  });
  const more = causes.length > 2 ? ", and more" : "";
  const count = loud.length === 1 ? "" : `${pluralize(loud.length, "problem")}: `;
  return `${count}${problemTexts.join(", ")}${more}`;
}

/**
 * In a heading, a name may take the room of two lines of the wall, so that there is some for the next problem. Its end, which may be a
 * branch, is kept.
 */
const [firstCharacters, lastCharacters] = [39, 20];

function shortName(name: string): string {
  const characters = [...name];
  return characters.length <= firstCharacters + 1 + lastCharacters
    ? name
    : `${characters.slice(0, firstCharacters).join("")}…${characters.slice(-lastCharacters).join("")}`;
}

/** `; price feed failed on 28 of 28 days`: it may fail again, although nothing is wrong now. */
function habitText({ habits = [] }: Verdict): string {
  const [first, ...others] = habits;
  if (first === undefined) return "";
  const more = others.length === 0 ? "" : `, and ${others.length} more on most days`;
  return `; ${shortName(first.name)} failed on ${first.failed} of ${first.days} days${more}`;
}

/** `; 1 muted; 2 below their threshold` */
function calmText(problems: readonly ProblemWords[]): string {
  const calm = problems.filter(({ state }) => isCalm(state.kind));
  const countOf = (kind: ProblemWords["state"]["kind"]) =>
    calm.filter(({ state }) => state.kind === kind).length;
  const [below, excluded] = [countOf("belowThreshold"), countOf("notChecked")];
  const muted = calm.length - below - excluded;
  const parts = [
    [muted, "muted"],
    [below, `below ${below === 1 ? "its" : "their"} threshold`],
    [excluded, "excluded"],
  ] as const;
  return parts.map(([count, words]) => (count === 0 ? "" : `; ${count} ${words}`)).join("");
}

/** `As of 06:38, 9 h ago` */
function asOfText(at: number, clock: Clock): string {
  return `As of ${momentText(at, clock)}, ${roughText(clock.now - at)} ago`;
}

/** For a claim whose monitor's next reports are missing; empty for any other. */
export function ageText(
  { knownAt, isOld: isDoubted }: { knownAt: number; isOld: boolean },
  clock: Clock,
): string {
  return isDoubted ? `${asOfText(knownAt, clock)}.` : "";
}

/** Nothing is called well that nobody looked at, or not lately. */
function quietText({ monitors, gaps, listed }: Verdict, isNow: boolean): string {
  if (gaps.length > 0) return "No problem was found, but not everything could be read or checked";
  if (monitors.length > 0) return isNow ? "Nothing is wrong now" : "Nothing was wrong";
  return listed?.runs.length === 0
    ? "No run finished in the last 24 hours, of those that you may see"
    : "No pipeline is failing, by the last run of each";
}

function isFresh(monitors: Verdict["monitors"], now: number): boolean {
  return monitors.every(
    ({ knownAt, periodSeconds }) => now - knownAt <= freshSeconds && !isOld(now - knownAt, periodSeconds),
  );
}

/** How the page looks: good only if it was read lately, and every monitor has reported lately. */
export function toneOf(verdict: Verdict): "bad" | "warn" | "good" | "neutral" {
  const { problems, gaps, monitors, clock } = verdict;
  if (isUnread(verdict)) return "neutral";
  if (problems.some(({ state }) => !isCalm(state.kind))) return "bad";
  if (gaps.length > 0) return "warn";
  return monitors.length > 0 && isFresh(monitors, clock.now) ? "good" : "neutral";
}
