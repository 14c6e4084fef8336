import * as v from "valibot";
import { runsIn } from "../../../../shared/azure-devops/records";
import { pipelineKey } from "../../../../shared/journal/schema";
import { pluralize } from "../../../../shared/text/pluralize";
import { fingerprint } from "../../config/fingerprint";
import type { Config } from "../../config/parse";
import { optional } from "../../config/values";
import { isOfOwnPipeline, isOwnProject } from "../../connect/own-pipeline";
import { feature } from "../../feature";
import { type Context, type OwnPipeline, withinBudget } from "../../issue/context";
import type { Entry } from "../../issue/entry";
import { type Finding, isIssue, subjectIn } from "../../issue/finding";
import { runOf } from "../../issue/issue";
import { projectFingerprint } from "../../issue/ledger";
import type { Note } from "../../issue/note";
import { words } from "../../issue/parts";
import { type FoundProject, isChecked, listedRecords } from "../../issue/report";
import type { Silenced, SilenceReason } from "../../issue/silenced";
import type { OptionalStage } from "../../issue/stage";
import { isSinceLast } from "../../issue/window";
import { filled } from "../../render/phrases";
import { readStart, type Start, startPhrase } from "./start";

/** Says in the first message that the monitor works, and whether its schedules will start it. */
export const greeting = feature({
  name: "the greeting",
  keys: {
    greeting: optional(v.boolean("true or false"), "Post the first report even if all is well.", {
      default: false,
      example: true,
    }),
  },
  preset: { greeting: true },
  entryKeys: {},
  memory: {
    /** Whether no message has been delivered yet. */
    greets: v.optional(v.boolean()),
  },
  read: ({ keys }) =>
    keys.greeting === true
      ? {
          needsMemory: true,
          open({ own, remembered, memory: { greets = false }, keep }) {
            // Outside a pipeline, no report is known to be the first.
            if (own === undefined || !(remembered === "none" || (remembered === "read" && greets))) return {};
            keep({ greets: true });
            const seen: Surroundings = {
              counts: new Map(),
              ownRuns: new Set(),
              ownProjects: new Set(),
              start: undefined,
            };
            const quiet = (finding: Finding) =>
              isIssue(finding) && seen.ownRuns.has(runOf(finding)?.id ?? 0) ? firstTry : undefined;
            const isOwnEntry = ({ project, content }: Entry) =>
              seen.ownProjects.has(project) && String(subjectIn(content).pipeline?.id) === own.definitionId;
            return {
              finds: [lookAround(own, seen)],
              silence: { quiet, hold: (entry) => (isOwnEntry(entry) ? firstTry : undefined) },
              notesOnAll(projects) {
                const isWell = projects.every(
                  ({ issues, isWhole, entries }) =>
                    isWhole &&
                    issues.every(quiet) &&
                    entries.every((entry) => entry.end !== undefined || isOwnEntry(entry)),
                );
                return { notes: greetingOf(projects, seen, isWell), asides: [] };
              },
              after: {
                name: "the greeting",
                async run({ report: { delivered } }) {
                  if (delivered !== "failed") keep({ greets: false });
                  return "done";
                },
              },
            };
          },
        }
      : undefined,
});

/** Known about the monitor when it greets. */
interface Surroundings {
  /** How many pipelines it checks; those that could not be listed have none. */
  counts: Map<Config, number>;
  /** The ids of its own runs. */
  ownRuns: Set<number>;
  /** The fingerprints of the project that has its pipeline. */
  ownProjects: Set<string>;
  start: Start | "scheduled" | undefined;
}

/** A greeting says what is known: a service that does not tell is no problem. */
function lookAround(own: OwnPipeline, seen: Surroundings): OptionalStage {
  const look = async (report: FoundProject, { service, agent }: Context, signal: AbortSignal) => {
    const { config, records } = report;
    const unknown = (): undefined => signal.throwIfAborted() ?? undefined;
    if (isOwnProject(config, agent)) seen.ownProjects.add(projectFingerprint(config));
    for (const run of runsIn(records)) if (isOfOwnPipeline(run, config, agent)) seen.ownRuns.add(run.id);
    const all = await service.enabledPipelines(signal).catch(unknown);
    if (all !== undefined)
      seen.counts.set(config, all.filter((pipeline) => isChecked(config, { pipeline })).length);
    if (config.isOwn) seen.start = await readStart(own, agent, signal).catch(unknown);
    return report;
  };
  return {
    name: "what is watched",
    run: (report, context) => withinBudget(context, (signal) => look(report, context, signal)),
  };
}

const ofOwnRuns: SilenceReason = {
  state: "notChecked",
  tally: "of the monitor's own first runs",
  heading: { one: "own first run", many: "own first runs" },
  forbidsActing: true,
  order: 3,
  ignores: true,
};
const firstTry: Silenced = { by: ofOwnRuns, why: [words("The monitor itself ran before it could post.")] };

function greetingOf(
  projects: readonly FoundProject[],
  { counts, start }: Surroundings,
  isWell: boolean,
): Note[] {
  const [own, ...others] = projects;
  if (own === undefined) return [];
  // Where one could not be listed, the sum is unknown.
  const count = projects.reduce((sum, { config }) => sum + (counts.get(config) ?? Number.NaN), 0);
  const pipelines = Number.isNaN(count) ? "" : `${pluralize(count, "pipeline")} in `;
  const more = others.length === 0 ? "" : ` and ${pluralize(others.length, "more project")}`;
  const watched = [
    words(`Watching ${pipelines}`),
    { name: own.config.projectName },
    words(`${more}${ranIn(projects)}`),
  ];
  const doubt = start === undefined || start === "scheduled" ? [] : startPhrase(start);
  const said = [
    ...(start === "scheduled" ? ["Started by its schedule"] : []),
    ...(isWell && doubt.length === 0 ? ["All is well so far"] : []),
  ];
  const [says = watched, ...beneath] = filled([doubt, watched]);
  return [
    {
      key: fingerprint(["greeting"]),
      says,
      beneath: [...beneath, ...said.map((text) => [words(text)])],
      severity: doubt.length === 0 ? "note" : "warning",
      rank: 6,
    },
  ];
}

/** " (30 ran in the last day)"; empty if this is not the first report. */
function ranIn(projects: readonly FoundProject[]): string {
  const [first] = projects;
  if (first === undefined || first.window.from !== undefined) return "";
  const ran = projects.flatMap((report) => {
    const runs = runsIn(listedRecords(report)).filter((run) => isChecked(report.config, run));
    return [...new Set(runs.map(pipelineKey))];
  });
  const period = isSinceLast(first.window) ? "day" : "hour";
  return ` (${ran.length === 0 ? "none" : ran.length} ran in the last ${period})`;
}
