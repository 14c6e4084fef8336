import assert from "node:assert/strict";
import fc from "fast-check";
import { parseTimeline } from "../../../../../shared/azure-devops/timeline";
import {
  hasWorked,
  replacedBy,
} from "../../../../../tasks/PipelineMonitor/features/service-hook/superseded-runs";
import type { RunSketch } from "../../../../sandbox/runs";
import { failedRun } from "../../failed-run";
import { now } from "../../monitor-stage";
import { byHook, hookedMonitor, ownDefinition } from "./service-hook-stage";

/** A run of the monitor that a newer one replaced in the queue. */
function superseded(id: number, changes: RunSketch = {}): RunSketch {
  return {
    ...{ id, pipeline: "night watch", definitionId: ownDefinition, result: "canceled" },
    timeline: [{ id: "1", type: "Stage", name: "watch", state: "completed", result: "skipped" }],
    ...changes,
    record: { sourceBranch: "refs/heads/main", reason: "resourceTrigger", ...changes.record },
  };
}

/** Nobody documents whether a run that waited for a lock has a start, and what becomes of its stage. */
const stages = (result: string) => [
  { id: "1", type: "Stage", name: "watch", state: "completed", result },
  { id: "2", type: "Checkpoint", name: "", state: "completed", result },
  { id: "3", type: "Job", name: "watch", state: "completed", result },
];
const forms: [what: string, changes: RunSketch][] = [
  ["without a start and a timeline", { timeline: "none", record: { startTime: undefined } }],
  ["without a start, its timeline lost", { timeline: "unknown", record: { startTime: undefined } }],
  ["with a start, its stage skipped", { timeline: stages("skipped") }],
  ["with a start, its stage canceled", { timeline: stages("canceled") }],
  ["with a start and no timeline", { timeline: "none" }],
];
const ofHook = { state: { variables: byHook } };
const keyed = { service_hook: true };
const neverStarted = superseded(880, { record: { startTime: undefined } });

