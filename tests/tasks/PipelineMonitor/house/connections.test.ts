// Needs: causes, history, missed-runs, run-limits, stuck-runs
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import type { BuildService } from "../../../../shared/azure-devops/client";
import { watch } from "../monitor-stage";

const pipelines = [1, 2, 3, 4, 5, 6];
const limits = { max_proc_time: 900, min_proc_time: 30 };
const scheduled = { ...limits, schedule: "0 * * * *" };

/** The most requests of one kind that were under way at once. */
async function most(
  kind: "timeline" | "lastRuns" | "pipelinesNamed",
  run: object,
  keys: object,
): Promise<number> {
  let [underWay, most] = [0, 0];
  const counted =
    <A extends unknown[], T>(act: (...given: A) => Promise<T>) =>
    async (...given: A): Promise<T> => {
      most = Math.max(most, ++underWay);
      await setImmediate();
      underWay--;
      return act(...given);
    };
  const runs = pipelines.map((id) => ({ id, pipeline: `import ${id}`, definitionId: id, ...run }));
  const service = ({ timeline, lastRuns, pipelinesNamed }: BuildService) =>
    ({
      timeline: { timeline: counted(timeline) },
      lastRuns: { lastRuns: counted(lastRuns) },
      pipelinesNamed: { pipelinesNamed: counted(pipelinesNamed) },
    })[kind];
  await watch(runs, { keys, service, connections: 2 });
  return most;
}

// With several projects, each has its share of the connections; what waits in a queue of the client uses up its time.
describe("the requests of an optional check", () => {
  const failed = { result: "failed" };
  const slow = { runSeconds: 5000 };
  const cases: [string, Parameters<typeof most>][] = [
    ["causes of failures", ["timeline", failed, { explain_failures: true }]],
    ["late runs", ["timeline", slow, { check_unfinished: true }]],
    ["stuck runs", ["timeline", { unfinished: "running", ...slow }, { check_unfinished: true }]],
    ["history", ["lastRuns", failed, { history: 20 }]],
    [
      "missed runs and run limits",
      [
        "pipelinesNamed",
        failed,
        {
          runs_per_week_max: 1000,
          pipelines: {
            default: limits,
            ...Object.fromEntries(pipelines.map((id) => [`export ${id}`, scheduled])),
          },
        },
      ],
    ],
  ];
  for (const [what, request] of cases)
    it(`are as many at once as the project has connections: ${what}`, async () => {
      assert.equal(await most(...request), 2);
    });
});
