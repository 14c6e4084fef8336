import assert from "node:assert/strict";
import { monitorTag } from "../../../shared/report/form";
import type { HubService, MonitorStep } from "../../../tab/host/hub-service";
import { loadHub } from "../../../tab/pages/hub/load";
import { headingOf } from "../../../tab/words/hub-words";
import { quietHour } from "../example-reports";
import { now, pipeline, problem, watched } from "../geometry/night-stage";
import { madeRun } from "../made-run";

const hour = 3600;
const project = { name: "Night Shift", url: "https://dev.azure.com/contoso/Night%20Shift" };
const tagOf = (number: number) => `monitor-reported-00000000000${number}`;

/** A monitor's runs, hour by hour. */
const runsOf = (number: number, newest = 1140, changes: Parameters<typeof madeRun>[0] = {}) =>
  Array.from({ length: 5 }, (_, back) =>
    madeRun({
      ...{ id: 100 * number + 9 - back, pipeline: `monitor ${number}`, definitionId: number },
      ...{ tags: [monitorTag, tagOf(number)], finishTime: now - newest - back * hour, ...changes },
    }),
  );

const stepOf = (
  number: number,
  changes: Partial<MonitorStep> & { problems?: never[] } = {},
): MonitorStep => ({
  ...{ tag: tagOf(number), problems: [], nights: [watched([pipeline()]).night] },
  reports: [{ ...quietHour(), project: "Night Shift", zone: "Europe/Berlin" }],
  ...changes,
});

const serviceWith = (parts: Partial<HubService>): HubService => ({
  monitorRuns: async () => ({ runs: [] }),
  steps: async () => [],
  recentRuns: async () => ({ runs: [], unfinished: [], isCut: false }),
  wait: async () => undefined,
  runsBetween: async () => [],
  ...parts,
});
const load = (parts: Partial<HubService>) => loadHub(serviceWith(parts), project, { now, timeZone: "UTC" });
const reportWith = (...problems: ReturnType<typeof problem>[]) => [
  { ...quietHour(), project: "Night Shift", problems },
];

