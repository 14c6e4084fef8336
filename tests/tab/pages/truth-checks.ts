import assert from "node:assert/strict";
import type { Run } from "../../../shared/azure-devops/records";
import { groupBy } from "../../../shared/group-by";
import { isCalm } from "../../../shared/report/form";
import { isTag } from "../../../shared/subject";
import { gridOf, type Period } from "../../../tab/geometry/grid";
import { type CellState, type NightRow, nightRows } from "../../../tab/geometry/night";
import type { HubData } from "../../../tab/pages/hub/hub-data";
import { headingOf, toneOf } from "../../../tab/words/hub-heading";
import { noteParts, segmentText } from "../../../tab/words/hub-words";
import { branchOf, hour, type World } from "./truth-world";

/** Every sentence and figure of the hub, held against the runs themselves. */

const lastFirst = (one: Run, other: Run) =>
  (other.finishTime ?? 0) - (one.finishTime ?? 0) || other.id - one.id;
const isTelling = ({ result, reason }: Run) =>
  reason !== "pullRequest" && (result !== "canceled" || reason === "schedule");

/** The runs of each branch since the last success that ended what was wrong, the first one first; empty if all is well. */
function openRuns({ runs }: World): Run[][] {
  return [...groupBy(runs.filter(isTelling).toSorted(lastFirst).toReversed(), branchOf).values()].map(
    (own) => {
      let open: Run[] = [];
      for (const run of own)
        if (run.result !== "succeeded") open.push(run);
        else if (!((run.queueTime ?? 0) < (open.at(-1)?.queueTime ?? 0))) open = [];
      return open;
    },
  );
}

/** Branches that people ran on another day, and not since, are left alone if their pipeline has gone on elsewhere. */
function isToBeTold({ now, runs }: World, open: readonly Run[]): boolean {
  const last = open.at(-1) ?? assert.fail();
  const [newest] = runs
    .filter((run) => run.pipeline.id === last.pipeline.id && isTelling(run))
    .toSorted(lastFirst);
  const isOfToday = (last.finishTime ?? 0) >= now - 24 * hour;
  if (isTag(last)) return isOfToday;
  return isOfToday || newest === last || open.some(({ reason }) => reason === "schedule");
}

export function checkWrongNow(world: World, data: HubData): void {
  const own = data.problems.filter(({ key }) => !key.startsWith("late "));
  const branches = own.map(({ runUrl = "" }) => world.runs.find(({ id }) => runUrl.endsWith(`=${id}`)));
  const names = branches.flatMap((run) => (run === undefined ? [] : [branchOf(run)]));
  assert.equal(new Set(names).size, own.length, "each problem is one branch, once");
  const words = own.map(({ name, sentence }) => `${name} ${sentence}`);
  assert.equal(new Set(words).size, own.length, `no two have the same words: ${words.join(", ")}`);
  for (const open of openRuns(world).filter((one) => one.length > 0 && isToBeTold(world, one))) {
    const last = open.at(-1) ?? assert.fail();
    const first = open.find(({ branch }) => branch === last.branch) ?? assert.fail();
    const place = branches.findIndex((one) => one !== undefined && branchOf(one) === branchOf(last));
    assert.notEqual(place, -1, `${branchOf(last)} is failing, and nobody says so`);
    // A monitor counts a canceled run among the failures.
    const canceled = world.runs.filter(
      (run) => run.result === "canceled" && branchOf(run) === branchOf(last),
    );
    const begins = [first, ...canceled].map(({ finishTime }) => finishTime);
    assert.ok(begins.includes(own[place]?.since), `${branchOf(last)} since ${own[place]?.since}`);
  }
  const failing = new Set(openRuns(world).flatMap(([run]) => (run === undefined ? [] : branchOf(run))));
  for (const run of branches)
    if (run !== undefined && !failing.has(branchOf(run)))
      assert.ok(hasCanceled(world, data, run), `${branchOf(run)} is well`);
  const loud = data.problems.filter(({ state }) => !isCalm(state.kind));
  const heading = headingOf(data);
  const isAnyOpen = openRuns(world).some((one) => one.length > 0 && isToBeTold(world, one));
  if (isAnyOpen && !world.monitors.some(({ mutes }) => mutes)) {
    assert.notEqual(loud.length, 0);
    assert.doesNotMatch(heading, /(^|: )(nothing|no (problem|pipeline|run))\b/i);
  }
  if (loud.length > 0)
    assert.ok(
      heading.includes(loud[0]?.name || "nobody watches") || /^Nobody watches/.test(heading),
      heading,
    );
  if (heading.startsWith("Nothing is wrong now") || toneOf(data) === "good") {
    assert.equal(loud.length, 0);
    for (const { knownAt, periodSeconds = 0 } of data.monitors)
      assert.ok(world.now - knownAt <= Math.min(2 * hour, 2 * periodSeconds));
  }
}

