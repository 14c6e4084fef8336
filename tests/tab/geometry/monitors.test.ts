import assert from "node:assert/strict";
import { monitorTag } from "../../../shared/report/form";
import { isLate, isSilent, type Monitor, monitorsOf } from "../../../tab/geometry/monitors";
import type { ProjectRun } from "../../../tab/geometry/project-run";
import { madeRun, type RunChanges } from "../made-run";
import { hour, now } from "./night-stage";

const day = 24 * hour;
const [first, second, third] = [1, 2, 3].map((number) => `monitor-reported-9-00000000000${number}`);

/** Runs that end so many seconds ago. */
const reported = (agos: readonly number[], changes: RunChanges = {}) =>
  agos.map((ago, index) =>
    madeRun({
      ...{ id: 100 + index, pipeline: "night watch", definitionId: 9, reason: "schedule" },
      ...{ tags: tagged(first), finishTime: now - ago, ...changes },
    }),
  );
const tagged = (...tags: (string | undefined)[]) => [monitorTag, ...tags.flatMap((tag) => tag ?? [])];
const hourly = (count: number, newest = 0) =>
  Array.from({ length: count }, (_, index) => newest + index * hour);
/** Eight hours of each night. */
const nights = (...days: number[]) => days.flatMap((ago) => hourly(8, ago * day + 5 * hour));

const lateAndSilent = (monitor: Monitor, at: number) => [isLate(monitor, at), isSilent(monitor, at)];

describe("monitors by their runs", () => {
  it("are told apart by their tags, also within one run, or by pipeline and branch, each with its newest run", () => {
    const both = reported(hourly(3), { tags: tagged(first, second) });
    const plain = reported([500, 4000], { id: 7, definitionId: 10, pipeline: "other", tags: tagged() });
    const monitors = monitorsOf([...plain, ...both]);
    assert.deepEqual(
      monitors.map(({ tag, run, periodSeconds }) => [tag, run.finishTime, periodSeconds]),
      [
        [undefined, now - 500, 3500],
        [first, now, hour],
        [second, now, hour],
      ],
    );
  });

  // A tag can be put on any run, by a logging command or by hand: MicrosoftDocs/azure-devops-docs #8378 and #11765.
  it("of two pipelines that follow one file are two, and no run of another pipeline takes the place of one", () => {
    const step = "000000000001";
    const billing = reported(hourly(3, 600), { definitionId: 8, tags: tagged(`monitor-reported-8-${step}`) });
    const foreign = reported([60], { id: 7, definitionId: 10, tags: tagged(first) });
    const monitors = monitorsOf([...billing, ...foreign, ...reported(hourly(3, 300))]);
    assert.deepEqual(
      monitors.map(({ tag, run }) => [tag, run.pipeline.id, run.finishTime]),
      [
        [`monitor-reported-8-${step}`, 8, now - 600],
        [undefined, 10, now - 60],
        [first, 9, now - 300],
      ],
    );
  });

  const byHand = { reason: "manual" };
  const times: [title: string, agos: number[], states: string, changes?: RunChanges][] = [
    ["two periods ago", hourly(5, 2 * hour), ""],
    ["more than two periods ago", hourly(26, 2 * hour + 1), "late, silent"],
    ["for the first hours, and then not: it may work by day only", hourly(5, 9 * hour), "silent"],
    ["for the first hours, and then not for a day", hourly(5, day), "late, silent"],
    [
      "on the first days by day only, until Friday",
      [0, 1, 2, 3].flatMap((ago) => hourly(9, ago * day + 50 * hour)),
      "silent",
    ],
    ["daily, and hourly before", [...[5 * hour, 29 * hour], ...hourly(60, 54 * hour)], ""],
    ["at night, and paused on the days before, too", nights(0, 1, 2), "silent"],
    ["on two nights before, and not last night", nights(3, 4, 5), "late, silent"],
    [
      "hourly, and yesterday it was out at the same time for once",
      [...hourly(19, 5 * hour), ...hourly(24, 29 * hour)],
      "late, silent",
    ],
    // Seen on a Sunday, a week after the Sunday before.
    ["from Monday to Friday", [2, 3, 4, 5, 6, 9, 10].flatMap((ago) => hourly(8, ago * day)), "silent"],
    ["every day, five hours ago", [0, day, 2 * day].map((ago) => ago + 5 * hour), ""],
    ["once, three hours ago: nobody knows how often", [3 * hour], "silent, no period"],
    [
      "hourly by hand, until three days ago: no schedule starts it",
      hourly(5, 3 * day),
      "silent, no period",
      byHand,
    ],
  ];
  it("say how often they report by their schedule, however often a failure starts them", () => {
    const byHook = reported(
      hourly(20, 60).flatMap((ago) => [ago, ago + 120, ago + 240]),
      {
        ...{ id: 500, reason: "resourceTrigger" },
      },
    );
    const bySchedule = reported(hourly(20, 1800));
    const [monitor = assert.fail()] = monitorsOf([...byHook, ...bySchedule]);
    assert.deepEqual([monitor.periodSeconds, ...lateAndSilent(monitor, now + 30 * 60)], [hour, false, false]);
    const [onlyByHook = assert.fail()] = monitorsOf(byHook);
    assert.deepEqual([onlyByHook.periodSeconds, isLate(onlyByHook, now + 3 * hour)], [undefined, false]);
  });

  for (const [title, agos, expected, changes] of times)
    it(`are late or silent by when they reported: ${title}`, () => {
      const [monitor = assert.fail()] = monitorsOf(reported(agos, changes));
      const [late, silent] = lateAndSilent(monitor, now);
      const states = [late && "late", silent && "silent", monitor.periodSeconds === undefined && "no period"];
      assert.equal(states.filter(Boolean).join(", "), expected);
    });

  const stoppedEarly = reported(hourly(3, 5 * day), { tags: tagged(second) });
  const stopped = reported(hourly(5, 10 * hour), { tags: tagged(second) });
  const triggered = { reason: "resourceTrigger", branch: "refs/heads/x", tags: tagged(second) };
  const trial = { reason: "manual", branch: "refs/heads/try", tags: tagged(third) };
  const besides: [title: string, runs: ProjectRun[], tags: (string | undefined)[], since?: number][] = [
    [
      "keep one that has stopped beside another that goes on",
      [...reported(hourly(30)), ...stopped],
      [first, second],
    ],
    [
      "keep one that stopped before the list begins: nobody knows that another one has replaced it",
      [...reported(hourly(96)), ...stoppedEarly],
      [first, second],
      now - 4 * day,
    ],
    [
      "keep one that a resource triggers",
      [...reported([60], triggered), ...reported(hourly(5))],
      [second, first],
    ],
    ["leave out a step that was renamed", [...reported(hourly(5)), ...stopped], [first]],
    [
      "leave out trials by hand beside a scheduled one",
      [...reported([60], trial), ...reported(hourly(5))],
      [first],
    ],
  ];
  for (const [title, runs, tags, since] of besides)
    it(title, () => {
      const monitors = monitorsOf(runs, since);
      assert.deepEqual(
        monitors.map(({ tag }) => tag),
        tags,
      );
    });
});
