import pMap from "p-map";
import { hasSucceeded } from "../../../../shared/azure-devops/run-state";
import type { ProjectJournal } from "../../../../shared/journal/schema";
import { pipelineNamesAmong } from "../../../../shared/pipeline";
import { safeLine } from "../../causes/safe-line";
import type { Context } from "../../issue/context";
import { withTimelines } from "../../logs/timelines";

/** The platform's announcements of things that will stop working, and the pipelines whose runs it warns. */
export interface PlatformWarning {
  text: string;
  pipelines: readonly string[];
}

/** The warnings that green runs have of the platform itself. Its test has an example of each, with its source. */
export const platformWordings: readonly RegExp[] = [
  /\bis dependent on a Node version \([\w.]{1,20}\) that is end-of-life\b/,
  /\bis dependent on a task runner that is end-of-life\b/,
  /\bversion .{1,40} \(\S{1,200}\) is deprecated\b/,
  /\buses Node \d{1,2} execution handler, which will be removed\b/,
  /\brelies on an unsupported version of Node\.js\b/,
  /\boperating system doesn't support Node ?\d/,
  /\bis not supported per Net\d+ requirements and will not be supported in an upcoming update\b/,
  /\bcannot reach the new CDN URL\b/,
  /\bfallback will be removed in a future release\b/,
  /\bThis behavior will be disabled in the future\b/,
  /\bimage is being deprecated\b/,
  /\bimage for the Microsoft-hosted .{1,100} pool is deprecated\b/,
  /\benvironment is deprecated and will be removed\b/,
  /\bA brownout will take place on\b/,
  /\bpipelines will use \S{1,60} soon\b/,
];

/** A warning of its own that belongs to the one before it. */
const continuation = /^(?:This task|It) will be removed\b/;

/** Those of the platform among the warnings of a run, each as short as its date allows. */
export function platformWarningsIn(messages: readonly string[]): string[] {
  const warnings = messages.flatMap((message, index) => {
    if (!platformWordings.some((wording) => wording.test(message))) return [];
    const next = messages[index + 1] ?? "";
    return [shortened(continuation.test(next) ? `${message} ${next}` : message)];
  });
  return [...new Set(warnings)];
}

const month = "(?:January|February|March|April|May|June|July|August|September|October|November|December)";
const date = new RegExp(`\\b(?:\\d{4}-\\d\\d-\\d\\d|${month},? \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?)\\b`);

/** Without the sentences from the first link on, but with a date that is in one of them. */
function shortened(message: string): string {
  const sentences = message.trim().split(/(?<=[.!?])\s+/);
  const end = sentences.findIndex((sentence) => /https?:\/\/|\baka\.ms\b/.test(sentence));
  const shown = (end > 0 ? sentences.slice(0, end) : sentences).join(" ");
  const when = date.exec(message)?.[0];
  return when === undefined || shown.includes(when) ? shown : `${shown} (${when})`;
}

/** Those of several runs: those with a date first, then those with the most pipelines. */
export function gatheredWarnings(
  runs: readonly { pipeline: string; warnings: readonly string[] }[],
): PlatformWarning[] {
  const byText = new Map<string, Set<string>>();
  for (const { pipeline, warnings } of runs)
    for (const text of warnings) byText.set(text, (byText.get(text) ?? new Set()).add(pipeline));
  const all = [...byText].map(([text, pipelines]) => ({ text, pipelines: [...pipelines].sort() }));
  const isDated = ({ text }: PlatformWarning) => (date.test(text) ? 0 : 1);
  return all.sort(
    (one, other) => isDated(one) - isDated(other) || other.pipelines.length - one.pipelines.length,
  );
}

/** The digest reads the timeline of one run of each pipeline, and of no more pipelines. */
const maxPipelines = 100;

/** Reads what the platform warns of in the latest successful run of each pipeline since a second since 1970. */
export async function readPlatformWarnings(
  journal: ProjectJournal,
  since: number,
  context: Context,
): Promise<PlatformWarning[]> {
  const { sanitize } = context.agent;
  const latest = latestGreenRuns(journal, since);
  const read = latest.slice(0, maxPipelines);
  if (latest.length > read.length)
    context.agent.print(
      `Looked for warnings of Azure Pipelines in ${read.length} of ${latest.length} pipelines.`,
    );
  const runs = await withTimelines(context, (timelineOf) =>
    pMap(
      read,
      async ({ id, pipeline }) => {
        const messages = (await timelineOf(id))?.warnings ?? [];
        return { pipeline, warnings: platformWarningsIn(messages.map((text) => safeLine(text, sanitize))) };
      },
      { concurrency: context.connections },
    ),
  );
  return gatheredWarnings(runs);
}

/** The newest first. */
function latestGreenRuns(
  journal: ProjectJournal,
  since: number,
): { id: number; pipeline: string; finishTime: number }[] {
  const ran = [...journal.pipelines.values()];
  const nameOf = pipelineNamesAmong(ran.map(({ pipeline }) => pipeline));
  return ran
    .flatMap(({ pipeline, branches }) => {
      const [latest] = branches
        .flatMap(({ runs }) => runs)
        .filter((run) => hasSucceeded(run) && run.finishTime >= since)
        .sort((one, other) => other.finishTime - one.finishTime);
      return latest === undefined
        ? []
        : [{ id: latest.id, pipeline: nameOf(pipeline), finishTime: latest.finishTime }];
    })
    .sort((one, other) => other.finishTime - one.finishTime);
}
