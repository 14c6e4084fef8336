import assert from "node:assert/strict";
import { hasSucceeded } from "../../../shared/azure-devops/run-state";
import { monitorTag } from "../../../shared/report/form";
import type { MonitorReport, ReportProblem } from "../../../shared/report/schema";
import { utcZone } from "../../../shared/text/zone";
import { gridOf } from "../../../tab/geometry/grid";
import { isLate } from "../../../tab/geometry/monitors";
import { nightRows } from "../../../tab/geometry/night";
import type { ProjectRun } from "../../../tab/geometry/project-run";
import type { HubService } from "../../../tab/host/hub-service";
import type { MonitorStep } from "../../../tab/host/monitor-steps";
import { type HubData, hubData } from "../../../tab/pages/hub/hub-data";
import { readHub } from "../../../tab/pages/hub/read-hub";
import { ageText, headingOf } from "../../../tab/words/hub-heading";
import { quietHour } from "../example-reports";
import { hour, now, pipeline, problem, watched } from "../geometry/night-stage";
import { madeRun } from "../made-run";

const project = { name: "Night Shift", url: "https://dev.azure.com/contoso/Night%20Shift" };
const tagOf = (number: number, definitionId = number) =>
  `monitor-reported-${definitionId}-00000000000${number}`;

/** A monitor's runs, hour by hour. */
const runsOf = (number: number, newest = 1140, changes: Partial<ProjectRun> = {}, length = 5) =>
  Array.from({ length }, (_, back) =>
    madeRun({
      ...{ id: 100 * number + 9 - back, pipeline: `monitor ${number}`, definitionId: number },
      ...{ tags: [monitorTag, tagOf(number)], finishTime: now - newest - back * hour, ...changes },
    }),
  );
const twoTags = runsOf(1, 1140, { tags: [monitorTag, tagOf(1), tagOf(2, 1)] });

const reportWith = (changes: Partial<MonitorReport>) => [
  { ...quietHour(), project: "Night Shift", ...changes },
];
const stepOf = (number: number, changes: Partial<MonitorStep> = {}): MonitorStep => ({
  ...{ tag: tagOf(number), problems: [], nights: [watched([pipeline()]).night], reports: reportWith({}) },
  ...changes,
});
const telling = (number: number, ...problems: ReportProblem[]) =>
  stepOf(number, { reports: reportWith({ problems }) });
const untagged = (name: string): MonitorStep => ({
  ...telling(0, problem({ pipeline: name })),
  ...{ tag: undefined, nights: undefined },
});
const muted = { kind: "muted", why: "" } as const;
const broken = new Error("The service returned 500.");

/** What a service has: of monitors by their numbers, the steps of their newest runs or why they cannot be read. */
interface Given {
  steps: Readonly<Record<number, readonly MonitorStep[] | Error>>;
  /** By default, each of these monitors reported 19 minutes ago. */
  monitorRuns: ProjectRun[];
  /** By the ids of the runs; those of other runs cannot be read. */
  stepsOfRuns: Readonly<Record<number, readonly MonitorStep[] | Error>>;
  recent: ProjectRun[];
  unfinished: ProjectRun[];
  wait: HubService["wait"];
  defaultBranch: string;
}

async function load({
  steps = {},
  recent = [],
  unfinished = [],
  ...given
}: Partial<Given>): Promise<HubData> {
  const numbers = Object.keys(steps).map(Number);
  const service: HubService = {
    monitorRuns: async () => ({ runs: given.monitorRuns ?? numbers.flatMap((number) => runsOf(number)) }),
    async steps(id) {
      const found =
        given.stepsOfRuns?.[id] ?? steps[(id - 9) / 100] ?? new Error(`${id} is not the newest run`);
      if (found instanceof Error) throw found;
      return [...found];
    },
    monitorRunsSince: async () => [],
    defaultBranch: async () => given.defaultBranch,
    failures: async () => ({ runs: recent.filter((run) => !hasSucceeded(run)), isCut: false }),
    lastSuccesses: async () => ({ runs: recent.filter(hasSucceeded), isCut: false }),
    lastSuccess: async () => undefined,
    successesBeside: async () => ({ before: undefined, after: undefined }),
    runsSince: async () => ({ runs: recent, isCut: false }),
    others: async () => [],
    unfinishedRuns: async () => ({ runs: unfinished, isCut: false }),
    wait: given.wait ?? (async () => undefined),
    runsBetween: async () => [],
  };
  return hubData(await readHub(service, () => now), project, { now, timeZone: "UTC" });
}
const pipelinesOf = ({ problems }: HubData) => problems.map((one) => one.pipeline);
const failed = madeRun({ id: 5, finishTime: now - 60, result: "failed" });

