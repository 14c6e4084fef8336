import type { Part, Text } from "../../../shared/chat/message";
import { pluralize } from "../../../shared/text/pluralize";
import type { Issue, Note } from "../issue/issue";
import { words } from "../issue/parts";

/** More kinds of issues than this are counted together. */
const maxTallies = 3;

/**
 * Returns the title of a message, the most severe first: "Night Shift: too few runs, 2 failed, 1 canceled and
 * 3 more".
 */
export function renderTitle(of: Text, issues: readonly Issue[], notes: readonly Note[]): Text[] {
  const counts = new Map<string, number>();
  for (const { tally } of [...issues].sort((one, other) => one.rank - other.rank))
    counts.set(tally, (counts.get(tally) ?? 0) + 1);
  // What is wrong with the project is not counted: "too few runs".
  const uncounted = new Set(issues.flatMap(({ about, tally }) => (about === "project" ? [tally] : [])));
  const tallies = [...counts].map(([tally, count]) => (uncounted.has(tally) ? tally : `${count} ${tally}`));
  const others = [...counts.values()].slice(maxTallies).reduce((sum, count) => sum + count, 0);
  const shown = tallies.slice(0, maxTallies).join(", ") + (others === 0 ? "" : ` and ${others} more`);
  const recovered = notes.reduce((sum, { recoveryCount = 0 }) => sum + recoveryCount, 0);
  const recoveries = recovered === 0 ? [] : [`${recovered} ${recovered === 1 ? "works" : "work"} again`];
  const texts = [...(shown === "" ? [] : [shown]), ...recoveries, ...renderTallies(notes)];
  return [of, words(`: ${texts.join(", ")}`)];
}

/** Returns how many notes of a kind there are: "2 mutes ended". */
function renderTallies(notes: readonly Note[]): string[] {
  const kinds = new Map(notes.flatMap(({ tally }) => (tally === undefined ? [] : [[tally.what, tally]])));
  return [...kinds].map(([what, { thing }]) => {
    const count = notes.filter(({ tally }) => tally?.what === what).length;
    return `${pluralize(count, thing)} ${what}`;
  });
}

/** What a report covers; times are in milliseconds since 1970. */
export interface Coverage {
  /** How many projects it is about. */
  projectCount: number;
  runCount: number;
  since: number;
  until: number;
  /** The page of the monitor's own run; undefined outside a pipeline. */
  ownRun: URL | undefined;
}

/** Returns the footer: "Checked 212 runs that finished from … to …. Monitor run". */
export function renderFooter({ projectCount, runCount, since, until, ownRun }: Coverage): Part[] {
  const ofProjects = projectCount === 1 ? "" : ` of ${projectCount} projects`;
  return [
    words(`Checked ${pluralize(runCount, "run")}${ofProjects} that finished from `),
    { time: since, isDated: true },
    words(" to "),
    { time: until },
    words("."),
    ...(ownRun === undefined ? [] : [words(" "), { label: words("Monitor run"), url: ownRun }]),
  ];
}
