import assert from "node:assert/strict";
import type { RunSketch } from "../../../../sandbox/runs";
import { refusal } from "../../refusal";
import { byHook, hookedMonitor, ownDefinition, withSubscriptions } from "./service-hook-stage";

const forbidden = withSubscriptions(() => Promise.reject(refusal(403)));
const failure = (id: number, changes: RunSketch = {}): RunSketch => ({
  ...{
    id,
    pipeline: `job ${id % 2}`,
    definitionId: 20 + (id % 2),
    result: "failed",
    finishedSecondsAgo: 1800,
  },
  ...changes,
});
const stopped = /night watch is started by its schedule alone: its service hook seems to have stopped/;

/** Reports of a monitor that may not read subscriptions: hour after hour, the runs of each, and the run that a hook named. */
async function play(
  hours: readonly { runs?: readonly RunSketch[]; hooked?: number; service?: typeof forbidden }[],
  keys: object = { service_hook: true },
): Promise<boolean[]> {
  const hour = hookedMonitor(keys);
  const said: boolean[] = [];
  for (const [at, { runs = [], hooked, service = forbidden }] of hours.entries()) {
    const state =
      hooked === undefined ? {} : { state: { variables: byHook, inputs: { hookRunId: String(hooked) } } };
    const { posted } = await hour(at, runs, { service, ...state });
    said.push(stopped.test(posted.join()));
  }
  return said;
}

describe("a service hook whose subscription the monitor may not read", () => {
  const silent = [1, 2, 3, 4].map((id) => ({ runs: [failure(id)] }));

  it("seems to have stopped if three reports in a row found failures that it did not name", async () => {
    assert.deepEqual(await play(silent), [false, false, true, false], "told once");
    assert.deepEqual(
      await play([{ runs: [failure(1)] }, {}, { runs: [failure(2)] }, {}, { runs: [failure(3)] }]),
      [false, false, false, false, true],
    );
    const enabled = withSubscriptions(async () => []);
    assert.ok(!(await play(silent.map((one) => ({ ...one, service: enabled })))).includes(true));
    assert.ok(!(await play(silent, {})).includes(true));
  });

  it("has not stopped if it starts a report now and then, or a run that a newer one replaced", async () => {
    const [first, second, third] = silent;
    assert.ok(first && second && third);
    const named = { runs: [failure(9)], hooked: 9 };
    assert.ok(!(await play([first, second, named, third, { runs: [failure(11)] }])).includes(true));
    const replaced = failure(8, {
      ...{ pipeline: "night watch", definitionId: ownDefinition, result: "canceled" },
      record: { reason: "resourceTrigger", sourceBranch: "refs/heads/main" },
    });
    assert.ok(!(await play([first, second, { runs: [replaced, failure(3)] }])).includes(true));
  });

  it("says nothing of failures that it may still name, of the monitor's own, and of pipelines that it never named", async () => {
    const own = { pipeline: "night watch", definitionId: ownDefinition };
    for (const changes of [{ finishedSecondsAgo: 300 }, own, { result: "canceled" }])
      assert.ok(!(await play([1, 2, 3, 4].map((id) => ({ runs: [failure(id, changes)] })))).includes(true));
    const named = { runs: [failure(10)], hooked: 10 };
    const others = [1, 3, 5, 7].map((id) => ({ runs: [failure(id)] }));
    assert.ok(!(await play([named, ...others])).includes(true));
    const same = [2, 4, 6].map((id) => ({ runs: [failure(id)] }));
    assert.deepEqual(await play([named, ...same]), [false, false, false, true]);
  });
});
