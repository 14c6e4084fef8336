import * as v from "valibot";
import { hasSucceeded } from "../../../../shared/azure-devops/run-state";
import { pipelineIdOf } from "../../../../shared/pipeline";
import { daySeconds } from "../../../../shared/text/time";
import { alertKey } from "../../alerts/alert";
import { toldOf } from "../../alerts/send-each";
import { keysOfWell } from "../../alerts/well";
import { isHidden } from "../../config/filter";
import { fingerprint } from "../../config/fingerprint";
import type { HourBefore } from "../../feature";
import type { Entry } from "../../issue/entry";
import type { AboutPipeline } from "../../issue/issue";
import { projectFingerprint } from "../../issue/ledger";
import { isChecked, type ProjectReport } from "../../issue/report";
import type { Decision } from "../../ledger/decide";
import { isOfRuns } from "../../ledger/states";

export const ticketSchema = v.object({
  /** The id of the work item. */
  id: v.number(),
  /** The fingerprint of what shows that its problem is over, if nobody remembers that; absent if only its key does. */
  evidence: v.optional(v.string()),
});

export type Ticket = v.InferOutput<typeof ticketSchema>;

/** The open tickets, by the keys of their problems. */
export type Tickets = ReadonlyMap<string, Ticket>;

/**
 * Problems that last: a ticket is opened for them, or tells what has changed, first for those without one. And problems that are
 * over, or are not followed any more.
 */
export function planned(decisions: readonly Decision[], tickets: Tickets) {
  const hasTicket = ({ entry }: Decision) => tickets.has(alertKey(entry));
  const telling = toldOf(decisions, hasTicket);
  return {
    telling: [...telling.filter((one) => !hasTicket(one)), ...telling.filter(hasTicket)],
    // A step that was lost may have opened one.
    ending: decisions.filter((one) => one.act === "tellEnd" || (one.act === "forget" && hasTicket(one))),
  };
}

/** The keys of tickets whose problems nobody remembers, and are over: a problem that is not known is no evidence of that. */
export function leftOver(
  decisions: readonly Decision[],
  tickets: Tickets,
  readEvidence: () => ReadonlySet<string>,
): string[] {
  const decided = new Set(decisions.map(({ entry }) => alertKey(entry)));
  const others = [...tickets].filter(([key]) => !decided.has(key));
  if (others.length === 0) return [];
  const shown = readEvidence();
  return others.flatMap(([key, { evidence = key }]) => (shown.has(key) || shown.has(evidence) ? [key] : []));
}

/**
 * Which open work items are to be taken for tickets of this monitor: all, without a memory, or its own. Steps that were lost may have opened a ticket that nobody remembers, and leave no trace if their agent was lost, too; so the
 * monitor looks once a day. `listedAt` is when it did last, in seconds since 1970; 0 for never.
 */
export function adoptionNow(
  listedAt: number,
  { isBlind, unfinished }: Pick<HourBefore, "isBlind" | "unfinished">,
  now: number,
): "all" | "own" | "none" {
  if (isBlind || listedAt === 0) return "all";
  return unfinished.length > 0 || Math.abs(now - listedAt) >= daySeconds ? "own" : "none";
}

/** Since when a problem lasts, as far as anybody knows, in seconds since 1970. */
export function sinceOf({ content, since }: Entry): number {
  const news = "about" in content ? content.news : undefined;
  return news?.kind === "streak" ? Math.min(since, news.since.time / 1000) : since;
}

// What shows that a problem of which nobody remembers more than its ticket is over. That a report has not found it does so
// only for what the same monitor finds in each.

/** The fingerprint of what shows it, besides the key of the problem; undefined if nothing else does. */
export function evidenceFor({ family, content, project }: Entry, monitor: string): string | undefined {
  if (isOfRuns(family) || !("about" in content)) return undefined;
  const { about, at } = content;
  // A deadline is found when it passes, and later from memory.
  if (about !== "project" && "pipeline" in about && at !== undefined) return successOf(project, about);
  return silenceOf(project, monitor);
}

/** All that these reports show to be over, by keys and such fingerprints. */
export function evidenceIn(projects: readonly ProjectReport[], monitor: string): Set<string> {
  const { ofRuns, ofPipelines } = keysOfWell(projects, () => true);
  return new Set([
    ...ofRuns,
    ...ofPipelines,
    ...projects.flatMap((report) => {
      const project = projectFingerprint(report.config);
      const silence = report.unsure.length === 0 ? [silenceOf(project, monitor)] : [];
      return [...silence, ...successesIn(report, project)];
    }),
  ]);
}

/** A report on a project could check everything, and did not find it. */
function silenceOf(project: string, monitor: string): string {
  return fingerprint(["silence", project, monitor]);
}

/** A run of the pipeline succeeded. What only the configuration names is known by its name. */
function successOf(project: string, { pipeline }: AboutPipeline): string {
  return fingerprint(["success", project, pipelineIdOf(pipeline)]);
}

function successesIn({ config, records }: ProjectReport, project: string): string[] {
  return records.flatMap((record) => {
    if (!("run" in record) || !hasSucceeded(record.run)) return [];
    if (!isChecked(config, record.run) || isHidden(config.pipelines, record)) return [];
    const { pipeline } = record.run;
    const { name, folder } = pipeline;
    return [{ name }, { name, folder }, pipeline].map((one) => successOf(project, { pipeline: one }));
  });
}