/** A monitor tells of a canceled run until one succeeds; the list says nothing of it. */
function hasCanceled({ runs }: World, data: HubData, last: Run): boolean {
  const of = runs.filter((run) => branchOf(run) === branchOf(last)).toSorted(lastFirst);
  return data.problems.some(
    ({ runUrl = "", kind }) => kind === "canceled" && of.some(({ id }) => runUrl.endsWith(`=${id}`)),
  );
}

export function checkAges(world: World, data: HubData): void {
  for (const claim of data.problems) {
    if (claim.knownAt === data.readAt) assert.equal(claim.isOld, false);
    else {
      const reports = data.monitors.filter(({ knownAt }) => knownAt >= claim.knownAt);
      const isFresh = reports.some(
        ({ periodSeconds = hour }) => world.now - claim.knownAt <= 2 * periodSeconds,
      );
      assert.ok(claim.isOld || isFresh, `${claim.name} is as of ${world.now - claim.knownAt} s ago`);
    }
  }
}

/** The runs that a monitor had seen, in a span of its row. */
function runsIn(
  world: World,
  row: NightRow,
  reportedAt: number,
  { from, to }: { from: number; to: number },
): Run[] {
  return world.runs.filter(
    ({ pipeline, queueTime = 0, finishTime = 0 }) =>
      pipeline.id === row.pipeline.id && finishTime <= reportedAt && queueTime >= from && queueTime < to,
  );
}

const failures = (runs: readonly Run[]) => runs.filter(({ result }) => result !== "succeeded").length;

export function checkRows(world: World, data: HubData, period: Period): void {
  const grid = gridOf(period, world.now, data.clock.zone);
  // The monitors' own pipelines are in the list, too.
  const rows = nightRows(data.watched, grid).filter(({ pipeline }) => (pipeline.id ?? 0) < 90);
  for (const row of rows) {
    const monitor = data.monitors.find(({ name }) => name === row.monitor);
    const seenUntil =
      monitor === undefined
        ? world.now
        : (world.monitors.find(({ id }) => monitor.run.pipeline.id === id)?.lastAgo ?? 0);
    const reportedAt = monitor === undefined ? world.now : world.now - seenUntil;
    const of = (span: { from: number; to: number }) =>
      runsIn(world, row, reportedAt, span).filter(
        ({ finishTime = 0 }) => monitor !== undefined || finishTime >= world.now - 24 * hour,
      );
    for (const [index, cell] of row.cells.entries()) {
      const runs = of(cell);
      const { runs: count, failures: failed, state } = cell;
      assert.deepEqual([count, failed], [runs.length, failures(runs)], `${row.name} ${period} ${index}`);
      const expected: CellState[] =
        failures(runs) > 0
          ? ["failed", "muted"]
          : runs.length > 0
            ? ["well", "unwatched", "limit"]
            : ["none", "unwatched", "open"];
      assert.ok(expected.includes(state), `${state} ${runs.map(({ result }) => result)}`);
    }
    const all = row.cells.flatMap(of);
    assert.deepEqual([row.runs, row.failures], [all.length, failures(all)]);
    const share = Math.floor((100 * (all.length - failures(all))) / Math.max(1, all.length));
    const note = noteParts(row, period).join();
    assert.ok(note.startsWith(all.length === 0 ? "no runs" : `good ${share} %`), note);
    for (const segment of row.segments) {
      const failed = failures(of(segment));
      const text = segmentText(segment, data.clock);
      assert.equal(text.includes(` of ${of(segment).length} run`), failed > 0, text);
      if (failed > 0) assert.ok(text.includes(`, ${failed} of `), text);
    }
    if (row.flakyCommits > 0)
      assert.ok(
        hasFlakyCommit(
          all.length === 0
            ? world.runs
            : world.runs.filter(({ pipeline }) => pipeline.id === row.pipeline.id),
        ),
      );
  }
}

function hasFlakyCommit(runs: readonly Run[]): boolean {
  const of = (result: string) =>
    new Set(runs.filter((run) => run.result === result).map((run) => `${branchOf(run)} ${run.commit}`));
  const failed = of("failed");
  return [...of("succeeded")].some((commit) => failed.has(commit));
}
