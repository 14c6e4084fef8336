import { groupBy } from "../../../shared/group-by";
import { pluralize } from "../../../shared/text/pluralize";
import { type Issue, importanceOf } from "../issue/issue";
import { known, type Silenced } from "../issue/reason";
import type { ProjectReport, Report } from "../issue/report";

export function shown<T extends { silenced?: Silenced | undefined }>(some: readonly T[]): T[] {
  return some.filter(({ silenced }) => silenced === undefined);
}

/** One sentence for each kind of silence, with the number of issues that do not count. */
export function silencedTexts(projects: readonly ProjectReport[]): string[] {
  const reasons = projects.flatMap(({ issues }) => issues.flatMap(({ silenced }) => silenced?.by ?? []));
  reasons.sort((one, other) => (other.place ?? 0) - (one.place ?? 0));
  return [...groupBy(reasons, ({ tally = "" }) => tally)].flatMap(([tally, { length: count }]) =>
    tally === "" ? [] : [`${pluralize(count, "problem")} ${count === 1 ? "is" : "are"} ${tally}.`],
  );
}

export function isSilent({ silenced }: Issue): boolean {
  return silenced !== undefined && silenced.by !== known;
}

/** `name` prepares the name of a project. */
export function totalsOf(
  { projects, unread, isListed, skipped }: Pick<Report, "projects" | "unread" | "isListed" | "skipped">,
  name: (text: string) => string,
) {
  const counted = projects.flatMap(({ issues }) => issues).filter((issue) => !isSilent(issue));
  return {
    runCount: projects.reduce((sum, { runCount }) => sum + runCount, 0),
    /** The issues that the message has, or that an earlier one had. */
    issueCount: counted.length,
    /** Those among them that are a reason for the step to warn or fail. */
    alarmCount: counted.filter((issue) => importanceOf(issue) !== "info").length,
    /** The names of the projects that could not be read, and of the optional checks that could not be done. */
    skipped: [
      ...unread.map(({ projectName }) => `the project ${name(projectName)}`),
      ...(isListed ? [] : ["the other projects"]),
      ...skipped,
    ],
  };
}
