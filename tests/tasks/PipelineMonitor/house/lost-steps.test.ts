// Needs: mutes, paging, stuck-runs
import assert from "node:assert/strict";
import type { RunSketch } from "../../../sandbox/runs";
import { type Hour, high, pipelines, play } from "../features/paging/paging-stage";
import { refusal } from "../refusal";

const keys = { check_unfinished: true };
const invoices = { id: 70, pipeline: "invoices", definitionId: 7, queuedSeconds: 5 };
const running: RunSketch = { ...invoices, unfinished: "running", runSeconds: 1800 };
const queued: RunSketch = { ...invoices, unfinished: "queued", queuedSeconds: 1800 };
/** As it is an hour later. */
const endedAs = (result: string, changes: RunSketch = {}): RunSketch => ({
  ...{ ...invoices, result, finishedSecondsAgo: 600, runSeconds: 4800, logs: [] },
  ...changes,
});
const unstarted = { record: { startTime: undefined }, runSeconds: 0, queuedSeconds: 4800 };

/** Plays hours of which the first is lost after it has paged. */
const after = (first: RunSketch, ...more: RunSketch[][]) => {
  const hours: Hour[] = [{ at: 0, keys, more: [first], isLost: true }];
  for (const [index, some] of more.entries()) hours.push({ at: 60 * (index + 1), keys, more: some });
  return play([], hours);
};

type Circumstances = Pick<Hour, "more" | "keys" | "recordFault">;

/** The same if the agent still attached what the step had recorded. `later` is how the hours after that are, two by default. */
const afterKilled = (first: Circumstances, ...later: [Circumstances, ...Circumstances[]]) =>
  play(
    [],
    [
      { at: 0, isKilled: true, ...first },
      ...[...later, later.at(-1)].map((hour, index) => ({ at: 60 * (index + 1), ...hour })),
    ],
  );

describe("an alert that a step opened before it was lost", () => {
  // grafana/grafana#68162: a resolve is lost if the process restarts before it was sent.
  for (const [name, first, ending] of [
    ["a stuck run that is canceled", running, endedAs("canceled")],
    ["a queued run that is canceled before it starts", queued, endedAs("canceled", unstarted)],
    ["a stuck run that works", running, endedAs("succeeded")],
  ] as const)
    it(`is closed: ${name}`, async () => {
      const { acts, open } = await after(first, [ending], [{ ...ending, finishedSecondsAgo: 4200 }]);
      assert.equal(acts[0], "open");
      assert.ok(
        ![...open.values()].some((title) => /stuck|queued|running/.test(title)),
        [...open.values()].join(),
      );
      assert.equal(acts[2], "", "nothing is closed twice");
    });

  it("is closed if the run is not there any more, or nobody watches it", async () => {
    const unwatched = { ...pipelines, invoices: { ...high, check_flag: false } };
    for (const later of [{ keys }, { keys: { ...keys, pipelines: unwatched }, more: [running] }]) {
      const { acts, open } = await afterKilled({ keys, more: [running] }, later);
      assert.deepEqual([acts, open.size], [["open", "close", ""], 0]);
    }
  });

  // prometheus/alertmanager#1803, #226: an alert that is silenced while it is open stays open at the pager.
  // sensu-plugins/sensu-plugins-pagerduty#30: so does one whose severity is lowered.
  it("is closed at once if its pipeline was muted meanwhile, or pages nobody any more", async () => {
    for (const settings of [{ ...high, mute_until: "2026-11-21" }, { severity: "info" }]) {
      const unpaged = { ...keys, pipelines: { ...pipelines, invoices: settings } };
      const first = { keys, more: [running] };
      const later = { keys: unpaged, more: [{ ...running, runSeconds: 5400 }] };
      const { acts, open } = await afterKilled(first, later);
      assert.deepEqual([acts, open.size], [["open", "close", ""], 0]);
    }
  });

  it("is open again if a lost step closed it for a mute that is over by then", async () => {
    const muted = { ...pipelines, invoices: { ...high, mute_until: "2026-11-20T05:00Z" } };
    const hours = [{ keys }, { keys: { ...keys, pipelines: muted }, isKilled: true }, { keys }, { keys }];
    const { acts, open } = await play(
      [],
      hours.map((hour, index) => ({
        ...{ ...hour, at: 60 * index, more: [{ ...running, runSeconds: 1800 + 3600 * index }] },
      })),
    );
    assert.deepEqual([acts, open.size], [["open", "close", "open", ""], 1]);
  });

  it("is closed once the step's record can be read, if that is within three reports", async () => {
    const refused = { keys, recordFault: refusal(500) };
    const killed = { keys, more: [running] };
    const read = await afterKilled(killed, refused, refused, { keys });
    assert.deepEqual([read.acts, read.open.size], [["open", "", "", "close", ""], 0]);
    const lost = await afterKilled(killed, refused, refused, refused, { keys });
    assert.deepEqual(lost.acts, ["open", "", "", "", "", ""]);
    const deleted = await afterKilled(killed, { keys, recordFault: refusal(404) }, { keys });
    assert.deepEqual(deleted.acts, ["open", "", "", ""]);
  });

  it("is closed if enough runs took place by then", async () => {
    const few = { keys: { run_ct_min: 1 } };
    const enough = [1, 2, 3].map((id) => ({ id, pipeline: "stock levels", finishedSecondsAgo: 600 }));
    const { acts, open } = await afterKilled(few, { ...few, more: enough });
    assert.deepEqual([acts, open.size], [["open", "close", ""], 0]);
  });

  it("stays open if its problem lasts, and is not closed in between", async () => {
    const later = { keys, more: [{ ...running, runSeconds: 5400 }] };
    const { acts, open } = await afterKilled({ keys, more: [running] }, later);
    assert.deepEqual([acts, open.size], [["open", "open", ""], 1]);
  });

  it("is not closed if nobody knows what was opened, and is if that can be read later", async () => {
    const { acts } = await play(
      [],
      [
        { at: 0, isKilled: true, keys, more: [running] },
        { at: 60, isKilled: true, keys },
        { at: 120, keys },
      ],
    );
    assert.deepEqual(acts, ["open", "close", "close"]);
  });
});
