import assert from "node:assert/strict";
import { plainText } from "../../../../shared/chat/message";
import { type Issue, issueOf, missedCode, type Note } from "../../../../tasks/PipelineMonitor/issue/issue";
import {
  fingerprint,
  type ProjectMemory,
  rowOf,
  type Waiting,
} from "../../../../tasks/PipelineMonitor/issue/memory";
import { lastHour, sinceLast } from "../../../../tasks/PipelineMonitor/issue/window";
import { issueOfRecord } from "../../../../tasks/PipelineMonitor/rules/issues";
import {
  closedUntil,
  hasWaited,
  outOfHours,
  untoldIfMuted,
  waitedIssues,
  waitingAfter,
  withWaited,
} from "../../../../tasks/PipelineMonitor/silence/business-hours";
import { identityOf, stateKeyOf } from "../../../../tasks/PipelineMonitor/silence/identity";
import { silence } from "../../../../tasks/PipelineMonitor/silence/marks";
import { sanitize } from "../../../sanitize";
import { failedRun } from "../failed-run";
import { projectReport } from "../report-stage";
import { configWith, failure, now, tooFew } from "./silence-stage";

/** It is Sunday. */
const closed = configWith(
  { notify: "changes", business_hours: "Mon-Fri 08:00-18:00" },
  { urgent: { severity: "high" } },
);
const open = configWith({ notify: "changes", business_hours: "Sun 03:00-04:00" });
const window = sinceLast(now * 1000, undefined);
const missed = (pipeline: string, at: number | undefined, code: string = missedCode): Issue =>
  issueOf({ code, severity: "failure", rank: 0, tally: "" }, { pipeline }, [], { at });
const limit = { ...missed("a", undefined, "nearLimit"), isState: true };
const note = (changes: Partial<Note>): Note => ({ parts: [], severity: "recovery", rank: 6, ...changes });
const stuck: Issue = {
  ...failure({ id: 5, status: "inProgress", finishTime: undefined, queueTime: now - 900 }),
  ...{ isState: true, at: undefined, code: "stuckRunning" },
};
const ofRun = (runId: number, at = now): Waiting => ({ key: `run ${runId}`, pipeline: "a", at, runId });
const ofMissed: Waiting = { key: "missed", pipeline: "a", at: now - 60 };
const known = (...waiting: Waiting[]): ProjectMemory => ({
  ...{ until: now, wholeUntil: now, seen: [], problems: [], states: [], waiting },
});
const mute = { by: "mute", why: [] } as const;
const hours = { by: "hours", why: [] } as const;

