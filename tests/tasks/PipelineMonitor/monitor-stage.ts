import assert from "node:assert/strict";
import { createInputReader } from "../../../shared/agent/inputs";
import type { BuildService } from "../../../shared/azure-devops/client";
import { markdownLines } from "../../../shared/chat/markdown";
import type { Message } from "../../../shared/chat/message";
import type { Config } from "../../../tasks/PipelineMonitor/config/parse";
import type { ScheduledPipeline } from "../../../tasks/PipelineMonitor/config/schedules";
import { type Feature, feature, type Hooks, partsOfLedger } from "../../../tasks/PipelineMonitor/feature";
import { features as allFeatures } from "../../../tasks/PipelineMonitor/features";
import { runHour, type Watch } from "../../../tasks/PipelineMonitor/hour";
import type { Context, OwnPipeline } from "../../../tasks/PipelineMonitor/issue/context";
import { ownTarget } from "../../../tasks/PipelineMonitor/issue/ledger";
import { openMemory } from "../../../tasks/PipelineMonitor/memory";
import { readFeatures } from "../../../tasks/PipelineMonitor/open-features";
import type { OtherProjects } from "../../../tasks/PipelineMonitor/projects";
import { totalsOf } from "../../../tasks/PipelineMonitor/render/totals";
import type { Channel } from "../../../tasks/PipelineMonitor/targets/channel";
import type { Target } from "../../../tasks/PipelineMonitor/targets/target";
import { type MemoryAgent, memoryAgent } from "../../memory-agent";
import { memoryBuildService } from "../../memory-build-service";
import { type RunSketch, sketchRun } from "../../sandbox/runs";
import { sanitize } from "../../sanitize";
import { testClock } from "../../test-clock";
import { parseConfig } from "./parse-config";
import { memoryContext, origin } from "./report-stage";
import { channelOf } from "./target-stage";
import { usualConfig } from "./usual-config";

export const now = Date.UTC(2026, 10, 20, 3, 19, 0);

/**
 * A monitor's own pipeline in memory. Returns what its run of an hour is given, counted from `now`; each run knows what earlier
 * ones attached.
 */
export function memoryPipeline(
  faultOf: (runId: number, type: string) => Error | undefined = () => undefined,
) {
  const attached = new Map<number, Map<string, string>>();
  const tagged = new Set<number>();
  return (hour: number) => {
    const id = 900 + Math.round(hour * 100);
    const agent = memoryAgent();
    const own = (runId: number, type: string) => {
      const text = attached.get(runId)?.get(type);
      return text === undefined ? [] : [JSON.parse(text)];
    };
    const ownPipeline: OwnPipeline = {
      service: {
        taggedRuns: async () =>
          [...attached]
            .filter(([runId]) => tagged.has(runId))
            .map(([runId]) => ({ id: runId, startTime: 0, branch: undefined }))
            .reverse(),
        async attachments(runId, type) {
          const fault = faultOf(runId, type);
          if (fault !== undefined) throw fault;
          return own(runId, type);
        },
        pipelineSource: async () => undefined,
        repositoryFile: async () => undefined,
      },
      ...{ definitionId: "9", runId: String(id), branch: "", collection: "c", tag: "t" },
    };
    const attachReport = (type: string, _: string, text: string) => {
      attached.set(id, new Map([...(attached.get(id) ?? []), [type, text]]));
    };
    const tagRun = (tag: string) => {
      agent.tagRun(tag);
      tagged.add(id);
    };
    const clock = testClock({ startsAt: now + hour * 3600_000 });
    return { ownPipeline, agent: { ...agent, attachReport, tagRun }, clock };
  };
}

/** A feature without keys that is always on. */
export const hooking = (name: string, hooks: () => Hooks, hasTargets = false): Feature =>
  feature({ name, keys: {}, entryKeys: {}, memory: {}, hasTargets, read: () => ({ open: hooks }) });

/** A feature that only opens targets. */
export const targeting = (targets: () => readonly Target[]): Feature =>
  hooking("made targets", () => ({ targets }), true);

/** By default, all is well. */
export interface WatchChanges
  extends Partial<Omit<Watch, "config" | "others" | "features" | "memory">>,
    Partial<Pick<Parameters<typeof openMemory>[1], "ownPipeline" | "webhookId" | "isStartedByPerson">>,
    Partial<Pick<Channel, "form" | "post">>,
    Partial<Pick<Context, "clock" | "cancelled" | "connections">> {
  agent?: MemoryAgent;
  /** More targets, made by hand. */
  others?: readonly Target[];
  /** The other projects; only the own one by default. */
  projects?: OtherProjects;
  /** All features by default. */
  features?: readonly Feature[];
  /** Keys of the configuration that replace the usual ones. */
  keys?: object;
  /** Of the project; unknown by default. */
  projectId?: string;
  /** The pipelines that must run by schedule, in place of those of the keys. */
  schedules?: readonly ScheduledPipeline[];
  /** Functions that replace those of the build service. */
  service?: (service: BuildService) => Partial<BuildService>;
}

const noOthers: OtherProjects = {
  list: async () => ({ projects: [], isCut: false }),
  open: () => assert.fail("there is no other project"),
};

