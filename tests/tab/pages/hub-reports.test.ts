import assert from "node:assert/strict";
import { monitorTag } from "../../../shared/report/form";
import type { ReportProblem } from "../../../shared/report/schema";
import type { MonitorStep } from "../../../tab/host/monitor-steps";
import { readHub } from "../../../tab/pages/hub/read-hub";
import { headingOf } from "../../../tab/words/hub-heading";
import { hour, now, problem } from "../geometry/night-stage";
import { madeRun } from "../made-run";

import {
  broken,
  type Given,
  load,
  muted,
  reportWith,
  runsOf,
  serviceWith,
  stepOf,
  telling,
  twoTags,
} from "./hub-data-stage";

describe("what the hub shows of reports that are missing, or that differ", () => {
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
});

describe("a hub that is left open", () => {
  it("is shown before the problems that are over are read", async () => {
    const recent = [
      madeRun({ id: 8, finishTime: now - 60 }),
      madeRun({ id: 7, finishTime: now - hour, result: "failed" }),
    ];
    const order: string[] = [];
    const successesBeside = async () => {
      order.push("read");
      return { before: undefined, after: undefined };
    };
    const service = { ...serviceWith({ recent }), successesBeside };
    await readHub(
      service,
      () => now,
      undefined,
      undefined,
      () => order.push("shown"),
    );
    assert.deepEqual(order, ["shown", "read"]);
  });

  // A hundred runs of other monitors ended while the machine slept.
  it("reads all again if more runs of monitors ended since than one list has", async () => {
    const before = serviceWith({ steps: { 1: [telling(1)] } });
    const last = await readHub(before, () => now);
    const later = now + hour;
    const monitorRuns = runsOf(1, 60 - hour);
    const after = serviceWith({ monitorRuns, stepsOfRuns: { 109: [telling(1, problem({}))] } });
    const service = { ...after, monitorRunsSince: async () => ({ runs: [], isCut: true }) };
    const { wholeAt, listed } = await readHub(service, () => later, last);
    assert.deepEqual([wholeAt, listed.runs], [later, monitorRuns]);
  });
});