describe("a run that a newer one replaced", () => {
  for (const [what, changes] of forms)
    it(`is no problem and counts for nothing: ${what}`, async () => {
      const runs = [superseded(880, changes), { id: 3, pipeline: "price feed" }];
      const { report, posted, whole } = await hookedMonitor(keyed)(0, runs, ofHook);
      assert.deepEqual([posted, report.issueCount, report.runCount, whole.skipped], [[], 0, 1, []]);
      const noted = [...(whole.projects[0]?.journal.pipelines.values() ?? [])];
      assert.deepEqual(
        noted.map(({ pipeline }) => pipeline.name),
        ["price feed"],
      );
    });

  it("is one of 200 in a burst, and ends no problem", async () => {
    const monitor = hookedMonitor(keyed);
    const own: RunSketch = { ...superseded(700), result: "failed", timeline: "none" };
    const first = await monitor(0, [own], ofHook);
    assert.match(first.posted.join(), /night watch .* failed/);
    const burst = Array.from({ length: 200 }, (_, index) =>
      superseded(701 + index, { finishedSecondsAgo: 60 }),
    );
    const second = await monitor(0.5, burst, { state: { variables: { ...byHook, "Build.BuildId": "950" } } });
    assert.deepEqual([second.posted, second.report.runCount], [[], 0]);
  });

  it("is known as such by the runs of the schedule, too, once a hook has started the monitor", async () => {
    const later = { state: { variables: { "Build.BuildId": "1000" } } };
    const unhooked = await hookedMonitor()(1, [neverStarted], later);
    assert.match(unhooked.posted.join(), /night watch .* was canceled|result canceled/);
    assert.deepEqual((await hookedMonitor(keyed)(1, [superseded(880)], later)).posted, []);
    const monitor = hookedMonitor();
    await monitor(0, [], ofHook);
    assert.deepEqual((await monitor(1, [neverStarted], later)).posted, []);
    const month = await monitor(24 * 29, [neverStarted], {
      state: { variables: { "Build.BuildId": "5000" } },
    });
    assert.match(month.posted.join(), /was canceled/);
  });

  it("costs no request without a key, so only one without a start is known as such", async () => {
    const unasked = () => assert.fail("nobody asked for this");
    const service = () => ({ timeline: unasked, unfinishedRuns: unasked, hookSubscriptions: unasked });
    const runs = [superseded(870), neverStarted, { ...neverStarted, id: 950 }];
    const { whole } = await hookedMonitor()(0, runs, { ...ofHook, service });
    const ignored = (whole.projects[0]?.records ?? []).flatMap((record) =>
      "run" in record && record.run.isSuperseded ? [record.run.id] : [],
    );
    assert.deepEqual([ignored, whole.skipped], [[880], []]);
  });

  it("is like any other run if the key is false, whatever started the monitor before", async () => {
    const monitor = hookedMonitor({ service_hook: false });
    for (const [at, state] of [ofHook, {}].entries())
      assert.equal((await monitor(at, [neverStarted], state)).report.issueCount, 1);
  });

  it("is known to a second monitor by the lock of its pipeline, if a newer run is there", async () => {
    const keys = {
      pipelines: {
        default: { max_proc_time: 900, min_proc_time: 30, check_flag: false },
        "night watch": { check_flag: true, lock_behavior: "runLatest" },
      },
    };
    const newer = superseded(881, { result: "succeeded", finishedSecondsAgo: 30 });
    const second = { state: { variables: { "System.DefinitionId": "77" } } };
    const posted = async (runs: RunSketch[], more: object = keys) =>
      (await hookedMonitor(more)(0, runs, second)).posted.join();
    assert.equal(await posted([newer, superseded(880)]), "");
    const running = { ...superseded(882), unfinished: "running" as const, runSeconds: 20 };
    assert.equal(await posted([running, superseded(880)]), "");
    assert.match(await posted([superseded(880)]), /was canceled/);
    const elsewhere = { ...newer, record: { sourceBranch: "refs/heads/try" } };
    assert.match(await posted([elsewhere, superseded(880)]), /was canceled/);
    const unlocked = { pipelines: { ...keys.pipelines, "night watch": { check_flag: true } } };
    assert.match(await posted([newer, superseded(880)], unlocked), /was canceled/);
  });

  it("is not what somebody canceled at work, or what nobody can look into", async () => {
    const { timeline: _, ...atWork } = superseded(880);
    for (const run of [{ ...atWork, logs: ["Starting"] }, superseded(880, { timeline: "unknown" })]) {
      const { posted } = await hookedMonitor(keyed)(0, [run], ofHook);
      assert.match(posted.join(), /night watch .* canceled/);
    }
  });

  it("still shows that its schedule started it", async () => {
    const queueTime = new Date(now - 900_000).toISOString();
    const run = superseded(880, { record: { reason: "schedule", queueTime } });
    const { whole } = await hookedMonitor({ ...keyed, window: "since_last_report" })(0, [run], ofHook);
    const [pipeline] = [...(whole.projects[0]?.journal.pipelines.values() ?? [])];
    assert.deepEqual(pipeline?.schedules[0]?.times, [now / 60_000 - 15]);
    assert.deepEqual(
      [...(pipeline?.hours.values() ?? [])].map(({ queued, checked, failed }) => [queued, checked, failed]),
      [[1, 0, 0]],
    );
  });

  it("has a newer run of its own pipeline and branch", () => {
    const run = fc.record({
      id: fc.nat(20),
      definitionId: fc.constantFrom(1, 2, undefined),
      branch: fc.constantFrom("a", "b"),
    });
    fc.assert(
      fc.property(fc.array(run), fc.array(run), (some, others) => {
        const full = (one: (typeof some)[number]) => failedRun({ pipeline: "p", result: "canceled", ...one });
        const expected = some.filter((one) =>
          others.some(
            ({ id, definitionId, branch }) =>
              definitionId === one.definitionId && branch === one.branch && id > one.id,
          ),
        );
        const found = replacedBy(some.map(full), others.map(full));
        assert.deepEqual(
          found.map(({ id }) => id),
          expected.map(({ id }) => id),
        );
      }),
    );
  });

  it("has no job or step with a log", () => {
    const worked = (...records: object[]) => hasWorked(parseTimeline({ records }));
    assert.equal(worked(...stages("canceled")), false);
    assert.equal(worked({ type: "Stage", log: { id: 1 } }), false);
    assert.equal(worked({ type: "Job", log: { id: 1 } }), true);
    assert.equal(worked({ type: "Task", log: { id: 4 } }), true);
  });
});