/** Runs the monitor in memory; the times of the runs are counted back from the clock's. */
export async function watch(
  runs: readonly RunSketch[],
  {
    keys,
    projectId,
    schedules,
    service: replaced,
    clock: given,
    cancelled,
    connections,
    others = [],
    projects,
    agent = memoryAgent(),
    features: some = allFeatures,
    form = "specification",
    post,
    ownPipeline,
    webhookId = ownTarget,
    isStartedByPerson = false,
    configuration = {},
    ...watch
  }: WatchChanges = {},
) {
  const file = fileWith(keys, schedules);
  const config = projectId === undefined ? file.config : { ...file.config, projectId };
  const inputs = {
    ...{ reader: createInputReader(agent), agent, posts: !config.testFlag },
    ...{ webhook: undefined, locate: config.locate },
  };
  const features = [...some, targeting(() => others)];
  const clock = given ?? testClock({ startsAt: now });
  const records = runs.map((sketch) => sketchRun(clock.now(), sketch));
  const service = memoryBuildService(config.project, records);
  const posted: string[] = [];
  const context = memoryContext({
    ...{ clock, agent, service: { ...service, ...replaced?.(service) } },
    ...(cancelled === undefined ? {} : { cancelled }),
    ...(connections === undefined ? {} : { connections }),
  });
  const collect = async (message: Message) => {
    posted.push(markdownLines(message, sanitize).join("\n"));
  };
  const report = await runHour(
    {
      config,
      ...{ others: projects ?? noOthers, ownRun: undefined, origin, onIssues: "succeed", configuration },
      features: readFeatures(features, { ...file, config }, inputs),
      store: openMemory(config, {
        ownPipeline,
        forms: partsOfLedger(features),
        webhookId,
        isStartedByPerson,
        configuration,
      }),
      channel: channelOf(post ?? collect, form),
      ...watch,
    },
    context,
  );
  const totals = { ...totalsOf(report, sanitize), delivered: report.delivered };
  const { logsRead, timelinesRead } = service;
  return { report: totals, whole: report, agent, posted, logsRead, timelinesRead, base: config.project.href };
}

const place = { organization: "contoso", project: "Night Shift", url_base: "https://dev.azure.com/" };

function fileWith(keys: object = {}, schedules?: readonly ScheduledPipeline[]) {
  const { config, value } = parseConfig({ ...place, ...usualConfig, ...keys });
  assert.ok(config);
  return { config: schedules === undefined ? config : { ...config, schedules }, value };
}

export function configWith(keys: object = {}, schedules?: readonly ScheduledPipeline[]): Config {
  return fileWith(keys, schedules).config;
}

/** An hour of a monitor: when it runs, in hours, the runs that the service has by then, and what is special about it. */
export interface Hour {
  at: number;
  runs?: RunSketch[];
  keys?: object;
  service?: (service: BuildService) => Partial<BuildService>;
}

/** The keys of a monitor that reports each problem once. */
export const changes = { notify: "changes", run_ct_min: -1 };

/** One text for each hour. The times of its runs are in hours, too. */
export async function playHours(keys: object, hours: readonly Hour[]): Promise<string[]> {
  const pipeline = memoryPipeline();
  const texts: string[] = [];
  for (const hour of hours) {
    const { posted } = await watch(hour.runs ?? [], {
      ...pipeline(hour.at),
      keys: { ...changes, ...keys, ...hour.keys },
      ...(hour.service === undefined ? {} : { service: hour.service }),
    });
    texts.push(posted.join("\n"));
  }
  return texts;
}

/** What was posted in each hour; `nothing` is said by no text. */
export function assertTexts(texts: readonly string[], expected: readonly RegExp[]): void {
  assert.equal(texts.length, expected.length);
  for (const [index, text] of texts.entries()) assert.match(text, expected[index] ?? assert.fail());
}
export const nothing = /^$/;

/** A run that ended at a minute after `now`. */
export interface Ended extends RunSketch {
  at: number;
  pipeline: string;
}
export const failed = (at: number, pipeline = "invoices"): Ended => ({ at, pipeline, result: "failed" });
export const worked = (at: number, pipeline = "invoices"): Ended => ({ at, pipeline, result: "succeeded" });

/** Those of some runs that the service has at a minute, the latest first. */
export function endedBy(minute: number, runs: readonly Ended[]): RunSketch[] {
  const sketches = runs.map(({ at, ...run }, index) => ({
    ...{ id: index + 1, definitionId: runs.findIndex(({ pipeline }) => pipeline === run.pipeline) },
    ...{ finishedSecondsAgo: (minute - at) * 60, ...run },
  }));
  return sketches
    .filter(({ finishedSecondsAgo }) => finishedSecondsAgo > 0)
    .sort((one, other) => one.finishedSecondsAgo - other.finishedSecondsAgo);
}

/** A run that finished at a time, as the service has it at another. */
export const ended = (at: number, finished: number, sketch: RunSketch = {}): RunSketch => ({
  id: 1,
  finishedSecondsAgo: (at - finished) * 3600,
  ...sketch,
});
