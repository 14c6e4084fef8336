import assert from "node:assert/strict";
import { alertKey } from "../../../../../tasks/PipelineMonitor/alerts/alert";
import {
  type AlertState,
  alertsAt,
  possibleAlerts,
  remembered,
} from "../../../../../tasks/PipelineMonitor/features/paging/alerts";
import { projectFingerprint } from "../../../../../tasks/PipelineMonitor/issue/ledger";
import { missedKey, runsKey, stuckKey } from "../../../../../tasks/PipelineMonitor/issue/place";
import type { CheckedRun } from "../../../../../tasks/PipelineMonitor/issue/report";
import { subjectOf } from "../../../../../tasks/PipelineMonitor/issue/subject";
import { failedRun } from "../../failed-run";
import { usual } from "../../ledger/fold-stage";
import { configWith, now, worked } from "../../ledger/ledger-stage";
import { projectReport } from "../../report-stage";

const project = projectFingerprint(usual);
const keyOf = (key: string) => alertKey({ project, key });

describe("alerts that may be open", () => {
  const run = worked(now - 300, { queueTime: now - 500, startTime: now - 400 });
  const keysOf = (runs: readonly CheckedRun[], takes = true, settings = {}) => {
    const config = configWith({ notify: "changes" }, { "nightly import": settings });
    const unreadable = { id: 4, buildNumber: "1", pipeline: { name: "a" }, problem: "" };
    const records = [...runs.map((one) => ({ run: one })), { unreadable }];
    return possibleAlerts([projectReport({ config, records })], () => takes, new Map());
  };
  const runs = keyOf(runsKey(subjectOf(run)));
  const missed = keyOf(missedKey(subjectOf({ pipeline: { name: "nightly import" } })));
  const learned = keyOf(missedKey(subjectOf(run)));
  const stuck = keyOf(stuckKey(subjectOf(run)));

  it("are those of pipelines that work, and of their missed runs if a schedule starts them", () => {
    assert.deepEqual(keysOf([run]), [runs]);
    assert.deepEqual(keysOf([run, { ...run, id: 901 }]), [runs], "each once");
    assert.deepEqual(keysOf([{ ...run, reason: "schedule" }]), [runs, missed, learned]);
    assert.deepEqual(keysOf([failedRun({ reason: "schedule" })]), []);
    assert.deepEqual(keysOf([run], true, { check_flag: false }), []);
    assert.deepEqual(keysOf([run], false), []);
  });

  it("are those of runs that were stuck, whatever ended them", () => {
    const end = now - 300;
    const long = { startTime: end - 901 };
    const queued = { queueTime: end - 2000, startTime: end - 60 };
    const unstarted = { queueTime: end - 2000, startTime: undefined };
    for (const ending of ["failed", "canceled"])
      for (const times of [long, queued, unstarted])
        assert.deepEqual(keysOf([{ ...run, result: ending, ...times }]), [stuck], ending);
    assert.deepEqual(keysOf([{ ...run, ...long }]), [stuck, runs]);
    assert.deepEqual(keysOf([{ ...run, result: "canceled", startTime: end - 900 }]), []);
    assert.deepEqual(keysOf([{ ...run, ...long }], true, { check_flag: false }), []);
  });
});

describe("what is done about them at once", () => {
  const states = (count: number, state: AlertState) =>
    Array.from({ length: count }, (_, index): [string, AlertState] => [`${state} ${index}`, state]);

  it("are few, so that what may have been open for long costs no more than 200 requests", () => {
    const well = worked(now - 300, { queueTime: now - 500, startTime: now - 400 });
    const stuck = { ...well, id: 7, result: "failed", queueTime: now - 9000 };
    const project = projectReport({ config: usual, records: [{ run: well }] });
    const doubted = (closed: number) =>
      possibleAlerts([project], () => true, new Map(states(closed, "closed"))).length;
    assert.deepEqual([doubted(0), doubted(199), doubted(200)], [1, 1, 0]);
    const ended = projectReport({ config: usual, records: [{ run: stuck }] });
    const keys = possibleAlerts([ended], () => true, new Map(states(200, "closed")));
    assert.deepEqual(keys, [keyOf(stuckKey(subjectOf(stuck)))], "a run ends once");
  });

  it("remembers what is open or not known, and 200 that are closed", () => {
    const all = [...states(201, "closed"), ...states(300, "open"), ...states(2, "unknown")];
    const kept = Object.values(remembered(new Map(all)));
    const count = (state: AlertState) => kept.filter((one) => one === state).length;
    assert.deepEqual([count("open"), count("unknown"), count("closed")], [300, 2, 200]);
  });

  it("knows of no alert at another account, or with another key", () => {
    const alerts = { a: "open", b: "closed", c: "unknown" } as const;
    const at = (account: string) => Object.fromEntries(alertsAt(account, { alertAccount: "one", alerts }));
    assert.deepEqual(at("one"), alerts);
    assert.deepEqual(at("other"), { a: "unknown", c: "unknown" });
  });
});
