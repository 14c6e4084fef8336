import { allOthers, projectFingerprint, seenTag, unreadTag, wholeTag } from "../issue/memory";
import type { Report } from "../issue/report";

/**
 * Returns the tags of a run whose report was delivered. They say that, what the next report must know of it, and
 * whether stuck and missing runs were found too.
 */
export function tagsOf({ config, projects, unread, isListed }: Report, tag: string): string[] {
  const digests = new Set(projects.flatMap(({ seenDigest }) => seenDigest ?? []));
  const findsOnce = config.keys.check_unfinished === true || config.schedules.length > 0;
  // A later report has to look again at a stuck run that is muted or in a maintenance window.
  const hidesStuckRuns = projects.some(({ issues }) =>
    issues.some(
      ({ verdict, silenced }) => verdict === "stuck" && silenced !== undefined && silenced.by !== "known",
    ),
  );
  const isWhole = findsOnce && !hidesStuckRuns && projects.every((project) => project.isWhole);
  return [
    tag,
    ...[...digests].map((digest) => seenTag(tag, digest)),
    ...unread.map((project) => unreadTag(tag, projectFingerprint(project))),
    ...(isListed ? [] : [unreadTag(tag, allOthers)]),
    ...(isWhole ? [wholeTag(tag)] : []),
  ];
}