describe("what the hub shows", () => {
  it("is of each monitor what its newest run attached, in the monitor's time zone", async () => {
    const data = await load({ steps: { 1: [telling(1, problem())], 2: [stepOf(2), stepOf(3)] } });
    const monitors = data.monitors.map((one) => `${one.name} ${isLate(one, now)}`);
    assert.deepEqual(monitors, ["monitor 1 false", "monitor 2 false"]);
    const told = data.watched.map(({ monitor, problems }) => `${monitor}: ${problems.length}`);
    assert.deepEqual(told, ["monitor 1: 1", "monitor 2: 1"]);
    assert.equal(headingOf(data), "invoices failing since 03:38");
    assert.deepEqual([data.gaps, data.listed], [[], undefined]);
    const zoned = await load({
      steps: { 1: [stepOf(1, { reports: reportWith({ zone: "Europe/Berlin" }) })] },
    });
    assert.equal(zoned.clock.zone.name, "Europe/Berlin");
  });

  it("begins with a monitor that does not report any more, and says that nobody watches", async () => {
    const steps = { 1: [telling(1, problem({ importance: "high" }))] };
    const monitorRuns = runsOf(1, 5 * hour, {}, 30);
    const { problems, watched, clock } = await load({ steps, monitorRuns });
    const [late, next] = problems;
    assert.match(
      late?.sentence ?? "",
      /^Nobody watches: no report from monitor 1 since 01:38 \(usually every hour\)$/,
    );
    assert.deepEqual([late?.since, next?.pipeline], [now - 5 * hour, "invoices"]);
    assert.equal(watched[0]?.isSilent, true);
    // What it said last is of when it said it: a page that looks current is believed, marcusquinn/aidevops #20016.
    const ages = problems.map((one) => ageText(one, clock));
    assert.deepEqual(ages, ["", "As of Fri 02:00, 4 days ago."]);
  });

  // Code that nobody has merged runs with the tag of the monitor, and may attach any report (decision 27).
  for (const [who, forged] of [
    ["a pull request", { reason: "pullRequest", branch: "refs/pull/7/merge" }],
    ["a person, on a branch that is not the default one", { reason: "manual", branch: "refs/heads/silence" }],
    ["a push to such a branch", { reason: "individualCI", branch: "refs/heads/silence" }],
  ] as const)
    for (const defaultBranch of ["refs/heads/main", undefined])
      it(`believes no report of ${who}, whether the default branch is known or not, and names the run`, async () => {
        const [newest = assert.fail()] = runsOf(1, 60, forged);
        const data = await load({
          monitorRuns: [{ ...newest, id: 666 }, ...runsOf(1)],
          stepsOfRuns: { 666: [stepOf(1)], 109: [telling(1, problem())] },
          ...(defaultBranch === undefined ? {} : { defaultBranch }),
        });
        assert.equal(headingOf(data), "invoices failing since 03:38");
        assert.deepEqual(data.gaps, []);
        assert.match(
          data.remarks.join(),
          /^monitor 1 also ran on .*: only runs on main speak for the monitor\.$/,
        );
      });

  it("loses no step: those without a memory, or whose journal is missing, are shown once", async () => {
    const plain = runsOf(1, 1140, { tags: [monitorTag] });
    for (const [monitorRuns, ...steps] of [
      [plain, untagged("a"), untagged("b")],
      [twoTags, untagged("a"), untagged("b")],
      [twoTags, untagged("a"), { ...telling(2, problem({ pipeline: "b" })), tag: tagOf(2, 1) }],
    ] as const)
      assert.deepEqual(pipelinesOf(await load({ steps: { 1: steps }, monitorRuns })), ["a", "b"]);
  });

  it("has each problem once, and what is muted last, whichever monitor has it", async () => {
    const flaky = problem({ pipeline: "flaky", state: muted });
    const others = [problem(), problem({ pipeline: "export" })];
    const data = await load({ steps: { 1: [telling(1, problem(), flaky)], 2: [telling(2, ...others)] } });
    assert.deepEqual(pipelinesOf(data), ["invoices", "export", "flaky"]);
  });

  it("has what features of each monitor have to say", async () => {
    const row = { pipeline: "proxy down", list: "Known issues", isGood: false, sentence: "hit 1 run" };
    const rows = [row];
    const data = await load({ steps: { 1: [stepOf(1, { reports: reportWith({ rows }) })], 2: [stepOf(2)] } });
    assert.deepEqual(data.rows, rows);
  });

  const unreadable = stepOf(1, {
    reports: [],
    nights: undefined,
    problems: ["A report cannot be read: It is not JSON."],
  });
  const older: [title: string, steps: Record<number, readonly MonitorStep[] | Error>, gap: RegExp][] = [
    [
      "cannot be read",
      { 109: broken },
      /^The report of monitor 1 20261124\.109 could not be read: The service returned 500\. /,
    ],
    ["is no report", { 109: [unreadable] }, /^monitor 1: A report cannot be read: It is not JSON\. /],
    ["was never written", { 109: [] }, /^monitor 1 has no report on its last run\. /],
  ];
  for (const [title, steps, gap] of older)
    it(`is the last report that can be read, and says so, if the newest one ${title}`, async () => {
      const muting = telling(1, problem({ state: muted }));
      const data = await load({ stepsOfRuns: { ...steps, 108: [muting] }, monitorRuns: runsOf(1) });
      assert.match(
        headingOf(data),
        /^No problem was found, but not everything could be read or checked; 1 muted$/,
      );
      assert.deepEqual(
        data.gaps.map((text) => text.replace(gap, "")),
        ["The one of 05:19 is shown."],
      );
      assert.deepEqual(
        data.watched.map(({ night }) => night.pipelines.length),
        [1],
      );
      assert.equal(data.monitors[0]?.knownAt, now - 1140 - hour);
    });

  it("has the hours of the journal before, if the newest one cannot be read", async () => {
    const torn = stepOf(1, { nights: undefined, problems: ["The journal cannot be read."] });
    const data = await load({ stepsOfRuns: { 109: [torn], 108: [stepOf(1)] }, monitorRuns: runsOf(1) });
    assert.deepEqual(data.gaps, ["monitor 1: The journal cannot be read."]);
    assert.equal(data.watched.length, 1);
  });

  it("says which step of a run has no report, even if another one has", async () => {
    const data = await load({ steps: { 1: [stepOf(1)] }, monitorRuns: twoTags });
    assert.deepEqual(data.gaps, ["monitor 1 has no report on its last run."]);
  });

  const attempt = (number: number, ...problems: ReportProblem[]) =>
    stepOf(1, { reports: reportWith({ attempt: number, problems }) });
  const [failing, well] = ["invoices failing since 03:38", "Nothing is wrong now"];
  const unsure = "No problem was found, but not everything could be read or checked";
  const headings: [title: string, steps: Given["steps"], heading: string][] = [
    [
      "what one monitor mutes and another tells",
      { 1: [telling(1, problem({ state: muted }))], 2: [telling(2, problem())] },
      failing,
    ],
    [
      "the same the other way round",
      { 1: [telling(1, problem())], 2: [telling(2, problem({ state: muted }))] },
      failing,
    ],
    ["the last attempt of a step that was run again", { 1: [attempt(1, problem()), attempt(2)] }, well],
    ["the last attempt, which the service lists first", { 1: [attempt(2), attempt(1, problem())] }, well],
    ["a monitor that found nothing", { 1: [stepOf(1)] }, well],
    ["a report that could not be read", { 1: [stepOf(1)], 2: broken }, unsure],
    [
      "a check that was skipped",
      { 1: [stepOf(1, { reports: reportWith({ skippedChecks: ["history"] }) })] },
      unsure,
    ],
    ["a step without a report", { 1: [stepOf(1, { reports: [] })] }, unsure],
    ["a run without a step", { 1: [] }, unsure],
  ];
  for (const [title, steps, heading] of headings)
    it(`heads ${title}: ${heading}`, async () => assert.equal(headingOf(await load({ steps })), heading));

  it("keeps the failure of one of two monitors that follow the same file", async () => {
    const tags = [1, 2].map((id) => `monitor-reported-${id}-000000000001`);
    const steps = tags.map((tag, index) => ({
      ...telling(index + 1, ...(index === 0 ? [problem()] : [])),
      tag,
    }));
    const monitorRuns = tags.flatMap((tag, index) =>
      runsOf(index + 1, 1140 - index, { tags: [monitorTag, tag] }),
    );
    const [one = assert.fail(), other = assert.fail()] = steps;
    assert.equal(headingOf(await load({ steps: { 1: [one], 2: [other] }, monitorRuns })), failing);
  });

  it("is what the list shows if no report can be read, and blames no configuration for that", async () => {
    const data = await load({ steps: { 1: broken }, recent: [{ ...failed, pipeline: "invoices" }] });
    assert.match(headingOf(data), /^invoices failing since/);
    const gap = "The report of monitor 1 20261124.109 could not be read: The service returned 500.";
    assert.deepEqual([data.gaps, data.withoutJournal], [[gap], []]);
  });

  it("names each monitor that keeps no journal, and each report that was cut", async () => {
    const cut = stepOf(1, { reports: reportWith({ leftOut: [{ list: "problems", count: 3 }] }) });
    const data = await load({ steps: { 1: [cut], 2: [stepOf(2, { tag: undefined, nights: undefined })] } });
    assert.deepEqual(data.withoutJournal, ["monitor 2"]);
    assert.match(data.gaps.join(), /^monitor 1: This report was cut .*3 problems/);
  });

  it("is the list of runs if no monitor has a journal, beside what the monitors reported", async () => {
    const data = await load({
      steps: { 1: [{ ...telling(1, problem()), nights: undefined }] },
      recent: [failed],
    });
    assert.deepEqual(pipelinesOf(data), ["invoices", "nightly import"]);
    assert.deepEqual([data.listed?.runs.length, data.watched[0]?.night.pipelines.length], [1, 1]);
  });

  it("has without a monitor what fails now and what waits for an approval; the timelines of the others cost nothing else", async () => {
    const open = (id: number, status = "inProgress") =>
      madeRun({ id, status, result: "", queueTime: now - hour, startTime: now - hour });
    const load24 = (since: number | undefined) =>
      load({
        recent: [failed],
        unfinished: [open(6), open(7), open(8, "notStarted")],
        wait: async (id) => (id === 6 ? { since, what: "waits for an approval" } : Promise.reject(broken)),
      });
    const told = ({ problems }: HubData) => problems.map(({ sentence, number }) => `${number} ${sentence}`);
    const [day, hours, unknown] = [
      await load24(now - 24 * hour),
      await load24(now - 23 * hour),
      await load24(undefined),
    ];
    assert.deepEqual(told(day), ["20261124.5 failed", "20261124.6 waits for an approval"]);
    assert.deepEqual(day.remarks, []);
    // As in the monitor's messages, it is no problem before a day has passed.
    assert.deepEqual(told(hours), ["20261124.5 failed"]);
    assert.deepEqual(hours.remarks, ["nightly import 20261124.6 waits for an approval since Mon 07:38."]);
    assert.deepEqual(unknown.remarks, ["nightly import 20261124.6 waits for an approval."]);
  });

  it("has a pipeline once that was renamed since the report, by its new name", async () => {
    const nights = [watched([pipeline({ pipeline: "old name", definitionId: 7 })]).night];
    const reports = reportWith({ problems: [problem({ pipeline: "old name" })] });
    const data = await load({
      steps: { 1: [stepOf(1, { nights, reports })] },
      recent: [{ ...failed, pipeline: "new name" }],
    });
    assert.deepEqual(pipelinesOf(data), ["new name"]);
    assert.deepEqual(
      data.watched[0]?.night.pipelines.map((one) => one.pipeline),
      ["new name"],
    );
    const [row] = nightRows(data.watched, gridOf("24h", now, utcZone));
    assert.equal(row?.problems.length, 1);
  });

  it("has a pipeline once whose name another folder has, too, by its folder", async () => {
    const names = ["\\Billing\\deploy", "\\Shop\\deploy"];
    const pipelines = names.map((name, index) => pipeline({ pipeline: name, definitionId: 7 + index }));
    const reports = reportWith({ problems: [problem({ pipeline: names[0] })] });
    const ran = { ...failed, pipeline: "deploy" };
    const recent = [ran, { ...ran, id: 6, definitionId: 8, result: "succeeded" }];
    const data = await load({
      steps: { 1: [stepOf(1, { nights: [watched(pipelines).night], reports })] },
      recent,
    });
    assert.deepEqual(pipelinesOf(data), [names[0]]);
  });

  it("claims without a monitor no more than the list of runs shows", async () => {
    const empty = await load({});
    assert.deepEqual([empty.problems, empty.watched], [[], []]);
    assert.equal(headingOf(empty), "No run finished in the last 24 hours, of those that you may see");
    const good = await load({ recent: [madeRun({ finishTime: now - 60 })] });
    assert.equal(headingOf(good), "No pipeline is failing, by the last run of each");
  });
});
