import { markdownLines } from "../../../shared/chat/markdown";
import type { Line, Message } from "../../../shared/chat/message";
import type { Sanitize } from "../../../shared/text/sanitize";
import { type Recovery, recoveryText } from "../checks/history/history";
import type { Extras } from "../config/parse";
import { groupedLines } from "./grouping";
import { allFinishedWell, allWell, type Issue, messageLine, numberOf, pipelineOf, words } from "./lines";

/** A pipeline that works again, and where its run is shown. */
export type LinkedRecovery = Recovery & { runPage: URL };

/** The lines of a message, and those among them that are issues. */
export interface Digest {
  issueLines: Line[];
  lines: Line[];
}

/** The lines of a message: the issues, pipelines that work again, and what could not be had. Nothing is said of that alone. */
export function digestOf(
  { issues, recoveries }: { issues: readonly Issue[]; recoveries: readonly LinkedRecovery[] },
  lost: readonly string[],
  { groupCauses, explainFailures }: Pick<Extras, "groupCauses" | "explainFailures">,
  sanitize: Sanitize,
): Digest {
  const lineOf = (issue: Issue) => messageLine(explainFailures ? issue : { ...issue, why: undefined });
  const issueLines = groupCauses ? groupedLines(issues, lineOf, sanitize) : issues.map(lineOf);
  const told = [...issueLines, ...recoveries.map(recoveryLine)];
  // Of the highest rank: a message that has been cut must not look like one that saw all.
  const lostLine = {
    parts: [words(`Left out: ${lost.join(", ")}; the log of the step says why.`)],
    rank: -1,
    issueCount: 0,
  };
  return { issueLines, lines: lost.length === 0 || told.length === 0 ? told : [...told, lostLine] };
}

/** What is printed when there is no message (rule 7): that all is well, as far as it was seen. */
export function quietLine({ isWhole }: { isWhole: boolean }): string {
  return isWhole ? allWell : allFinishedWell;
}

/** The lines of a message as they are printed (rule 7), or the one in its place. */
export function printedLines(message: Message, quiet: string, sanitize: Sanitize): string[] {
  return message.lines.length === 0 ? [quiet] : markdownLines(message, sanitize);
}

function recoveryLine({ runPage, ...recovery }: LinkedRecovery): Line {
  const { run } = recovery;
  const parts = [
    pipelineOf(run),
    words(" "),
    ...numberOf(run, runPage),
    words(` ${recoveryText(recovery)}.`),
  ];
  return { parts, rank: 5, issueCount: 0, recoveryCount: 1 };
}