describe("what waits for business hours", () => {
  it("is marked with when they begin, but for high severity, the project and what is silenced anyway", () => {
    const because = closedUntil({ config: closed, window })?.why ?? [];
    assert.equal(plainText(because, sanitize), "Waits until 2026-11-23 08:00 UTC.");
    for (const place of [
      { config: open, window },
      { config: closed, window: lastHour(now * 1000) },
    ])
      assert.equal(closedUntil(place), undefined);
    const issues = [
      failure(),
      failure({ pipeline: "urgent" }),
      { ...failure(), silenced: mute },
      stuck,
      tooFew,
    ];
    const notes = [note({ run: failedRun() }), note({}), note({ run: failedRun(), silenced: mute })];
    const report = outOfHours(projectReport({ config: closed, window, issues, notes }));
    assert.deepEqual(
      [...report.issues, ...report.notes].map(({ silenced }) => silenced?.by),
      ["hours", undefined, "mute", undefined, undefined, "hours", undefined, "mute"],
    );
  });

  it("is marked before the others if it is found again as long as it lasts", () => {
    const unreadable = issueOfRecord({ id: 5, buildNumber: "1", pipeline: "a", problem: "" });
    const [run, muted] = [failedRun(), failedRun({ pipeline: "muted" })];
    const config = configWith(
      { notify: "changes", business_hours: "Mon-Fri 08:00-18:00" },
      { muted: { mute_until: "2026-12-01" } },
    );
    const issues = [stuck, failure(), unreadable, tooFew];
    const notes = [note({ run: muted }), note({ run: muted, silenced: hours }), note({})];
    const report = silence(projectReport({ config, window, issues, notes }));
    assert.deepEqual(
      [...report.issues, ...report.notes].map(({ silenced }) => silenced?.by),
      ["hours", undefined, undefined, undefined, "mute", "hours", undefined],
    );
    assert.equal(
      silence(projectReport({ config, window, notes: [note({ run })] })).notes[0]?.silenced?.by,
      "hours",
    );
  });

  it("is known again by its run, or by the time at which it was due", () => {
    const of = (waiting: Waiting, one: Issue | Note) => hasWaited({ known: known(waiting) }, one);
    for (const one of [failure({ id: 4 }), note({ run: failedRun({ id: 4 }) })]) assert.ok(of(ofRun(4), one));
    assert.ok(of(ofMissed, missed("a", now - 60)));
    for (const [waiting, one] of [
      [ofRun(4), failure({ id: 3 })],
      [ofRun(4, now - 60), missed("a", now - 60)],
      [ofRun(4), note({})],
      [ofMissed, failure({ id: 4 })],
      [ofMissed, missed("a", now - 61)],
      [ofMissed, missed("b", now - 60)],
      [ofMissed, missed("a", now - 60, "other")],
      [{ ...ofMissed, at: 0 }, limit],
      [ofMissed, note({})],
    ] as const)
      assert.ok(!of(waiting, one));
    assert.equal(hasWaited({ known: undefined }, failure()), false);
    const issues = [
      failure({ id: 4 }),
      { ...failure({ id: 3 }), silenced: mute },
      { ...stuck },
      failure({ id: 8 }),
    ];
    const report = projectReport({ known: known(ofRun(4), ofRun(3), ofRun(5)), issues });
    assert.deepEqual([...waitedIssues(report)], issues.slice(0, 1));
  });

  it("is untold again if it is muted now, with what followed in its row", () => {
    const muted = { ...failure({ id: 4 }), silenced: mute };
    const row = rowOf(failedRun());
    const problem = { row, key: "", kind: "failure" as const, lastSeen: now, reportedAt: now, wasTold: true };
    const problems = [now - 601, now - 600, now - 600].map((since, index) => ({
      ...{ ...problem, since },
      row: index === 2 ? "other" : row,
    }));
    const toldOf = (issue: Issue) =>
      untoldIfMuted(problems, projectReport({ known: known(ofRun(4)), issues: [issue] })).map(
        ({ wasTold }) => wasTold,
      );
    assert.deepEqual(toldOf(muted), [true, false, true]);
    assert.deepEqual(toldOf({ ...muted, silenced: hours }), [true, true, true]);
    assert.deepEqual(toldOf({ ...failure({ id: 3 }), silenced: mute }), [true, true, true]);
  });

  it("is added when they begin: a missed run, and a run that has no problem any more", () => {
    const finished = failedRun({ id: 6, pipeline: "a", result: "succeeded" });
    const issues = [failure({ id: 4 })];
    const sketch = {
      ...{ window, issues, known: known(ofRun(4), ofRun(6), ofRun(7), ofMissed) },
      records: [{ run: finished }, { run: failedRun({ id: 4 }) }],
    };
    const report = withWaited(projectReport({ config: open, ...sketch }));
    const [first, added, ...others] = report.issues;
    assert.deepEqual([first, added?.about, added?.at, others], [issues[0], { pipeline: "a" }, now - 60, []]);
    assert.deepEqual(
      report.notes.map(({ run, parts }) => [run, plainText(parts, sanitize)]),
      [[finished, "a 20261120.3 has finished, after a problem outside business hours."]],
    );
    const twice = withWaited({ ...report, known: known(ofRun(6), ofMissed) });
    assert.deepEqual([twice.issues, twice.notes], [report.issues, report.notes]);
    const still = withWaited(projectReport({ config: closed, ...sketch }));
    assert.deepEqual([still.issues, still.notes], [issues, []]);
  });

  it("waits on until it is told, the latest of each problem", () => {
    const held = (issue: Issue): Issue => ({ ...issue, silenced: hours });
    const waits = (issues: readonly Issue[], notes: readonly Note[] = [], ...waiting: Waiting[]) =>
      waitingAfter({ issues, notes, known: known(...waiting) });
    const { row = "", key = "" } = identityOf(failure()) ?? {};
    const failed = { key: fingerprint([row, key]), pipeline: "nightly import" };
    const [early, late] = [
      failure({ id: 1, finishTime: now - 90 }),
      failure({ id: 2, finishTime: now - 60 }),
    ];
    const latest = { ...failed, at: now - 60, runId: 2 };
    assert.deepEqual(waits([held(late), held(early)]), [latest]);
    assert.deepEqual(waits([held(early)], [], latest), [latest]);
    assert.deepEqual(waits([late], [], latest), []);
    assert.deepEqual(waits([held(late)], [], latest), [latest]);
    const ofStuck = { key: stateKeyOf(stuck), pipeline: "nightly import", at: now - 900, runId: 5 };
    assert.deepEqual(waits([held(stuck), held(limit), held(tooFew)]), [ofStuck]);
    const { row: missedRow = "", key: missedKey = "" } = identityOf(missed("a", now - 60)) ?? {};
    assert.deepEqual(waits([held(missed("a", now - 60))]), [
      { key: fingerprint([missedRow, missedKey]), pipeline: "a", at: now - 60 },
    ]);
    const over = note({ run: failedRun({ id: 3, finishTime: now }), key: "k", silenced: hours });
    const finished = { key: fingerprint(["finished", 3]), pipeline: "nightly import", at: now, runId: 3 };
    const { key: _, ...withoutKey } = over;
    assert.deepEqual(waits([], [over, withoutKey, note({ key: "k", silenced: hours })]), [finished]);
    assert.deepEqual(waits([], [withoutKey], ofRun(3)), [ofRun(3)]);
    assert.deepEqual(waitingAfter({ issues: [], notes: [], known: undefined }), []);
  });
});
