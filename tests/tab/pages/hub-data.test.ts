import assert from "node:assert/strict";
import { monitorTag } from "../../../shared/report/form";
import { isLate } from "../../../tab/geometry/monitors";
import type { HubData } from "../../../tab/pages/hub/hub-data";
import { ageText, headingOf } from "../../../tab/words/hub-heading";
import { hour, now, problem } from "../geometry/night-stage";
import { madeRun } from "../made-run";

import {
  broken,
  failed,
  failedOf,
  load,
  muted,
  pipelinesOf,
  reportWith,
  runsOf,
  stepOf,
  tagOf,
  telling,
  twoTags,
  untagged,
} from "./hub-data-stage";

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
    assert.deepEqual([late?.since, next?.name], [now - 5 * hour, "invoices"]);
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

  it("is what the list shows if no report can be read, and blames no configuration for that", async () => {
    const data = await load({ steps: { 1: broken }, recent: [failedOf({ pipeline: "invoices" })] });
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

  it("claims without a monitor no more than the list of runs shows", async () => {
    const empty = await load({});
    assert.deepEqual([empty.problems, empty.watched], [[], []]);
    assert.equal(headingOf(empty), "No run finished in the last 24 hours, of those that you may see");
    const good = await load({ recent: [madeRun({ finishTime: now - 60 })] });
    assert.equal(headingOf(good), "No pipeline is failing, by the last run of each");
  });
});
