import { groupBy } from "../../../shared/group-by";
import { pluralize } from "../../../shared/text/pluralize";
import { importanceOf } from "../issue/issue";
import { placeOf } from "../issue/ledger";
import { isKeptQuiet, problemsOf } from "../issue/problems";
import type { Silenced } from "../issue/reason";
import type { ProjectReport, Report } from "../issue/report";
import { endOf } from "../issue/window";

export function shown<T extends { silenced?: Silenced | undefined }>(some: readonly T[]): T[] {
  return some.filter(({ silenced }) => silenced === undefined);
}

/** One sentence for each kind of silence, with the number of problems that are not in the message. */
export function silencedTexts(projects: readonly ProjectReport[]): string[] {
  const reasons = projects.flatMap(({ issues, window }) => {
    const byKey = new Map(issues.map((issue) => [placeOf(issue, endOf(window)).key, issue.silenced]));
    return [...byKey.values()].flatMap((silenced) => silenced?.by ?? []);
  });
  reasons.sort((one, other) => (other.place ?? 0) - (one.place ?? 0));
  return [...groupBy(reasons, ({ tally = "" }) => tally)].flatMap(([tally, { length: count }]) =>
    tally === "" ? [] : [`${pluralize(count, "problem")} ${count === 1 ? "is" : "are"} ${tally}.`],
  );
}

/** Of all projects, and of none. */
export function countProblems({ projects, lasting }: Pick<Report, "projects" | "lasting">): number {
  return projects.reduce(
    (sum, project) => sum + problemsOf(project).count,
    lasting.filter((one) => !isKeptQuiet(one)).length,
  );
}

/** `name` prepares the name of a project. */
export function totalsOf(
  {
    projects,
    lasting,
    unread,
    isListed,
    skipped,
  }: Pick<Report, "projects" | "lasting" | "unread" | "isListed" | "skipped">,
  name: (text: string) => string,
) {
  const counted = projects.flatMap((project) => {
    const { lasting, passed } = problemsOf(project);
    return [...lasting.map(({ entry }) => [entry.content]), ...passed];
  });
  return {
    runCount: projects.reduce((sum, { runCount }) => sum + runCount, 0),
    issueCount: countProblems({ projects, lasting }),
    /** Those among them that are a reason for the step to warn or fail. */
    alarmCount: counted.filter((some) => some.some((one) => "about" in one && importanceOf(one) !== "info"))
      .length,
    /** The names of the projects that could not be read, and of the optional checks that could not be done. */
    skipped: [
      ...unread.map(({ projectName }) => `the project ${name(projectName)}`),
      ...(isListed ? [] : ["the other projects"]),
      ...skipped,
    ],
  };
}
