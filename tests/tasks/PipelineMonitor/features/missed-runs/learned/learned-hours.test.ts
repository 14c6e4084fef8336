import assert from "node:assert/strict";
import type { BuildService } from "../../../../../../shared/azure-devops/client";
import { didNotStart } from "../../../../../did-not-start";
import type { RunSketch } from "../../../../../sandbox/runs";
import { testClock } from "../../../../../test-clock";
import { memoryPipeline, watch } from "../../../monitor-stage";
import { refusal } from "../../../refusal";

const hour = 3600_000;
const midnight = Date.UTC(2026, 10, 20);
const keys = {
  ...{ notify: "changes", run_ct_min: -1 },
  pipelines: { default: { max_proc_time: 7200, min_proc_time: 0, schedule: "auto" } },
};

/** A run that its schedule queued at an hour, counted from a midnight, as the service has it at another. */
const queued = (at: number, hours: number, commit = "c0ffee"): RunSketch => ({
  ...{ id: 1000 + Math.round(hours * 10), runSeconds: 55, queuedSeconds: 5 },
  finishedSecondsAgo: (at - hours) * 3600 - 60,
  record: { reason: "schedule", sourceVersion: commit },
});

/** The runs at two o'clock of four weeks, up to a time, without those of some days; from a day on, each is of another commit. */
function nightly(at: number, without: readonly number[] = [], changingFrom = 40): RunSketch[] {
  const days = Array.from({ length: 40 }, (_, index) => index - 28);
  return days
    .filter((day) => !without.includes(day) && day * 24 + 2 < at - 0.1)
    .map((day) => queued(at, day * 24 + 2, day < changingFrom ? undefined : `${day}`.repeat(9)));
}

interface Hour {
  at: number;
  runs: RunSketch[];
  service?: (service: BuildService) => Partial<BuildService>;
  keys?: object;
}

/** `texts` are the messages; `asked` are the lists that each report asks for besides its own. */
async function play(hours: readonly Hour[]) {
  const pipeline = memoryPipeline();
  const texts: string[] = [];
  const asked: string[][] = [];
  for (const { at, runs, service = () => ({}), keys: more = {} } of hours) {
    const lists: string[] = [];
    const { posted, agent } = await watch(runs, {
      ...pipeline(at),
      keys: { ...keys, ...more },
      clock: testClock({ startsAt: midnight + at * hour }),
      service: (memory) => {
        const used = { ...memory, ...service(memory) };
        return {
          ...used,
          runsSince(since, signal) {
            if (since.getTime() < midnight + (at - 24 * 20) * hour) lists.push("earlier");
            return used.runsSince(since, signal);
          },
          runsQueuedSince(...wanted) {
            lists.push("queued");
            return used.runsQueuedSince(...wanted);
          },
          queueStatus(...wanted) {
            lists.push("status");
            return used.queueStatus(...wanted);
          },
        };
      },
    });
    assert.deepEqual(agent.warnings, []);
    texts.push(posted.join("\n"));
    asked.push(lists);
  }
  return { texts, asked };
}

