import { Readable } from "node:stream";
import type { BuildService } from "../shared/azure-devops/client";
import { parseLogs } from "../shared/azure-devops/lists";
import { parsePipeline, parsePipelineId } from "../shared/azure-devops/pipelines";
import { parseRun } from "../shared/azure-devops/records";
import { emptyTimeline, parseTimeline } from "../shared/azure-devops/timeline";
import type { WorkItems } from "../shared/azure-devops/work-items";
import { urlBelow } from "../shared/http/url";
import { memberAt } from "../shared/json/path";
import type { SandboxRun } from "./sandbox/build-service";

const unexpected = async () => {
  throw new Error("nobody expects work items");
};
const noWorkItems: WorkItems = {
  ...{ workItemType: unexpected, taggedWorkItems: unexpected, workItem: unexpected },
  ...{ createWorkItem: unexpected, validateWorkItem: unexpected, changeWorkItem: unexpected },
};

/** A build service in memory that serves runs in the given order, finished since minTime, in one page. */
export function memoryBuildService(
  project: URL,
  runs: readonly SandboxRun[],
): BuildService & { logsRead: string[]; timelinesRead: number[] } {
  const records = (some: readonly SandboxRun[]) => some.map(({ record }) => parseRun(record));
  const finishOf = ({ record }: SandboxRun) => Date.parse(String(record["finishTime"]));
  const find = (runId: number) => runs.find(({ record }) => record["id"] === runId);
  const service = {
    logsRead: [] as string[],
    timelinesRead: [] as number[],
    async *runsSince(minTime: Date) {
      yield records(runs.filter((run) => !run.isUnfinished && !(finishOf(run) < minTime.getTime())));
    },
    clockDifference: () => undefined,
    async *unfinishedRuns() {
      yield records(runs.filter(({ isUnfinished }) => isUnfinished));
    },
    lastRuns: async (definitionId: number, until: number, count: number) =>
      records(
        runs
          .filter(({ record }) => memberAt(record, ["definition", "id"]) === definitionId)
          .filter((run) => finishOf(run) <= (until + 1) * 1000)
          .sort((one, other) => finishOf(other) - finishOf(one)),
      ).slice(0, count),
    async *runsQueuedSince(since: number, _signal: AbortSignal, definitionId?: number) {
      const isAskedFor = ({ record }: SandboxRun) =>
        Date.parse(String(record["queueTime"])) >= since * 1000 &&
        (definitionId === undefined || memberAt(record, ["definition", "id"]) === definitionId);
      yield records(runs.filter(isAskedFor));
    },
    run: async (runId: number) => records(runs.filter(({ record }) => record["id"] === runId))[0],
    hookSubscriptions: async () => [],
    queueStatus: async () => "enabled",
    pipelineName: async () => undefined,
    pipelineCode: async () => ({ repository: undefined, defaultBranch: undefined }),
    hasBranch: async () => true,
    pipelineYaml: async () => undefined,
    pipelineSource: async () => undefined,
    pipelineSources: async () => [],
    enabledPipelines: async () => [
      ...new Map(
        records(runs).flatMap((one) =>
          "run" in one ? ([[one.run.pipeline.id, one.run.pipeline]] as const) : [],
        ),
      ).values(),
    ],
    repositoryFile: async () => undefined,
    objectIdOf: async () => undefined,
    allPipelines: async () => [
      ...new Map(
        runs.flatMap(({ record }) => {
          const pipeline = parsePipeline(memberAt(record, ["definition"]));
          return pipeline === undefined ? [] : [[pipeline.id, pipeline] as const];
        }),
      ).values(),
    ],
    pipelinesNamed: async (name: string) => [
      ...new Set(runs.flatMap(({ record }) => parsePipelineId(memberAt(record, ["definition"]), name) ?? [])),
    ],
    retryRun: async () => undefined,
    startRun: async () => 900,
    mayQueue: async () => true,
    taggedRuns: async () => [],
    attachments: async () => [],
    timeline: async (runId: number) => {
      service.timelinesRead.push(runId);
      const timeline = find(runId)?.timeline ?? "none";
      if (timeline === "unknown") throw new Error(`the timeline of ${runId} is gone`);
      return timeline === "none" ? emptyTimeline : parseTimeline(timeline);
    },
    logsOf: async (runId: number) => parseLogs({ value: find(runId)?.logs ?? [] }),
    async readLog<T>(runId: number, logId: number, read: (log: Readable) => Promise<T>): Promise<T> {
      service.logsRead.push(`${runId}/${logId}`);
      const text = find(runId)?.logTexts.get(logId);
      if (typeof text !== "string") throw new Error(`log ${logId} is gone`);
      return read(Readable.from([Buffer.from(text)]));
    },
    logUrl: (runId: number, logId: number) =>
      urlBelow(project, ["_apis", "build", "builds", String(runId), "logs", String(logId)]),
    runPage: (runId: number) => urlBelow(project, ["_build", "results"], `buildId=${runId}`),
    ...noWorkItems,
    dispose: () => undefined,
  };
  return service;
}
