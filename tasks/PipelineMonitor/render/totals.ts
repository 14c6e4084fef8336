import { type Line, type Phrase, plainText } from "../../../shared/chat/message";
import { groupBy } from "../../../shared/group-by";
import { pluralize } from "../../../shared/text/pluralize";
import type { Sanitize } from "../../../shared/text/sanitize";
import { isIssue } from "../issue/finding";
import { importanceOf } from "../issue/issue";
import { momentAt, words } from "../issue/parts";
import { placeOf } from "../issue/place";
import { isKeptQuiet, problemsOf } from "../issue/problems";
import type { Coverage, Lasting, MessageReport, ToldProject, UnsentReport } from "../issue/report";
import { alreadyTold, type SilenceReason } from "../issue/silenced";
import { endOf } from "../issue/window";
import { withDays } from "./as-read";
import { allFinishedWell, allWell, nothingNew } from "./lines";
import { capitalized, filled } from "./phrases";

/** Whether a report is on one project only, whose name then goes without saying. */
export function isOnOne({ projects, unread }: Coverage): boolean {
  return projects.length + unread.length === 1;
}

/** Problems that are not repeated, and checks that were skipped. */
export function contextOf({ projects, skipped }: MessageReport): Phrase[] {
  const missing = skipped.length === 0 ? "" : `could not check ${skipped.join(", ")}; see the step's log`;
  return filled<Phrase[number]>([knownPhrase(projects), missing === "" ? [] : [words(missing)]]);
}

export function contextLines(report: MessageReport): Line[] {
  const looks = { severity: "note", rank: 0 } as const;
  return contextOf(report).map((phrase) => ({ parts: [...capitalized(phrase), words(".")], ...looks }));
}

/** "3 known problems not repeated; next reminder 06:00 UTC" */
function knownPhrase(projects: readonly ToldProject[]): Phrase {
  const times = projects.flatMap(({ notRepeated }) => [...notRepeated.values()]);
  const [latest] = [...projects].sort(
    (one, other) => other.window.nowMilliseconds - one.window.nowMilliseconds,
  );
  if (times.length === 0 || latest === undefined) return [];
  const { remindSeconds = 0 } = latest.config.alerts;
  const reminder = momentAt(Math.min(...times) + remindSeconds, latest.config.zone);
  return withDays([words(`${notRepeated(times.length)}; next reminder `), reminder], latest);
}

function notRepeated(count: number): string {
  return `${pluralize(count, "known problem")} not repeated`;
}

/**
 * Printed if there is no message (rule 7): all is well, as far as was checked, with the number of problems that the
 * message leaves out, each in one of its sentences.
 */
export function quietText(projects: readonly ToldProject[], isComplete: boolean, sanitize: Sanitize): string {
  const isWhole = isComplete && projects.every((project) => project.isWhole);
  const hasSilenced = projects.some(({ issues }) => issues.some((issue) => issue.silenced !== undefined));
  const reminder = knownPhrase(projects);
  const reasons = projects.flatMap(reasonsOf);
  // Without reminders, no message mentions what lasts.
  const count = reminder.length > 0 ? 0 : reasons.filter(({ tally }) => tally === undefined).length;
  if (!hasSilenced && reminder.length === 0 && reasons.length === 0)
    return isWhole ? allWell : allFinishedWell;
  return [
    nothingNew,
    ...(isWhole ? [] : ["Some checks were skipped."]),
    ...(reminder.length === 0 ? [] : [`${plainText(reminder, sanitize)}.`]),
    ...(count === 0 ? [] : [`${notRepeated(count)}.`]),
    ...silencedTexts(reasons),
  ].join(" ");
}

/** Why no message has a problem: one for each that lasts, and for each that was found and is silenced. */
function reasonsOf({ issues, lasting, window }: ToldProject): SilenceReason[] {
  const loud = lasting.filter((problem) => !isKeptQuiet(problem));
  const byKey = new Map(loud.map(({ entry, silenced }) => [entry.key, silenced?.by ?? alreadyTold]));
  for (const issue of issues)
    if (issue.silenced?.by.tally !== undefined)
      byKey.set(placeOf(issue, endOf(window)).key, issue.silenced.by);
  return [...byKey.values()];
}

/** One sentence for each kind of silence, with the number of its problems. The most lasting comes first. */
function silencedTexts(reasons: readonly SilenceReason[]): string[] {
  const inOrder = reasons.toSorted((one, other) => (other.order ?? 0) - (one.order ?? 0));
  return [...groupBy(inOrder, ({ tally = "" }) => tally)].flatMap(([tally, { length: count }]) =>
    tally === "" ? [] : [`${pluralize(count, "problem")} ${count === 1 ? "is" : "are"} ${tally}.`],
  );
}

/** The problems of all projects, and `general` ones of none. */
export function countProblems(projects: readonly ToldProject[], general: readonly Lasting[] = []): number {
  const loud = general.filter((problem) => !isKeptQuiet(problem));
  return projects.reduce((sum, project) => sum + problemsOf(project).count, loud.length);
}

export type Totals = ReturnType<typeof totalsOf>;

/** `name` prepares the name of a project. */
export function totalsOf(
  { projects, lasting, unread, isListed, skipped }: UnsentReport,
  name: (text: string) => string,
) {
  const counted = projects.flatMap((project) => {
    const { lasting, passed } = problemsOf(project);
    return [...lasting.map(({ entry }) => [entry.content]), ...passed];
  });
  return {
    runCount: projects.reduce((sum, { runCount }) => sum + runCount, 0),
    issueCount: countProblems(projects, lasting),
    /** Those among them that are a reason for the step to warn or fail. */
    alarmCount: counted.filter((all) => all.some((issue) => isIssue(issue) && importanceOf(issue) !== "info"))
      .length,
    /** The names of the projects that could not be read, and of the optional checks that could not be done. */
    skipped: [
      ...unread.map(({ projectName }) => `the project ${name(projectName)}`),
      ...(isListed ? [] : ["the other projects"]),
      ...skipped,
    ],
  };
}
