import assert from "node:assert/strict";
import fc from "fast-check";
import { markdownLines } from "../../../shared/chat/markdown";
import type { Message } from "../../../shared/chat/message";
import { type Route, routesFor } from "../../../tasks/PipelineMonitor/config/routes";
import { fingerprint, ownTarget } from "../../../tasks/PipelineMonitor/issue/memory";
import type { Target } from "../../../tasks/PipelineMonitor/targets";
import type { RunSketch } from "../../sandbox/runs";
import { sanitize } from "../../sanitize";
import { testClock } from "../../test-clock";
import { configWith, memoryPipeline, now, watch } from "./monitor-stage";

const pipelines = {
  default: { max_proc_time: 900, min_proc_time: 30 },
  "billing export": { owner: "Billing team" },
  payments: { owner: "Billing team", severity: "high" },
};
const routes = [
  { owners: ["Billing team"], webhook: "BILLING_WEBHOOK" },
  { severities: ["high"], webhook: "ON_CALL_WEBHOOK" },
];
const names = ["billing export", "payments", "stock levels"];
const own = "own";

/** An hour of a monitor: when it runs, in minutes, and the targets that do not take its message. */
interface Hour {
  at: number;
  failing?: readonly string[];
}
/** A run that ended at a minute. */
interface Ended {
  at: number;
  pipeline: string;
  result: string;
}

const sketchesAt = (runs: readonly Ended[], at: number): RunSketch[] =>
  runs
    .map(({ at: ended, ...run }, index) => ({
      ...{ id: index + 1, definitionId: names.indexOf(run.pipeline), finishedSecondsAgo: (at - ended) * 60 },
      ...run,
    }))
    .filter(({ finishedSecondsAgo }) => finishedSecondsAgo > 0)
    .sort((one, other) => one.finishedSecondsAgo - other.finishedSecondsAgo);

/**
 * Plays the hours of a monitor that posts to some targets. Returns what each was posted; an empty text for an hour
 * without a message.
 */
async function play(
  keys: object,
  runs: readonly Ended[],
  hours: readonly Hour[],
  targets: readonly string[],
) {
  const usual = { notify: "changes", run_ct_min: -1, pipelines, routes };
  const config = configWith({ ...usual, ...keys });
  const takes = (name: string) => (pipeline: string | undefined) => {
    const taking = routesFor(config, pipeline).map(({ variable }: Route) => variable);
    return name === own ? taking.length === 0 : taking.includes(name);
  };
  const posted = new Map(targets.map((name) => [name, [] as string[]]));
  const pipeline = memoryPipeline();
  for (const { at, failing = [] } of hours) {
    const clock = testClock({ startsAt: now + at * 60_000 });
    const post = (name: string) => async (message: Message) => {
      const failure = new Error("503");
      if (failing.includes(name)) return { told: [], failure };
      posted.get(name)?.push(`${at}: ${markdownLines(message, sanitize).slice(1).sort().join("\n")}`);
      return { told: message.lines };
    };
    const target = (name: string): Target => ({
      ...{
        id: name === own ? ownTarget : fingerprint([name]),
        name,
        form: "specification",
        post: post(name),
      },
      ...{ isMention: () => false, opensLogPages: false, takes: takes(name) },
    });
    const [first = own, ...others] = targets;
    await watch(sketchesAt(runs, at), {
      ...{ ...pipeline(at / 60), keys: { ...usual, ...keys }, clock, post: post(first), takes: takes(first) },
      routes: others.map(target),
    });
  }
  return posted;
}

const all = [own, "BILLING_WEBHOOK", "ON_CALL_WEBHOOK"];
const failed = (at: number, pipeline: string): Ended => ({ at, pipeline, result: "failed" });
const worked = (at: number, pipeline: string): Ended => ({ at, pipeline, result: "succeeded" });

describe("a monitor with routes", () => {
  it("tells each target of its pipelines, and the step's own webhook of the others", async () => {
    const runs = names.map((name) => failed(-10, name));
    const posted = await play({}, runs, [{ at: 0 }], all);
    const named = all.map((name) =>
      /(billing export|payments|stock levels)(?= \[)/g[Symbol.match](String(posted.get(name))),
    );
    assert.deepEqual(named, [["stock levels"], ["billing export", "payments"].sort(), ["payments"]]);
  });

  it("tells a target again what it did not take, there and nowhere else", async () => {
    const runs = [failed(-10, "payments")];
    const hours = [{ at: 0, failing: ["ON_CALL_WEBHOOK"] }, { at: 60 }, { at: 120 }];
    const posted = await play({}, runs, hours, all);
    const minutes = all.map((name) => (posted.get(name) ?? []).map((text) => text.split(":")[0]));
    assert.deepEqual(minutes, [[], ["0"], ["60"]]);
  });

  it("tells an end where the problem was told, whatever the routes are by then", async () => {
    const runs = [failed(-10, "payments"), worked(70, "payments")];
    const posted = await play({}, runs, [{ at: 0 }, { at: 80 }], all);
    for (const name of all.slice(1))
      assert.match(posted.get(name)?.[1] ?? "", /^80: payments .* works again/);
    assert.deepEqual(posted.get(own), []);
  });

  const someRuns = fc.array(
    fc.record({
      at: fc.integer({ min: -50, max: 400 }),
      pipeline: fc.constantFrom(...names),
      result: fc.constantFrom("failed", "succeeded", "failed", "canceled"),
    }),
    { maxLength: 12 },
  );
  const someHours = fc.array(
    fc.record({ gap: fc.integer({ min: 10, max: 100 }), failing: fc.subarray(all) }),
    { minLength: 1, maxLength: 6 },
  );
  const someKeys = fc.constantFrom<object>(
    {},
    { notify: "all", window: "since_last_report" },
    { notify: "all" },
    { history: 20 },
    { remind_hours: 2 },
    {
      pipelines: { ...pipelines, payments: { owner: "Billing team", mute_until: "2026-11-20T05:00Z" } },
      routes: routes.slice(0, 1),
    },
  );

  it("tells each target what it would tell it alone, whichever of them fail", async () => {
    await fc.assert(
      fc.asyncProperty(someKeys, someRuns, someHours, async (keys, runs, some) => {
        const hours: Hour[] = [{ at: 0 }];
        for (const { gap, failing } of some) hours.push({ at: (hours.at(-1)?.at ?? 0) + gap, failing });
        const together = await play(keys, runs, hours, all);
        for (const name of all) {
          const alone = await play(keys, runs, hours, [name]);
          assert.deepEqual(together.get(name), alone.get(name), name);
        }
      }),
      { numRuns: 60 },
    );
  });
});
