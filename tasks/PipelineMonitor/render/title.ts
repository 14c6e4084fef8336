import type { Part, Phrase, Text } from "../../../shared/chat/message";
import { pluralize } from "../../../shared/text/pluralize";
import { renderZone, utcZone } from "../../../shared/text/zone";
import { isOfIssues, issuesIn, type Note } from "../issue/issue";
import { words } from "../issue/parts";
import type { ProjectReport } from "../issue/report";
import { type Block, capitalized } from "./blocks";

/** How many blocks a title names. */
const maxNamed = 2;

/**
 * For a lock screen: the problem if there is only one, "db_backup failed: no space left on device"; or the total
 * and the worst two, "Night Shift: 10 problems: invoices failing since 19:59 UTC, agent build-07 lost, and more".
 * Without problems, the recoveries and the other notes.
 */
export function renderTitle(
  of: Text,
  blocks: readonly Block[],
  notes: readonly Note[],
  problemCount: number,
): Phrase {
  const [worst] = blocks;
  if (worst === undefined) return [of];
  const problems = blocks.filter(isOfIssues);
  // Beside problems, a lock screen has no room for what only informs.
  const others = tallies(notes.filter(({ severity }) => problems.length === 0 || severity !== "note"));
  if (problems.length === 1 && others.length === 0) return capitalized(problems[0]?.title ?? []);
  if (blocks.length === 1) return capitalized(worst.title);
  const recoveries = blocks.filter(({ severity }) => severity === "recovery");
  const recovered = recoveries.length;
  const [what, named] =
    problems.length > 0
      ? [[pluralize(problemCount, "problem")], problems]
      : [recovered === 0 ? [] : [`${recovered} ${recovered === 1 ? "works" : "work"} again`], recoveries];
  const worstNamed = named.slice(0, maxNamed);
  const shown = worstNamed.flatMap(({ shortTitle }, index) => [
    words(index === 0 ? ": " : ", "),
    ...shortTitle,
  ]);
  const namedCount = worstNamed.flatMap(issuesIn).length;
  const isWhole = named.length <= maxNamed && (problems.length === 0 || problemCount <= namedCount);
  const more = isWhole ? [] : [words(", and more")];
  return [of, words(`: ${[...others, ...what].join(", ")}`), ...shown, ...more];
}

/** Such as "2 mutes ended". */
export function tallies(notes: readonly Note[]): string[] {
  const kinds = new Map(notes.flatMap(({ tally }) => (tally === undefined ? [] : [[tally.what, tally]])));
  return [...kinds].map(([what, { thing }]) => {
    const count = notes.filter(({ tally }) => tally?.what === what).length;
    return `${pluralize(count, thing)} ${what}`;
  });
}

/** The last line: "13 runs checked, 23:11–00:19 UTC · 3 known problems not repeated · Timeline". */
export function renderFooter(
  projects: readonly Pick<ProjectReport, "config" | "runCount" | "window">[],
  context: readonly Phrase[],
  ownRun: URL | undefined,
): Part[] {
  const runCount = projects.reduce((sum, project) => sum + project.runCount, 0);
  const ofProjects = projects.length === 1 ? "" : ` of ${projects.length} projects`;
  const zone = projects[0]?.config.zone ?? utcZone;
  const period = {
    zone,
    time: Math.min(...projects.map(({ window }) => window.listedSince.getTime())),
    until: Math.max(...projects.map(({ window }) => window.now)),
  };
  return [
    words(`${pluralize(runCount, "run")}${ofProjects} checked, `),
    period,
    words(renderZone(zone)),
    ...context.flatMap((one) => [words(" · "), ...one]),
    ...(ownRun === undefined ? [] : [words(" · "), { label: words("Timeline"), url: ownRun }]),
  ];
}
