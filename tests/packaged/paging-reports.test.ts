import assert from "node:assert/strict";
import { json, type ReceivedRequest, type Reply } from "../sandbox/loopback";
import { type RunSketch, sketchRun } from "../sandbox/runs";
import type { MonitorRun } from "./extras-stage";
import { usePaging } from "./paging-stage";
import { at, fail, hour } from "./report-window-stage";

const invoices = { pipeline: "invoices", definitionId: 7 };
const stuck = { ...invoices, unfinished: "running" as const, runSeconds: 1800 };
const day = 24 * hour;

/** Of the requests about code, those that the service answers so. */
const answering =
  (replies: Readonly<Record<string, Reply>>) =>
  ({ path }: ReceivedRequest): Reply | undefined =>
    Object.entries(replies).find(([end]) => path.endsWith(end))?.[1];
const notFound = {
  ...json({ message: "Build pipeline 7 was not found.", typeKey: "DefinitionNotFoundException" }),
  status: 404,
};

/** A step that was killed, which leaves what its agent has uploaded by then. */
const killed: Partial<MonitorRun> = { keeps: (type) => type === "pipeline-keeper.alerts" };

/**
 * What people reported of other tools, where, and what becomes of it here: each alert is closed, and nobody is reminded.
 * The other ways in which an alert outlives its step are in house/lost-steps.test.ts.
 */
const reports: readonly {
  source: string;
  what: string;
  /** How the first run of the monitor ends, and what the service has then, and by each of the next. */
  first?: Partial<MonitorRun>;
  runs: readonly [first: RunSketch, ...next: (RunSketch | undefined)[]];
  seconds?: readonly number[];
  replies?: Readonly<Record<string, Reply>>;
  /** The alerts of the first, and what happens to them. */
  events: readonly string[];
  told?: RegExp;
}[] = [
  {
    source: "grafana/grafana#68162: a resolve is lost if the process restarts before it was sent",
    what: "a stuck run is canceled after the step that paged for it was killed",
    ...{ first: killed, runs: [stuck, { ...invoices, result: "canceled", runSeconds: 5000 }] },
    events: ["open invoices running", "open invoices was", "close invoices running"],
  },
  {
    source: "hkarthik7/azure-devops-java-sdk#7, apache/devlake#5383: what was deleted is not found",
    what: "a pipeline that failed was deleted",
    ...{ runs: [{ ...invoices, result: "failed" }, undefined, undefined], seconds: [day, day + hour] },
    replies: { "/definitions/7": notFound },
    events: ["open invoices failed", "close invoices failed"],
    told: /invoices was deleted, so its problem is over/,
  },
];

describe("packaged PipelineMonitor, public reports of alerts that stay open", () => {
  const play = usePaging();

  for (const { source, what, first, runs, seconds = [hour, 2 * hour], replies = {}, events, told } of reports)
    it(`closes the alert: ${what} (${source})`, async () => {
      await play(
        "pagerduty",
        async ({ watch, paging, service, chat }) => {
          const [begun, ...next] = runs;
          if (begun.unfinished === undefined) fail(service, 1, -600, begun);
          else service.put(sketchRun(at(0), { id: 1, ...begun }));
          await watch(0, first);
          const texts = chat.texts.length;
          for (const [index, start] of seconds.entries()) {
            const run = next[index];
            if (run !== undefined) fail(service, begun.unfinished === undefined ? 2 : 1, start - 300, run);
            else if (begun.unfinished !== undefined && index === 0)
              service.put({ ...sketchRun(at(start), { id: 1, pipeline: "gone", definitionId: 8 }) });
            await watch(start);
          }
          const short = paging.events.map((event) =>
            event
              .replace(/: .*(?=invoices)/, " ")
              .split(" ")
              .slice(0, 3)
              .join(" "),
          );
          assert.deepEqual(short, events);
          const later = chat.texts.slice(texts).join("\n");
          assert.match(later, told ?? /^/);
          if (seconds.length > 0 && runs.slice(1).every((run) => run === undefined))
            assert.doesNotMatch(later, /invoices .*failed/, "nobody is reminded");
        },
        { keys: { check_unfinished: true }, options: { others: answering(replies) } },
      );
    });
});
