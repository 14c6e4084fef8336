import assert from "node:assert/strict";
import fc from "fast-check";
import { sampled } from "../../../../sampled";
import { worksAgain } from "../../../../works-again";
import { failed, worked } from "../../monitor-stage";
import { all, type Hour, own, pipelines, play, routes } from "./routes-stage";

const names = ["billing export", "payments", "stock levels"];

describe("a monitor with routes", () => {
  it("tells each target of its pipelines, and the step's own webhook of the others", async () => {
    const runs = names.map((name) => failed(-10, name));
    const posted = await play({}, runs, [{ at: 0 }]);
    const named = all.map((of) =>
      names.filter((name) => String(posted.get(of)).includes(`${name} [`)).join(),
    );
    assert.deepEqual(named, ["stock levels", "billing export,payments", "payments"]);
  });

  it("tells a target again what it did not take, there and nowhere else", async () => {
    const runs = [failed(-10, "payments")];
    const hours = [{ at: 0, failing: ["ON_CALL_WEBHOOK"] }, { at: 60 }, { at: 120 }];
    const posted = await play({}, runs, hours);
    const minutes = all.map((name) => (posted.get(name) ?? []).map((text) => text.split(":")[0]));
    assert.deepEqual(minutes, [[], ["0"], ["60"]]);
  });

  it("tells a target that did not take its first message what was silenced then and no longer is", async () => {
    const muted = { ...pipelines, "stock levels": { mute_until: "2026-11-20T04:00Z" } };
    const keys = { notify: "all", window: "since_last_report", pipelines: muted };
    const runs = [failed(-10, "stock levels"), failed(-10, "site health")];
    const posted = await play(keys, runs, [{ at: 0, failing: [own] }, { at: 60 }]);
    assert.match(String(posted.get(own)), /site health .*stock levels .*failed/s);
  });

  it("tells an end where the problem was told, whatever the routes are by then", async () => {
    const runs = [failed(-10, "payments"), worked(70, "payments")];
    const posted = await play({}, runs, [{ at: 0 }, { at: 80 }]);
    for (const name of all.slice(1))
      assert.match(posted.get(name)?.[1] ?? "", /^80: payments .* works again/);
    assert.deepEqual(posted.get(own), []);
  });

  it("tells a target once where its lasting problem goes from now on, and nothing more", async () => {
    const runs = [failed(-10, "billing export"), worked(190, "billing export")];
    const moved = {
      keys: { routes: [{ pipelines: ["payments"], webhook: "BILLING_WEBHOOK" }, ...routes.slice(1)] },
    };
    const hours = [
      { at: 0 },
      { at: 60, ...moved, failing: ["BILLING_WEBHOOK"] },
      ...[120, 180, 240].map((at) => ({ at, ...moved })),
    ];
    const posted = await play({}, runs, hours);
    const lines = (name: string) => posted.get(name)?.map((text) => text.replace(/ \[.*?\)/g, ""));
    assert.deepEqual(lines("BILLING_WEBHOOK")?.slice(1), [
      "120: billing export still has its problem, and goes to the step's own webhook from now on.",
    ]);
    assert.match(
      lines(own)?.join("\n") ?? "",
      new RegExp(
        String.raw`^60: billing export .*failed.*\n240: billing export ${worksAgain(1)}, .*\.$`,
        "s",
      ),
    );
  });

  it("tells what a target is owed to the one to which its pipeline moves, also of a problem that ended in between", async () => {
    const runs = [failed(-10), failed(5), worked(70), failed(100)].map((run, index) => ({
      ...{ ...run, pipeline: "billing export" },
      ...(index === 1 ? { result: "canceled" } : {}),
    }));
    const keys = { routes: [{ pipelines: ["payments"], webhook: "BILLING_WEBHOOK" }, ...routes.slice(1)] };
    const hours = [{ at: 0 }, { at: 60, failing: ["BILLING_WEBHOOK"] }, { at: 120, keys }, { at: 180, keys }];
    const posted = await play({}, runs, hours);
    assert.match(
      posted.get(own)?.join() ?? "",
      /^120: billing export .*failed.*Before that: was canceled\. Owner/,
    );
    const [, moved, ...more] = posted.get("BILLING_WEBHOOK") ?? [];
    assert.match(moved ?? "", /^120: billing export still has its problem, and goes to/);
    assert.deepEqual(more, []);
  });

  it("tells what a target is owed to the one to which its pipeline moves, also once it is over", async () => {
    const runs = [failed(-10, "billing export"), worked(50, "billing export")];
    const keys = { routes: [{ pipelines: ["payments"], webhook: "BILLING_WEBHOOK" }, ...routes.slice(1)] };
    const posted = await play({}, runs, [
      { at: 0, failing: all },
      { at: 60, keys },
      { at: 120, keys },
    ]);
    assert.match(
      String(posted.get(own)),
      /^60: billing export .*failed at .* It has worked again since [^,]*$/,
    );
    assert.deepEqual(posted.get("BILLING_WEBHOOK"), []);
  });

  it("tells the end to the target that knows the problem, if both come in one hour", async () => {
    const runs = [failed(-10, "billing export"), worked(50, "billing export")];
    const posted = await play({}, runs, [
      { at: 0 },
      {
        at: 60,
        keys: {
          routes: routes
            .slice(0, 1)
            .map((route) => ({ ...route, owners: undefined, pipelines: ["payments"] })),
        },
      },
    ]);
    assert.match(posted.get("BILLING_WEBHOOK")?.[1] ?? "", /^60: billing export .* works again/);
    assert.deepEqual(posted.get(own), []);
  });

  it("tells what a removed target is still owed to the one that takes its place, also once it is over", async () => {
    const runs = [failed(-10, "billing export"), worked(50, "billing export")];
    const removed = { keys: { routes: routes.slice(1) } };
    const hours = [
      { at: 0, failing: all },
      { at: 60, ...removed },
      { at: 120, ...removed },
    ];
    const posted = await play({}, runs, hours);
    assert.match(String(posted.get(own)), /^60: billing export .*failed at .* It has worked again since/);
    assert.equal(posted.get(own)?.length, 1);
  });

  it("tells a target only what is new to it, although another one is owed the failure before as well", async () => {
    const runs = [failed(-1, "payments"), failed(5, "payments"), worked(3, "payments")];
    const [onCall, billing] = ["ON_CALL_WEBHOOK", "BILLING_WEBHOOK"];
    const failing = [[onCall], [billing, onCall], []];
    const hours = failing.map((some, index) => ({ at: index * 10, failing: some }));
    const posted = await play({}, runs, hours);
    const linesOf = (name = "") => posted.get(name)?.map((text) => /failed( .*? UTC)?/.exec(text)?.[0]);
    const lines = [linesOf(billing), linesOf(onCall)];
    assert.deepEqual(lines, [["failed", "failed at 03:24 UTC"], ["failed 2 times since 03:18 UTC"]]);
  });

  it("tells a target that was told of the first failure and its end only the second, even if its chat was down then", async () => {
    const runs = [failed(0, "payments"), failed(10, "payments"), worked(1, "payments")];
    const [onCall, billing] = ["ON_CALL_WEBHOOK", "BILLING_WEBHOOK"];
    const failing = [[], [billing], [onCall], []];
    const hours = failing.map((some, index) => ({ at: index * 10, failing: some }));
    const last = (await play({}, runs, hours)).get(onCall)?.at(-1) ?? "";
    assert.match(last, /^30: payments .* failed at 03:29 UTC/);
  });

  it("names no earlier problem to a target that was told of it and its end, although another one is owed it", async () => {
    const canceled = { ...failed(0, "payments"), result: "canceled" };
    const runs = [failed(10, "payments"), worked(1, "payments"), canceled];
    const failing = [[], ["ON_CALL_WEBHOOK"], ["BILLING_WEBHOOK"], []];
    const posted = await play(
      {},
      runs,
      failing.map((some, index) => ({ at: index * 10, failing: some })),
    );
    const before = ["ON_CALL_WEBHOOK", "BILLING_WEBHOOK"].map(
      (name) => /Before that: [^.]*/.exec(String(posted.get(name)))?.[0],
    );
    assert.deepEqual(before, ["Before that: was canceled", undefined]);
  });

  it("tells a target that was told of the first failure and its end how long only the second one lasted", async () => {
    const runs = [
      failed(0, "payments"),
      worked(11, "payments"),
      failed(10, "payments"),
      worked(1, "payments"),
    ];
    const hours = [[], ["BILLING_WEBHOOK"], []].map((failing, index) => ({ at: index * 10, failing }));
    const ends = String((await play({}, runs, hours)).get("ON_CALL_WEBHOOK")).match(/works again [^.]*/g);
    assert.deepEqual(ends, [worksAgain(1, "1 min"), worksAgain(1, "1 min")]);
  });

  const someRuns = fc.array(
    fc.record({
      at: fc.integer({ min: -50, max: 400 }),
      pipeline: fc.constantFrom(...names),
      result: fc.constantFrom("failed", "succeeded", "failed", "canceled"),
    }),
    { maxLength: 12 },
  );
  const someHour = fc.record({ gap: fc.integer({ min: 10, max: 100 }), failing: fc.subarray(all) });
  const someHours = fc.array(someHour, { minLength: 1, maxLength: 6 });
  const billing = { owner: "Billing team" };
  const muted = { ...billing, mute_until: "2026-11-20T05:00Z" };
  const someKeys = fc.constantFrom<object>(
    {},
    { notify: "all", window: "since_last_report" },
    { notify: "all" },
    { history: 20 },
    { remind_hours: 2 },
    { business_hours: "Mon-Fri 05:00-07:00" },
    { business_hours: "Mon-Fri 05:00-07:00", history: 20, remind_hours: 2 },
    { history: 20, pipelines: { ...pipelines, default: { ...pipelines.default, after_failures: 2 } } },
    {
      quiet: [{ schedule: "0 4 * * *", hours: 1 }],
      pipelines: { ...pipelines, "billing export": { ...billing, schedule: "30 * * * *", grace: 600 } },
    },
    { pipelines: { ...pipelines, payments: muted }, routes: routes.slice(0, 1) },
  );

  it("tells each target what it would tell it if no other failed", async () => {
    await fc.assert(
      fc.asyncProperty(someKeys, someRuns, fc.subarray(all), someHours, async (keys, runs, failing, some) => {
        // A first report alone leaves no mark, and so the next one looks back for less of a schedule or a mute.
        const hours: Hour[] = [{ at: 0, failing: "quiet" in keys || "routes" in keys ? [] : failing }];
        for (const { gap, failing } of some) hours.push({ at: (hours.at(-1)?.at ?? 0) + gap, failing });
        const together = await play(keys, runs, hours);
        for (const name of all) {
          const others = hours.map((one) => ({
            ...one,
            failing: one.failing?.filter((it) => it === name) ?? [],
          }));
          const alone = await play(keys, runs, others);
          assert.deepEqual(together.get(name), alone.get(name), name);
        }
      }),
      { numRuns: sampled(60) },
    );
  });
});
