import assert from "node:assert/strict";
import { busy } from "../bench/cases/busy-hour";
import { fewestExtraRequests, fewestRequests, requestCount } from "../bench/floors";
import { madeRuns, pipelineCount } from "../bench/made-runs";
import { type BuildScenario, type HugeLog, quietHour } from "../bench/scenario";
import { ownRunId } from "../demo/eventful-hour";
import { sketchRun } from "../sandbox/runs";
import { everyExtra, failing, ofOwnPipeline, runMonitor } from "./extras-stage";
import { now, perform, type StageOptions, withStage } from "./monitor-stage";
import { useAgent } from "./use-agent";

/** The figures of `npm run bench` that are the same on every machine. */
describe("packaged PipelineMonitor, what it costs", () => {
  const agent = useAgent();
  const performScenario = (scenario: BuildScenario, changes: Partial<StageOptions> = {}) =>
    perform(agent(), {
      ...changes,
      service: { runs: madeRuns(scenario, now), pageSize: scenario.pageSize, recorded: true },
    });

  it("asks for no more than the rules need in a busy hour", async () => {
    const scenario = busy(0, "thirdFromLast");
    const { service, outputs } = await performScenario(scenario);
    assert.equal(outputs["issueCount"], "4", "one for each pipeline that failed");
    assert.equal(service.requests.length, requestCount(fewestRequests(scenario)));
    assert.equal(new Set(service.requests.map(({ target }) => target)).size, service.requests.length);
  });

  it("asks by two lists for its own runs, and once for the history of each pipeline, if there is no journal", async () => {
    const scenario = busy(0, "last");
    const { service, outputs } = await performScenario(scenario, {
      config: everyExtra,
      step: (served) => ({ variables: ofOwnPipeline(served, ownRunId) }),
    });
    assert.equal(outputs["issueCount"], "4", "one for each pipeline that failed");
    assert.equal(
      service.requests.length,
      // The agent does not tell the id of the project, so that is asked for, too.
      requestCount(fewestRequests(scenario)) + fewestExtraRequests(scenario) + 2 + 1 + pipelineCount,
    );
    assert.equal(new Set(service.requests.map(({ target }) => target)).size, service.requests.length);
  });

  for (const errorIn of ["last", "none"] as const)
    it(`asks for the timeline and the log of what failed in place of the list and logs of the rules: ${errorIn}`, async () => {
      const scenario = { ...busy(0, errorIn), runCount: 99 };
      const askedWith = async (config: Record<string, unknown>) => {
        const { service } = await performScenario(scenario, { config });
        return service.requests
          .map(({ target }) => target.replace(/^.*\/_apis\/build\/builds|\?.*$/g, ""))
          .sort();
      };
      const [without, explained] = [await askedWith({}), await askedWith({ explain_failures: true })];
      const failures = Array.from({ length: 10 }, (_, index) => `/${100_000 + 10 * index}`);
      const read = failures.flatMap((run) => [`${run}/timeline`, `${run}/logs/${scenario.logsPerRun}`]);
      assert.deepEqual(explained, ["", ...read].sort());
      assert.equal(without.length, requestCount(fewestRequests(scenario)));
    });

  it("asks in a third hour, with every optional key, for seven more, and for the timeline and a log of each failed run", () =>
    withStage(agent(), { config: everyExtra, runs: [] }, async (service, chat) => {
      const logs = ["##[error]connection refused", ...Array<string>(7).fill("fine")];
      const asked: number[] = [];
      for (const hour of [0, 1, 2]) {
        const startedAt = now + hour * 3600_000;
        for (let pipeline = 1; pipeline <= 5; pipeline++)
          service.put(
            sketchRun(startedAt, {
              ...failing(1000 * hour + pipeline, logs, { finishedSecondsAgo: 600 + pipeline }),
              ...{ pipeline: `nightly import ${pipeline}`, definitionId: 1000 + pipeline },
            }),
          );
        const before = service.requests.length;
        const { result } = await runMonitor(agent(), service, chat, { id: 9000 + hour, startedAt });
        assert.equal(result, "Succeeded");
        const targets = service.requests.slice(before).map(({ target }) => target);
        assert.equal(new Set(targets).size, targets.length);
        asked.push(targets.length);
      }
      // The rules ask for the list, and of each failed run for its list of logs and eight logs.
      assert.equal(asked[2], 1 + 5 * 2 + 7);
    }));

  it("asks once for each page of a long list", async () => {
    const { service, outputs } = await performScenario({ ...quietHour, runCount: 950, pageSize: 100 });
    assert.deepEqual([outputs["runCount"], service.requests.length], ["950", 10]);
  });

  const oneRun = (hugeLog: HugeLog): BuildScenario => ({
    ...quietHour,
    runCount: 1,
    flaggedEvery: 1,
    logsPerRun: 5,
    hugeLog,
  });
  const mebibyte = 1024 * 1024;

  it("takes no more than a mebibyte of a log that begins with an error", async () => {
    const { testimony } = await performScenario(oneRun({ bytes: 64 * mebibyte, errorAt: "start" }));
    assert.ok((testimony?.receivedBytes ?? Number.NaN) <= mebibyte, `${testimony?.receivedBytes} bytes`);
  });
});
