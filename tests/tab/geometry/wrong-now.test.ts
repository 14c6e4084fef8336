import assert from "node:assert/strict";
import type { ReportProblem } from "../../../shared/report/schema";
import { branchKey } from "../../../tab/geometry/failing";
import type { ProjectRun } from "../../../tab/geometry/project-run";
import { type Claim, wrongNow } from "../../../tab/geometry/wrong-now";
import { madeRun, type RunChanges } from "../made-run";
import { hour, nightShift, now, shown } from "./night-stage";

const day = 24 * hour;
const ran = (id: number, ago: number, result: string, changes: RunChanges = {}) =>
  madeRun({ ...{ id, result, pipeline: "invoices", finishTime: now - ago }, ...changes });
const failed = (id: number, ago: number, changes: RunChanges = {}) => ran(id, ago, "failed", changes);
const good = (id: number, ago: number, changes: RunChanges = {}) => ran(id, ago, "succeeded", changes);
const runUrl = (id: number) => madeRun({ id }).url;
/** A report of an hour ago says so. */
const told = (changes: Partial<ReportProblem> = {}): Claim => ({
  ...shown({
    definition: { id: 7, name: "invoices" },
    key: "invoices main",
    last: now - 2 * hour,
    count: 1,
    runUrl: runUrl(1),
    cause: "ORA-01017",
    ...changes,
  }),
  ...{ knownAt: now - hour, isOld: false },
});
const wrong = (
  claims: readonly Claim[],
  runs: readonly ProjectRun[],
  changes: Partial<Parameters<typeof wrongNow>[2]> = {},
) =>
  wrongNow(
    claims,
    nightShift,
    { runs, readAt: now, failuresSince: now - 28 * day, isExcluded: () => false, ...changes },
    true,
  );
const texts = (claims: readonly Claim[]) =>
  claims.map(
    ({ pipeline, sentence, count, state }) => `${pipeline?.name} ${sentence} ${count}, ${state.kind}`,
  );
const main = { branch: "refs/heads/main" };
const topic = { branch: "refs/heads/topic" };
const muted = { kind: "muted", why: "" } as const;

