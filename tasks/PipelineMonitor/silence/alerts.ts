import { importances } from "../config/alert-schema";
import type { Context } from "../issue/context";
import { type Issue, importanceOf } from "../issue/issue";
import type { ProjectReport } from "../issue/report";
import { knownProblems } from "./known-problems";
import { maintenance, mutes, withOwners } from "./marks";

// What is needed if the configuration says how people learn of issues. It is a file of its own: without those keys, no
// monitor loads it.

export { catchUp } from "./catch-up";
export { memoriesOf, memoryName, memoryType, readMemories, renderMemories } from "./memory-file";
export { findMutes } from "./mutes";

/** Marks what the message leaves out, and puts the issues in the order in which people read them. */
export function silence(report: ProjectReport, { isMention }: Pick<Context, "isMention">): ProjectReport {
  const marked = [mutes, maintenance, knownProblems].reduce(
    (grown, stage) => stage(grown),
    withOwners(report, isMention),
  );
  return { ...marked, issues: [...marked.issues].sort((one, other) => placeOf(one) - placeOf(other)) };
}

/** The most important issues come first. What the message leaves out comes last, by the reason. */
function placeOf(issue: Issue): number {
  const place = ["mute", "maintenance", "known"].indexOf(issue.silenced?.by ?? "");
  return place === -1 ? importances.indexOf(importanceOf(issue)) : importances.length + place;
}
