import { Readable } from "node:stream";
import { parseLog, parseRun } from "../shared/build-records";
import type { BuildService } from "../shared/build-service";
import { addressBelow } from "../shared/http/address";
import type { SandboxRun } from "./sandbox/build-service";

/** A build service in memory that serves runs in the given order, finished since minTime, in one page. */
export function memoryBuildService(
  project: URL,
  runs: readonly SandboxRun[],
): BuildService & { logsRead: string[] } {
  const find = (runId: number) => runs.find(({ record }) => record["id"] === runId);
  const service = {
    logsRead: [] as string[],
    async *runsSince(minTime: Date) {
      yield runs
        .filter(({ record }) => !(Date.parse(String(record["finishTime"])) < minTime.getTime()))
        .map(({ record }) => parseRun(record));
    },
    logsOf: async (runId: number) => (find(runId)?.logs ?? []).map(parseLog),
    async readLog<T>(runId: number, logId: number, read: (log: Readable) => Promise<T>): Promise<T> {
      service.logsRead.push(`${runId}/${logId}`);
      const text = find(runId)?.logTexts.get(logId);
      if (typeof text !== "string") throw new Error(`log ${logId} is gone`);
      return read(Readable.from([Buffer.from(text)]));
    },
    logAddress: (runId: number, logId: number) =>
      addressBelow(project, ["_apis", "build", "builds", String(runId), "logs", String(logId)]),
    runPage: (runId: number) => addressBelow(project, ["_build", "results"], `buildId=${runId}`),
    dispose: () => undefined,
  };
  return service;
}