describe("what is wrong now", () => {
  const first = failed(1, 2 * hour);
  const cases: [title: string, claims: Claim[], runs: ProjectRun[], ...expected: string[]][] = [
    [
      "what the last run says, though a monitor is silent",
      [],
      [failed(1, 3 * hour)],
      "invoices failed 1, told",
    ],
    [
      "what it said a week ago, if nothing has run since",
      [],
      [failed(1, 7 * day)],
      "invoices failed 1, told",
    ],
    ["what a report tells of the same run, once", [told()], [first], "invoices failed 1, told"],
    ["not what a later run has ended", [told()], [first, good(2, 60)]],
    [
      "what a run that was queued before, and took longer, does not end",
      [told()],
      [failed(1, 2 * hour, { queueTime: now - 3 * hour }), good(2, 60, { queueTime: now - 4 * hour })],
      "invoices failed 1, told",
    ],
    ...[true, false].map((isListed): [string, Claim[], ProjectRun[], string] => [
      `a tag that failed, since and as often as it did, whatever another monitor says of an earlier one${isListed ? "" : ", and nobody lists"}`,
      [
        told({ branch: "refs/tags/1.2.3", count: 5 }),
        told({ branch: "refs/tags/1.2.4", last: now - hour, runUrl: runUrl(2) }),
      ],
      isListed
        ? [failed(1, 2 * hour, { branch: "refs/tags/1.2.3" }), failed(2, hour, { branch: "refs/tags/1.2.4" })]
        : [],
      "invoices failed 1, told",
    ]),
    [
      "what fails again since",
      [told()],
      [first, failed(2, 60), good(9, 9 * hour)],
      "invoices failed 2, told",
    ],
    [
      "what a mute keeps quiet, also if it fails again",
      [told({ state: muted })],
      [first, failed(2, 60), good(9, 9 * hour)],
      "invoices failed 2, muted",
    ],
    // Which of two commits is the state of a branch: marcells/node-build-monitor #57.
    [
      "the last run of each branch that ran today",
      [],
      [failed(1, hour, main), good(2, 2 * hour, main), good(3, 60, topic)],
      "invoices failed 1, told",
    ],
    [
      "not an older branch that only people ran, of a pipeline that goes on",
      [],
      [failed(1, 3 * day, { ...topic, reason: "individualCI" }), good(2, 60, main)],
    ],
    [
      "an older branch that a schedule runs, however well another one is",
      [],
      [failed(1, 3 * day, main), good(2, 60, topic)],
      "invoices failed 1, told",
    ],
    [
      "not a tag of an earlier day, and no tag once another one succeeds",
      [],
      [
        failed(1, 3 * day, { branch: "refs/tags/1.2.3", definitionId: 8 }),
        failed(2, hour, { branch: "refs/tags/1.2.3" }),
        good(3, 60, { branch: "refs/tags/1.2.4" }),
      ],
    ],
    [
      "what failed, though a run that was queued before it succeeds later",
      [],
      [failed(1, 2 * hour, { queueTime: now - 3 * hour }), good(2, 60, { queueTime: now - 4 * hour })],
      "invoices failed 1, told",
    ],
    [
      "not a monitor that did not report once, if it has reported since",
      [],
      [failed(1, 2 * hour), failed(2, hour, { tags: ["pipeline-keeper"] })],
    ],
    [
      "not a pull request, a run that a person started and canceled, or a monitor that reported",
      [],
      [
        failed(1, 60, { reason: "pullRequest" }),
        ran(2, 60, "canceled", { definitionId: 8, reason: "manual" }),
        failed(3, 60, { definitionId: 9, tags: ["pipeline-keeper"] }),
      ],
    ],
    // A job that takes too long ends its run as canceled: microsoft/winappCli #775, dotnet/roslyn #59948.
    [
      "a canceled run of a schedule: the service cancels what takes too long",
      [],
      [good(1, day), ran(2, 60, "canceled", {})],
      "invoices was canceled 1, told",
    ],
    [
      "not a missed run, once the pipeline was queued",
      [told({ kind: "missed", sentence: "did not start" })],
      [good(2, 60)],
    ],
    ["not a stuck run that has finished", [told({ kind: "stuck", sentence: "running" })], [good(1, 60)]],
    [
      "a slow run, until a report says otherwise",
      [told({ kind: "ranTooLong", sentence: "ran too long" })],
      [good(2, 60)],
      "invoices ran too long 1, told",
    ],
    [
      "what another project's monitor tells",
      [told({ project: "Shop", runUrl: runUrl(1) })],
      [good(2, 60)],
      "invoices failed 1, told",
    ],
  ];
  for (const [title, claims, runs, ...expected] of cases)
    it(`is ${title}`, () => assert.deepEqual(texts(wrong(claims, runs)), expected));

  it("is one problem for two monitors that saw different last runs, the earliest since and the latest last", () => {
    const other = told({ since: now - 5 * hour, last: now - 3 * hour, runUrl: runUrl(7), number: "old" });
    const [claim, ...others] = wrong([other, told({ since: now - 4 * hour, number: "new" })], [first]);
    assert.deepEqual(others, []);
    assert.deepEqual([claim?.since, claim?.last, claim?.number], [now - 5 * hour, now - 2 * hour, "new"]);
  });

  it("is told if one of two monitors tells it", () => {
    const claims = [told({ state: muted, last: now - hour }), told()];
    for (const some of [claims, claims.toReversed()])
      assert.deepEqual(texts(wrong(some, [first])), ["invoices failed 1, told"]);
  });

  it("names a cause of the run that it is of, and of no other", () => {
    const [same, later] = [wrong([told()], [first])[0], wrong([told()], [first, failed(2, 60)])[0]];
    assert.deepEqual([same?.cause, later?.cause, later?.runUrl], ["ORA-01017", undefined, runUrl(2)]);
  });

  it("is as old as the report that says it, and as new as the list that confirms it", () => {
    const old = { ...told(), isOld: true };
    assert.deepEqual(
      wrong([old], [first]).map(({ knownAt, isOld }) => [knownAt, isOld]),
      [[now, false]],
    );
    const [unconfirmed] = wrong([{ ...old, pipeline: { id: 8, name: "export" } }], []);
    assert.deepEqual([unconfirmed?.knownAt, unconfirmed?.isOld], [now - hour, true]);
  });

  it("names the first run that failed, unless an earlier one may have", () => {
    const runs = [failed(1, 3 * hour), failed(2, 2 * hour), failed(3, hour)];
    const firstOf = (claims: Claim[], all: ProjectRun[], changes = {}) =>
      wrong(claims, all, changes)[0]?.first?.id;
    assert.equal(firstOf([], [...runs, good(9, 5 * hour)]), 1);
    assert.equal(firstOf([told({ since: now - 3 * hour })], [...runs, good(9, 5 * hour)]), 1);
    assert.equal(
      firstOf([told({ since: now - 9 * hour, state: muted })], [...runs, good(9, 5 * hour)]),
      undefined,
    );
    assert.equal(firstOf([], runs, { failuresSince: now - 4 * hour }), undefined);
  });

  it("is calm about a branch that the configuration excludes, and says so", () => {
    const [claim] = wrong([], [first], { isExcluded: (branch) => branch === branchKey(first) });
    assert.deepEqual(claim?.state, {
      kind: "notChecked",
      why: "The monitor's configuration excludes its runs.",
    });
  });
});
