import assert from "node:assert/strict";
import { emptyJournal } from "../../../shared/journal/schema";
import { type Context, createTimeBudget, listedOnce } from "../../../tasks/PipelineMonitor/issue/context";
import type { PageProject, Report } from "../../../tasks/PipelineMonitor/issue/report";
import { lastHour } from "../../../tasks/PipelineMonitor/issue/window";
import { type MemoryAgent, memoryAgent } from "../../memory-agent";
import { memoryBuildService } from "../../memory-build-service";
import { testClock } from "../../test-clock";
import { goodConfig } from "./good-config";
import { parseConfig } from "./parse-config";

/** Where a report comes from that is made in a test. */
export const origin = {
  configuration: "monitor.json",
  ...{ project: undefined, stage: undefined, job: undefined, attempt: undefined },
};

/** A report on a project in which nothing was found, and of which nobody is told, but for what is changed. */
export function projectReport(changes: Partial<PageProject> = {}): PageProject {
  const config = parseConfig(goodConfig).config ?? assert.fail();
  const page = (id: number) => new URL(`https://h/_build/results?buildId=${id}`);
  return {
    ...{ config, window: lastHour(Date.UTC(2026, 10, 20, 3, 19)), runPage: page, clockNote: "" },
    ...{ records: [], skipped: [], isWhole: true, mayLast: [], times: undefined, entries: [] },
    ...{ journal: emptyJournal, runCount: 0, issues: [], notes: [], ends: new Map(), recoveries: [] },
    ...{ notRepeated: new Map(), lasting: [], sections: [], ...changes },
  };
}

/** A delivered report on some projects, but for what is changed. */
export function reportOn(projects: readonly PageProject[], changes: Partial<Report> = {}): Report {
  return {
    config: projects[0]?.config ?? assert.fail(),
    ...{ origin, projects, unread: [], isListed: true, notes: [], lasting: [], asides: [], skipped: [] },
    edits: [],
    isBlind: false,
    message: { header: "", title: [], lines: [], footer: [] },
    ...{ quietLine: "", delivered: "sent", targetCount: 1 },
    ...changes,
  };
}

export function memoryContext({
  service: ofService,
  ...changes
}: Partial<Omit<Context, "service" | "agent">> & { service?: object; agent?: MemoryAgent } = {}): Context & {
  agent: MemoryAgent;
} {
  const clock = changes.clock ?? testClock();
  const service = { ...memoryBuildService(new URL("https://h/o/p"), []), ...ofService };
  return {
    agent: memoryAgent(),
    clock,
    cancelled: new AbortController().signal,
    time: createTimeBudget(clock),
    connections: 8,
    progress: () => undefined,
    service,
    unfinishedRuns: listedOnce(service),
    ...changes,
  };
}

/** A request that lasts until its signal fires, the last of what it is given. */
export function hanging(...given: readonly unknown[]): Promise<never> {
  const signal = given.at(-1);
  assert.ok(signal instanceof AbortSignal);
  return new Promise((_, reject) => {
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}
