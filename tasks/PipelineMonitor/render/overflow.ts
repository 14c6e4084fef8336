import type { Line, Part } from "../../../shared/chat/message";
import { groupBy } from "../../../shared/group-by";
import type { Project } from "../../../shared/project";
import { type NameOf, namesAmong, placeKeyOf } from "../../../shared/subject";
import { pluralize } from "../../../shared/text/pluralize";
import { type Sanitize, shortenName } from "../../../shared/text/sanitize";
import { type Finding, isNote, subjectIn } from "../issue/finding";
import { strong, words } from "../issue/parts";
import { countIn } from "./grouping";
import { isOfReport, issuesIn, problemsTold, tallies } from "./report-line";

/** A longer name would take the room of others. */
const maxNameCharacters = 60;

/**
 * Stands for the lines that a message has no room for, the worst first: "63 more problems: ledger ×2, db backup, and
 * 41 more pipelines". `ownRun` is the page that has them all; undefined outside a pipeline.
 */
export function restLine(
  omitted: readonly Line[],
  ownRun: URL | undefined,
  sanitize: Sanitize,
  nameOf = namesAmong([]),
): (maxNames: number) => Line {
  const lines = omitted.filter(isOfReport);
  const notes = lines.flatMap(({ tells, project }) =>
    tells.filter(isNote).map((note) => ({ note, project })),
  );
  const others = notes.flatMap(({ note }) => (note.severity === "recovery" ? [] : [note]));
  const unnamed = others.filter(({ tally }) => tally === undefined).length;
  const problems = problemsTold(lines);
  // A problem may have many runs.
  const issues = lines.flatMap((line) => (line.severity === "recovery" ? [] : issuesIn(line)));
  const recoveries = notes.filter(({ note }) => note.severity === "recovery");
  const failing = placesOf(problems.map(({ issue, project }) => ({ content: issue, project })));
  const well = placesOf(recoveries.map(({ note, project }) => ({ content: note, project })));
  const counts = [
    [problems.length, countIn(issues), "more problem", "more problems", failing, 0],
    [recoveries.length, 0, "more recovery", "more recoveries", well, failing.length],
  ] as const;
  const [worst] = omitted;
  const uncounted = [
    ...tallies(others).map((tally) => [words(tally)]),
    ...(unnamed === 0 ? [] : [[words(pluralize(unnamed, "more note"))]]),
    ...(ownRun === undefined ? [[words("See the step's log")]] : []),
  ];
  return (maxNames) => {
    const counted = counts.flatMap(([count, runs, singular, plural, places, namedBefore]) => {
      if (count === 0) return [];
      const phrase = `${count} ${count === 1 ? singular : plural}${runs > count ? `, ${runs} runs` : ""}`;
      return [[strong(words(phrase)), ...namesOf(places, maxNames - namedBefore, nameOf, sanitize)]];
    });
    const [parts = [], ...rows] = [...counted, ...uncounted];
    return {
      parts,
      rows,
      severity: worst?.severity ?? "note",
      rank: worst?.rank ?? 0,
      links: ownRun === undefined ? [] : [{ label: words("See all"), url: ownRun }],
      ...(worst?.urgency === undefined ? {} : { urgency: worst.urgency }),
    };
  };
}

/** The pipelines that they are about, each with its count, and its project if the report is on several. */
function placesOf(all: readonly { content: Finding; project: Project | undefined }[]) {
  const named = all.flatMap(({ content, project }) => {
    const { pipeline } = subjectIn(content);
    return pipeline === undefined ? [] : [{ project, subject: { project, pipeline } }];
  });
  const places = groupBy(named, ({ subject }) => placeKeyOf(subject));
  return [...places.values()].map((some) => ({ ...some[0], count: some.length }));
}

/** ": ledger ×2, db backup, and 41 more pipelines" */
function namesOf(
  places: ReturnType<typeof placesOf>,
  maxNames: number,
  nameOf: NameOf,
  sanitize: Sanitize,
): Part[] {
  const worst = places.slice(0, Math.max(0, maxNames));
  const shown = [...groupBy(worst, ({ project }) => project?.id).values()].flat();
  const more = places.length - shown.length;
  if (shown.length === 0) return more === 0 ? [] : [words(` in ${pluralize(more, "pipeline")}`)];
  const name = (text: string) => ({ name: shortenName(sanitize(text), maxNameCharacters) });
  return [
    ...shown.flatMap(({ project, subject, count }, index) => {
      const before = shown[index - 1];
      const isOther = project !== undefined && before?.project?.id !== project.id;
      const separator = before === undefined ? ": " : isOther ? "; " : ", ";
      return [
        words(separator),
        ...(isOther ? [name(project.name), words(": ")] : []),
        name(nameOf(subject)),
        ...(count === 1 ? [] : [words(` ×${count}`)]),
      ];
    }),
    ...(more === 0 ? [] : [words(`, and ${pluralize(more, "more pipeline")}`)]),
  ];
}
