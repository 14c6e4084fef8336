import assert from "node:assert/strict";
import type { Feature } from "../../../../../tasks/PipelineMonitor/feature";
import type { Metrics } from "../../../../../tasks/PipelineMonitor/features/metrics/body";
import { metricsBy } from "../../../../../tasks/PipelineMonitor/features/metrics/metrics";
import type { RunSketch } from "../../../../sandbox/runs";
import { hooking, memoryPipeline, now, type WatchChanges, watch } from "../../monitor-stage";
import { activeOf, errorsOf } from "./windows";

const environment = (name: string) => (name === "OTEL_EXPORTER_OTLP_ENDPOINT" ? "https://otlp.example" : "");
const keys = { metrics: true, window: "since_last_report", run_ct_min: -1 };

/** Says of each failure that its agent was lost. */
const explaining = hooking("explaining", () => ({
  finds: [
    {
      name: "explaining",
      run: async (report) => ({ ...report, issues: report.issues.map((one) => ({ ...one, explanation })) }),
    },
  ],
}));
const explanation = { sentence: [], line: "", name: [], group: undefined, kind: "lostAgent" };

/** A monitor that counts, hour by hour. Returns what it sends at an hour. */
function counter(others: readonly Feature[] = []) {
  const pipeline = memoryPipeline();
  return async (at: number, runs: readonly RunSketch[], changes: WatchChanges = {}) => {
    const sent: Metrics[] = [];
    const hour = pipeline(at);
    const agent = { ...hour.agent, environment };
    const features = [...others, metricsBy(async (metrics) => void sent.push(metrics))];
    await watch(runs, { ...hour, agent, keys, features, ...changes });
    return { sent, errors: sent.flatMap((metrics) => errorsOf(metrics).map(({ value }) => value)) };
  };
}
const seconds = (hour: number) => now / 1000 + hour * 3600;
/** A run that failed at an hour, as the service has it at another. */
const failed = (at: number, hour: number): RunSketch => ({
  ...{ id: 1, result: "failed", finishedSecondsAgo: (at - hour) * 3600 },
});

describe("the metrics of a monitor's hours", () => {
  it("begin where those of the last report ended", async () => {
    const hour = counter();
    for (const [at, from] of [
      [0, seconds(-24)],
      [1, seconds(0) - 600],
    ] as const) {
      const [metrics] = (await hour(at, [])).sent;
      assert.deepEqual([metrics?.from, metrics?.until], [from, seconds(at) - 600]);
    }
  });

  it("miss no run, even if the last report has seen one that finished while it was made", async () => {
    const hour = counter();
    await hour(0, [{ id: 9, finishedSecondsAgo: -100 }]);
    assert.deepEqual((await hour(2, [failed(2, -550 / 3600)])).errors, [1]);
  });

  it("have the cause that the report found in which the run was new", async () => {
    const hour = counter([explaining]);
    await hour(0, [failed(0, -0.1)]);
    const { sent } = await hour(1, [failed(1, -0.1)]);
    const types = sent
      .flatMap(errorsOf)
      .map(({ attributes, value }) => `${attributes["error.type"]} ${value}`);
    assert.deepEqual(types, ["failed 0", "lostAgent 1"]);
  });

  it("are sent once, even if the report is not delivered", async () => {
    const hour = counter();
    const undelivered = { post: () => Promise.reject(new Error("down")) };
    assert.deepEqual((await hour(0, [failed(0, -0.5)], undelivered)).errors, [1]);
    assert.deepEqual((await hour(1, [failed(1, -0.5)])).errors, []);
  });

  it("are not sent again if the step is cancelled while they are sent", async () => {
    const hour = counter();
    const reason = new Error("cancelled");
    const step = new AbortController();
    const send = () => {
      step.abort(reason);
      return Promise.reject(reason);
    };
    const cancelled = { features: [metricsBy(send)], cancelled: step.signal };
    await assert.rejects(hour(0, [failed(0, -0.5)], cancelled), reason);
    assert.deepEqual((await hour(1, [failed(1, -0.5)])).errors, []);
  });

  it("have the active runs, for which stuck runs need no second list", async () => {
    for (const check_unfinished of [false, true]) {
      let lists = 0;
      const { sent } = await counter()(0, [{ id: 5, unfinished: "running" }], {
        keys: { ...keys, check_unfinished },
        service: (service) => ({
          unfinishedRuns(signal) {
            lists++;
            return service.unfinishedRuns(signal);
          },
        }),
      });
      assert.deepEqual([lists, sent.flatMap(activeOf).map(({ value }) => value)], [1, [0, 1]]);
    }
  });

  it("lack the active runs if they cannot be listed", async () => {
    const unfinishedRuns = () => assert.fail("down");
    const { sent } = await counter()(0, [failed(0, -0.5)], { service: () => ({ unfinishedRuns }) });
    assert.deepEqual([sent.flatMap(errorsOf).length, sent.flatMap(activeOf)], [1, []]);
  });
});
