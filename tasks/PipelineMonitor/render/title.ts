import type { Part, Text } from "../../../shared/chat/message";
import { pluralize } from "../../../shared/text/pluralize";
import { renderZone, utcZone } from "../../../shared/text/zone";
import type { Issue, Note } from "../issue/issue";
import { words } from "../issue/parts";
import type { ProjectReport } from "../issue/report";

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

/** Returns the footer: "Checked 212 runs that finished from … to …. Monitor run". */
export function renderFooter(
  projects: readonly Pick<ProjectReport, "config" | "runCount" | "window">[],
  ownRun: URL | undefined,
): Part[] {
  const ofProjects = projects.length === 1 ? "" : ` of ${projects.length} projects`;
  const zone = projects[0]?.config.zone ?? utcZone;
  const runCount = projects.reduce((sum, project) => sum + project.runCount, 0);
  return [
    words(`Checked ${pluralize(runCount, "run")}${ofProjects} that finished from `),
    { time: Math.min(...projects.map(({ window }) => window.listedSince.getTime())), zone, isDated: true },
    words(" to "),
    { time: Math.max(...projects.map(({ window }) => window.now)), zone },
    words(`${renderZone(zone)}.`),
    ...(ownRun === undefined ? [] : [words(" "), { label: words("Monitor run"), url: ownRun }]),
  ];
}