describe("what the hub shows", () => {
  it("is of each monitor what its newest run attached, in the monitor's time zone", async () => {
    const read: number[] = [];
    const data = await load({
      monitorRuns: async () => ({ runs: [...runsOf(1), ...runsOf(2)] }),
      steps: async (id) => {
        read.push(id);
        return id < 200 ? [stepOf(1, { reports: reportWith(problem()) })] : [stepOf(2), stepOf(3)];
      },
    });
    assert.deepEqual(read.sort(), [109, 209]);
    assert.deepEqual(
      data.monitors.map(({ name, isLate }) => [name, isLate]),
      [
        ["monitor 1", false],
        ["monitor 2", false],
      ],
    );
    assert.deepEqual(
      data.watched.map(({ monitor, problems }) => [monitor, problems.length]),
      [
        ["monitor 1", 1],
        ["monitor 2", 0],
      ],
    );
    assert.equal(headingOf(data), "invoices failing since 03:38");
    assert.deepEqual([data.gaps, data.listed], [[], undefined]);
    const zoned = await load({
      monitorRuns: async () => ({ runs: runsOf(1) }),
      steps: async () => [stepOf(1)],
    });
    assert.equal(zoned.clock.zone.name, "Europe/Berlin");
  });

  it("begins with a monitor that does not report any more, and says that nobody watches", async () => {
    const data = await load({
      monitorRuns: async () => ({ runs: runsOf(1, 5 * hour) }),
      steps: async () => [stepOf(1, { reports: reportWith(problem({ importance: "high" })) })],
    });
    const [late, next] = data.problems;
    assert.match(late?.sentence ?? "", /^Nobody watches: no report from monitor 1 \(usually every hour\)$/);
    assert.deepEqual(
      [late?.since, next?.pipeline, data.watched[0]?.isSilent],
      [now - 5 * hour, "invoices", true],
    );
  });

  it("loses no step: those without a memory, or whose journal is missing, are shown once", async () => {
    const untagged = (name: string) =>
      stepOf(0, { tag: undefined, nights: undefined, reports: reportWith(problem({ pipeline: name })) });
    const pipelinesOf = async (steps: MonitorStep[], runs = runsOf(1)) =>
      (await load({ monitorRuns: async () => ({ runs: runs }), steps: async () => steps })).problems.map(
        (one) => one.pipeline,
      );
    const plain = runsOf(1, 1140, { tags: [monitorTag] });
    assert.deepEqual(await pipelinesOf([untagged("a"), untagged("b")], plain), ["a", "b"]);
    const twoTags = runsOf(1, 1140, { tags: [monitorTag, tagOf(1), tagOf(2)] });
    assert.deepEqual(await pipelinesOf([untagged("a"), untagged("b")], twoTags), ["a", "b"]);
    const tagged = stepOf(2, { reports: reportWith(problem({ pipeline: "c" })) });
    assert.deepEqual(await pipelinesOf([untagged("a"), tagged], twoTags), ["a", "c"]);
  });

  it("has each problem once, and what is muted last, whichever monitor has it", async () => {
    const muted = problem({ pipeline: "flaky", state: { kind: "muted", why: "" } });
    const steps = [
      stepOf(1, { reports: reportWith(problem(), muted) }),
      stepOf(2, { reports: reportWith(problem(), problem({ pipeline: "export" })) }),
    ];
    const data = await load({
      monitorRuns: async () => ({ runs: [...runsOf(1), ...runsOf(2)] }),
      steps: async (id) => [steps[id < 200 ? 0 : 1] ?? assert.fail()],
    });
    assert.deepEqual(
      data.problems.map((one) => one.pipeline),
      ["invoices", "export", "flaky"],
    );
  });

  it("shows a problem that one monitor mutes and another tells", async () => {
    const muted = problem({ state: { kind: "muted", why: "" } });
    for (const [first, second] of [
      [muted, problem()],
      [problem(), muted],
    ]) {
      const steps = [first, second].map((one, index) =>
        stepOf(index + 1, { reports: reportWith(one ?? assert.fail()) }),
      );
      const data = await load({
        monitorRuns: async () => ({ runs: [...runsOf(1), ...runsOf(2)] }),
        steps: async (id) => [steps[id < 200 ? 0 : 1] ?? assert.fail()],
      });
      assert.equal(headingOf(data), "invoices failing since 03:38");
    }
  });

  it("says which step of a run has no report, even if another one has", async () => {
    const twoTags = runsOf(1, 1140, { tags: [monitorTag, tagOf(1), tagOf(2)] });
    const data = await load({
      monitorRuns: async () => ({ runs: twoTags }),
      steps: async () => [stepOf(1)],
    });
    assert.deepEqual(data.gaps, ["monitor 1 has no report on its last run."]);
  });

  it("is of a step that was run again its last attempt", async () => {
    const attempt = (number: number, ...problems: ReturnType<typeof problem>[]) =>
      stepOf(1, { reports: [{ ...quietHour(), project: "Night Shift", attempt: number, problems }] });
    const steps = [attempt(1, problem()), attempt(2)];
    for (const some of [steps, steps.toReversed()]) {
      const data = await load({
        monitorRuns: async () => ({ runs: runsOf(1) }),
        steps: async () => some,
      });
      assert.deepEqual([headingOf(data), data.watched.length], ["Nothing is wrong now", 1]);
    }
  });

  it("is what the list shows if no report can be read, and blames no configuration for that", async () => {
    const data = await load({
      monitorRuns: async () => ({ runs: runsOf(1) }),
      steps: async () => Promise.reject(new Error("The service returned 500.")),
      recentRuns: async () => ({
        runs: [madeRun({ id: 5, pipeline: "invoices", finishTime: now - 60, result: "failed" })],
        unfinished: [],
        isCut: false,
      }),
    });
    assert.match(headingOf(data), /^invoices failing since/);
    assert.deepEqual([data.gaps.length, data.withoutJournal], [1, []]);
  });

  it("names each monitor that keeps no journal, and each report that was cut", async () => {
    const cut = [{ ...quietHour(), leftOut: [{ list: "problems", count: 3 }] }];
    const data = await load({
      monitorRuns: async () => ({ runs: [...runsOf(1), ...runsOf(2)] }),
      steps: async (id) =>
        id < 200 ? [stepOf(1, { reports: cut })] : [stepOf(2, { tag: undefined, nights: undefined })],
    });
    assert.deepEqual(data.withoutJournal, ["monitor 2"]);
    assert.match(data.gaps.join(), /^monitor 1: This report was cut .*3 problems/);
  });

  it("never says that all is well if a report could not be read, or a check was skipped", async () => {
    const broken = await load({
      monitorRuns: async () => ({ runs: [...runsOf(1), ...runsOf(2)] }),
      steps: async (id) => (id < 200 ? [stepOf(1)] : Promise.reject(new Error("The service returned 500."))),
    });
    assert.deepEqual(broken.gaps, [
      "The report of monitor 2 20261124.209 could not be read: The service returned 500.",
    ]);
    const skipped = await load({
      monitorRuns: async () => ({ runs: runsOf(1) }),
      steps: async () => [stepOf(1, { reports: [{ ...quietHour(), skippedChecks: ["history"] }] })],
    });
    const without = await load({
      monitorRuns: async () => ({ runs: runsOf(1) }),
      steps: async () => [stepOf(1, { reports: [] })],
    });
    const gone = await load({ monitorRuns: async () => ({ runs: runsOf(1) }), steps: async () => [] });
    for (const data of [broken, skipped, without, gone])
      assert.match(headingOf(data), /^No problem was found, but not everything/);
    const good = await load({
      monitorRuns: async () => ({ runs: runsOf(1) }),
      steps: async () => [stepOf(1)],
    });
    assert.equal(headingOf(good), "Nothing is wrong now");
  });

  it("is the list of runs if no monitor has a journal, beside what the monitors reported", async () => {
    const recentRuns = async () => ({
      runs: [madeRun({ id: 5, finishTime: now - 60, result: "failed" })],
      unfinished: [],
      isCut: false,
    });
    const data = await load({
      monitorRuns: async () => ({ runs: runsOf(1) }),
      steps: async () => [stepOf(1, { nights: undefined, reports: reportWith(problem()) })],
      recentRuns,
    });
    assert.deepEqual(
      data.problems.map((one) => one.pipeline),
      ["invoices"],
    );
    assert.deepEqual([data.listed?.count, data.watched[0]?.night.pipelines.length], [1, 1]);
  });

  it("has without a monitor what fails now and what waits for an approval; the timelines of the others cost nothing else", async () => {
    const open = (id: number) =>
      madeRun({ id, status: "inProgress", result: "", queueTime: now - hour, startTime: now - hour });
    const data = await load({
      recentRuns: async () => ({
        ...{ runs: [madeRun({ id: 5, finishTime: now - 60, result: "failed" })], isCut: false },
        unfinished: [open(6), open(7), { ...open(8), status: "notStarted" }],
      }),
      wait: async (id) =>
        id === 6 ? { since: undefined, what: "waits for an approval" } : Promise.reject(new Error("500")),
    });
    assert.deepEqual(
      data.problems.map(({ sentence, number }) => [sentence, number]),
      [
        ["failed", "20261124.5"],
        ["waits for an approval", "20261124.6"],
      ],
    );
    const empty = await load({});
    assert.deepEqual([empty.problems, empty.watched], [[], []]);
    assert.equal(headingOf(empty), "No run finished in the last 24 hours, of those that you may see");
    const good = await load({
      recentRuns: async () => ({ runs: [madeRun({ finishTime: now - 60 })], unfinished: [], isCut: false }),
    });
    assert.equal(headingOf(good), "No pipeline is failing, by the runs of the last 24 hours");
  });
});