describe("a schedule that is learned", () => {
  it("costs one list without a journal, and none in an hour with it", async () => {
    const { asked, texts } = await play([3.3, 4.3, 27.3].map((at) => ({ at, runs: nightly(at) })));
    assert.deepEqual(asked, [["earlier"], [], []]);
    assert.deepEqual(texts, ["", "", ""]);
  });

  it("costs no further list if runs finish while a report is made, or the agent's clock is a minute slow", async () => {
    const first = { at: 3.3, runs: [...nightly(3.3), { id: 1, finishedSecondsAgo: -60 }] };
    const { asked } = await play([first, { at: 4.3, runs: nightly(4.3) }]);
    assert.deepEqual(asked, [["earlier"], []]);
  });

  it("is missed once, with the evidence, and its next run in time is told", async () => {
    const hours = [3.3, 27.3, 28.3, 29.3, 51.3, 52.3, 75.3].map((at) => ({ at, runs: nightly(at, [1, 2]) }));
    const { texts, asked } = await play(hours);
    const [, before, missed = "", ...after] = texts;
    assert.match(
      missed,
      new RegExp(String.raw`nightly import ${didNotStart} at 02:00 UTC \(every day for 4 weeks\)\.$`),
    );
    assert.deepEqual([before, ...after.slice(0, 2)], ["", "", ""]);
    assert.match(
      after[2] ?? "",
      new RegExp(`nightly import ${didNotStart} 2 times, 2026-11-21 02:00 to `),
      "after a day",
    );
    assert.match(after[3] ?? "", /nightly import .* runs again after 2 missed runs, 48 h\.$/);
    assert.deepEqual(asked[2], ["queued", "status"]);
  });

  it("runs again at another time if somebody has changed it, unless it had runs besides those that are learned", async () => {
    const changed = (at: number, times: readonly number[]) =>
      [...nightly(at).filter(({ id = 0 }) => id < 1025), ...times.map((time) => queued(at, time))]
        .filter(({ finishedSecondsAgo = 0 }) => finishedSecondsAgo > 0)
        .sort((one, other) => (one.finishedSecondsAgo ?? 0) - (other.finishedSecondsAgo ?? 0));
    const told = async (hours: readonly number[], ...times: number[]) =>
      (await play(hours.map((at) => ({ at, runs: changed(at, times) })))).texts;
    const [hourly, daily] = [
      [3.3, 28.3, 31.3, 52.3, 55.3, 76.3],
      [3.3, 32.3, 56.3, 80.3],
    ];
    const again = (hours: number) =>
      new RegExp(`^nightly import .* runs again after 1 missed run, ${hours} h\\.$`, "m");
    for (const texts of [await told(hourly, 31, 55, 79), await told(daily, 44, 68)]) {
      assert.match(texts[1] ?? "", /nightly import did not start at 02:00 UTC /);
      assert.match(texts[2] ?? "", again(texts.length === hourly.length ? 5 : 18));
      assert.doesNotMatch(texts[2] ?? "", /did not start/);
      assert.ok(
        texts.every((text, index) => (text === "") !== [1, 2].includes(index)),
        texts.join("\n"),
      );
    }
    const mixed = await told(hourly, -10 * 24 - 5, 31, 55);
    assert.equal(mixed[2], "");
    assert.match(mixed[3] ?? "", /nightly import did not start 2 times/);
  });

  it("tells when it ran if somebody has moved it, and that it runs again, in the report that misses it", async () => {
    const missing = `nightly import ${didNotStart} at 02:00 UTC \\(every day for 4 weeks\\)`;
    const at = (time: string) =>
      `has a new schedule: every day at ${time} UTC\\. Before: every day at 02:00 UTC\\.`;
    for (const [minutes, told] of [
      [-90, `${missing}, but at 00:30 UTC\\.`],
      [-40, at("01:05")],
      [-20, `${missing}, but at 01:40 UTC\\.`],
      [40, `${missing}\\.\\n.* runs again after 1 missed run, 40 min\\.`],
      [45, at("02:45")],
      [70, at("03:00")],
      [90, at("03:15")],
    ] as const) {
      const moved = (now: number) =>
        [...nightly(now, [1]), queued(now, 26 + minutes / 60)].filter(
          ({ finishedSecondsAgo = 0 }) => finishedSecondsAgo > 0,
        );
      const { texts } = await play([3.3, 28.3].map((now) => ({ at: now, runs: moved(now) })));
      assert.match(texts[1] ?? "", new RegExp(told), String(minutes));
    }
  });

  it("counts no run as missed that goes on, if it is due once a week, too", async () => {
    const [missed, started] = [7 * 24, 14 * 24 + 2];
    const weekly = (at: number) => nightly(at).filter((_, index) => index % 7 === 0 && index !== 35);
    const running = (at: number): RunSketch[] => {
      const { record = {} } = queued(at, started);
      const run = { id: 9000, unfinished: "running", queuedSeconds: 0, record } as const;
      return at < started ? [] : [{ ...run, runSeconds: (at - started) * 3600 }];
    };
    const hours = [3.3, missed + 4.3, started + 2.3, started + 3.3];
    const { texts, asked } = await play(hours.map((at) => ({ at, runs: [...running(at), ...weekly(at)] })));
    assert.match(
      texts[1] ?? "",
      new RegExp(String.raw`${didNotStart} at .*02:00 UTC \(Friday for 4 weeks\)\.$`),
    );
    assert.match(texts[2] ?? "", /nightly import .* runs again after 1 missed run, 168 h\.$/);
    assert.deepEqual([texts[0], texts[3], asked[2]?.[0]], ["", "", "queued"]);
  });

  it("ends as a problem when its pipeline is disabled, paused or gone, and is reminded no more", async () => {
    for (const [status, text] of [
      [async () => "disabled", "is disabled"],
      [async () => "paused", "is paused"],
      [() => Promise.reject(refusal(404)), "was deleted"],
    ] as const) {
      const hours = [3.3, 27.3, 28.3, 29.3, 30.3, 52.3, 75.3].map((at) => ({
        ...{ at, runs: nightly(Math.min(at, 30), [1]) },
        ...(at > 30 ? { service: () => ({ queueStatus: status }) } : {}),
      }));
      const { texts, asked } = await play(hours);
      assert.match(texts[2] ?? "", new RegExp(`nightly import ${didNotStart}`));
      assert.ok(texts[4]?.endsWith(`nightly import ${text}, so its runs are no longer due.`), texts[4]);
      assert.deepEqual([texts[3], texts[5], texts[6]], ["", "", ""]);
      assert.deepEqual(asked.slice(2), [["queued", "status"], ["status"], ["status"], [], []]);
    }
  });

  it("is missed a second time as surely as the first, and then has to prove itself again", async () => {
    const hours = Array.from({ length: 9 }, (_, day) => day * 24 + 28.3);
    const played = async (keys: object, changingFrom: number) => {
      const runs = [3.3, ...hours].map((at) => ({
        ...{ at, runs: nightly(at, [1, 3, 6], changingFrom) },
        keys: at < 30 ? keys : {},
      }));
      const { texts } = await play(runs);
      return texts.flatMap(
        (text) => new RegExp(String.raw`${didNotStart} at \S+ UTC (.*)\.$`).exec(text)?.[1] ?? [],
      );
    };
    const [first, second] = ["(every day for 4 weeks)", "(every day for 4 weeks, missed once)"];
    assert.deepEqual(await played({}, 0), [first, second]);
    assert.deepEqual(await played({}, 40), [first, second, "(every day for 3 days)"]);
    const quiet = { quiet: [{ schedule: "0 2 21 11 *", hours: 1 }] };
    assert.deepEqual(await played(quiet, 0), [first, second]);
    const muted = { ...keys.pipelines, "nightly import": { mute_until: "2026-11-21T06:00Z" } };
    assert.deepEqual(await played({ pipelines: muted }, 0), [first, second]);
  });

  it("may move by an hour, which is told once, as a change, even in a maintenance window", async () => {
    const moved = (at: number) =>
      [...nightly(at, [1, 2, 3]), ...[1, 2, 3].map((day) => queued(at, day * 24 + 3))].filter(
        ({ finishedSecondsAgo = 0 }) => finishedSecondsAgo > 0,
      );
    for (const quiet of [[], [{ schedule: "0 2 * * *", hours: 4 }]]) {
      const hours = [3.3, 27.3, 28.3, 52.3, 76.3].map((at) => ({ at, runs: moved(at), keys: { quiet } }));
      const { texts } = await play(hours);
      const [told = ""] = texts.splice(2, 1);
      assert.match(told, / has a new schedule: every day at 03:00 UTC\. Before: every day at 02:00 UTC\.$/);
      assert.deepEqual(texts, ["", "", "", ""]);
    }
  });

  it("is judged for all the time that the monitor was away, and stays learned", async () => {
    const hours = [3.3, 40, 60.3, 61.3].map((at) => ({ at, runs: nightly(at, [1, 2]) }));
    const { texts, asked } = await play(hours);
    assert.deepEqual(asked[1]?.[0], "queued");
    assert.match(texts[1] ?? "", new RegExp(`${didNotStart} at 02:00 UTC`));
    assert.deepEqual(texts.slice(2), ["", ""]);
  });
});

describe("a given schedule that contradicts the runs", () => {
  it("is noted once a week, with what they show", async () => {
    const given = { pipelines: { ...keys.pipelines, "nightly import": { schedule: "0 12 * * *" } } };
    const times = [11.5, 35.5, 59.5, 60.5, 180.5].map((at) => ({ at, runs: nightly(at), keys: given }));
    const { texts } = await play(times);
    const note = "no scheduled run came at a time of its `schedule` in three weeks. Its runs show 0 2 * * *.";
    const isNoted = texts.map((text) => text.includes(`nightly import: ${note}`));
    assert.deepEqual(isNoted, [true, false, false, false, true]);
  });
});
