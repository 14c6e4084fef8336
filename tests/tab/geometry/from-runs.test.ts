import assert from "node:assert/strict";
import { utcZone } from "../../../shared/text/zone";
import { type Listed, nightFromRuns, problemsFromRuns } from "../../../tab/geometry/from-runs";
import { madeRun } from "../made-run";

const hour = 3600;
const now = Date.UTC(2026, 10, 24, 6, 38) / 1000;
const ended = (ago: number, changes: Parameters<typeof madeRun>[0] = {}) =>
  madeRun({ id: Math.round(ago) + 1, finishTime: now - ago, ...changes });
const open = (ago: number, changes: Parameters<typeof madeRun>[0] = {}) =>
  madeRun({
    id: 9000,
    status: "inProgress",
    result: "",
    queueTime: now - ago,
    startTime: now - ago,
    ...changes,
  });
const listed = (changes: Partial<Listed>): Listed => ({
  runs: [],
  unfinished: [],
  waits: new Map(),
  isCut: false,
  ...changes,
});
const found = (changes: Partial<Listed>) =>
  problemsFromRuns(listed(changes), "Night Shift", now).map(({ pipeline, sentence, since, count }) => [
    pipeline,
    sentence,
    now - since,
    count,
  ]);

describe("a project without a monitor", () => {
  it("has what fails now, since when and how often; not what works again, was canceled, or is of a pull request", () => {
    const failed = { result: "failed" };
    assert.deepEqual(
      found({ runs: [ended(100, failed), ended(5000, failed), ended(9000), ended(20_000, failed)] }),
      [["nightly import", "failed", 5000, 2]],
    );
    assert.deepEqual(
      found({ runs: [ended(50, { result: "canceled" }), ended(100), ended(5000, failed)] }),
      [],
    );
    assert.deepEqual(found({ runs: [ended(100, { ...failed, reason: "pullRequest" })] }), []);
    assert.deepEqual(found({ runs: [ended(100, failed), ended(80_000, failed)] }), [
      ["nightly import", "failed, every run of the last 24 hours", 80_000, 2],
    ]);
  });

  it("has branches and pipelines of one name told apart, the latest failure first", () => {
    const failed = (id: number, branch: string) => ({ id, result: "failed", branch: `refs/heads/${branch}` });
    const runs = [
      ended(300, failed(1, "release/7")),
      ended(100),
      ended(200, { ...failed(2, "main"), definitionId: 8 }),
    ];
    assert.deepEqual(
      found({ runs }).map(([, sentence]) => sentence),
      ["failed", "failed on release/7"],
    );
  });

  it("has what runs or waits for longer than it usually does, if enough runs show what is usual", () => {
    const runs = [ended(8000), ended(12_000), ended(16_000, { queueTime: now - 16_000 - 500 })];
    assert.deepEqual(found({ runs, unfinished: [open(2 * hour)] }), [
      ["nightly import", "running for 2 h, usually 1 min", 2 * hour, 1],
    ]);
    const waiting = open(900, { status: "notStarted", startTime: undefined });
    assert.deepEqual(found({ runs, unfinished: [waiting] }), [
      ["nightly import", "waiting to start for 15 min, usually 5 s", 900, 1],
    ]);
    assert.deepEqual(found({ runs, unfinished: [open(150), { ...waiting, queueTime: now - 550 }] }), []);
    assert.deepEqual(found({ runs: runs.slice(1), unfinished: [open(2 * hour)] }), []);
  });

  it("has what waits for a person, which is not called slow", () => {
    const waits = new Map([
      [9000, { since: now - hour, what: "waits for an approval before stage Production" }],
    ]);
    assert.deepEqual(
      found({ runs: [ended(8000), ended(12_000), ended(16_000)], unfinished: [open(2 * hour)], waits }),
      [["nightly import", "waits for an approval before stage Production", hour, 1]],
    );
  });

  it("claims nothing of the time that was not read", () => {
    const failed = { result: "failed" };
    const runs = [ended(100, failed), ended(2 * hour, failed)];
    assert.deepEqual(
      found({ runs, isCut: true }).map(([, sentence]) => sentence),
      ["failed, every run that was read"],
    );
    const night = nightFromRuns(
      listed({ runs, isCut: true }),
      "Night Shift",
      "https://dev.azure.com/contoso/Night%20Shift",
      now,
      utcZone,
    );
    assert.match(night.pipelines[0]?.hours ?? "", /^\?{20,}[.f]+$/);
  });

  it("has a row for each pipeline, with the worst of each hour", () => {
    const runs = [
      ended(100),
      ended(200, { result: "failed" }),
      ended(3 * hour),
      ended(100, { definitionId: 8, pipeline: "export" }),
    ];
    const night = nightFromRuns(
      listed({ runs }),
      "Night Shift",
      "https://dev.azure.com/contoso/Night%20Shift",
      now,
      utcZone,
    );
    assert.deepEqual(
      night.pipelines.map(({ pipeline, hours, figures }) => [
        pipeline,
        hours.slice(-4),
        figures[0]?.slice(1, 4),
      ]),
      [
        ["nightly import", "w..f", [3, 1, 2]],
        ["export", "...w", [1, 0, 1]],
      ],
    );
  });
});
