import assert from "node:assert/strict";
import type { Run } from "../../../../../shared/azure-devops/records";
import { plainText } from "../../../../../shared/chat/message";
import type { Wait, Waits } from "../../../../../shared/waits";
import {
  checkUnfinished,
  unfinishedRuns,
} from "../../../../../tasks/PipelineMonitor/features/stuck-runs/unfinished-runs";
import { lateRuns, waitingRun } from "../../../../../tasks/PipelineMonitor/features/stuck-runs/waiting-runs";
import type { Issue } from "../../../../../tasks/PipelineMonitor/issue/issue";
import { sinceLast } from "../../../../../tasks/PipelineMonitor/issue/window";
import { findLogs, holdsError } from "../../../../../tasks/PipelineMonitor/logs/log-search";
import { partsOfNote } from "../../../../../tasks/PipelineMonitor/render/notes";
import {
  issueOfResult,
  issueOfRunTime,
  issueOfWait,
} from "../../../../../tasks/PipelineMonitor/rules/issues";
import { sanitize } from "../../../../sanitize";
import { failedRun } from "../../failed-run";
import { noteEntry } from "../../ledger/ledger-stage";
import { configWith } from "../../monitor-stage";
import { memoryContext, projectReport } from "../../report-stage";

const hour = 3600;
const day = 24 * hour;
const now = Date.UTC(2026, 10, 20, 15) / 1000;
const window = sinceLast(now * 1000, { until: now - hour });
const page = new URL("https://h/_build/results?buildId=1");

/** It has been running for some hours. */
const running = (hours: number, id = 1): Run =>
  failedRun({
    ...{ id, status: "inProgress", result: "", finishTime: undefined },
    ...{ queueTime: now - hours * hour - 5, startTime: now - hours * hour },
  });
const approval = (sinceHours: number, untilHours?: number): Wait => ({
  ...{
    kind: "approval",
    stage: "production",
    isOpen: untilHours === undefined,
    since: now - sinceHours * hour,
  },
  until: untilHours === undefined ? undefined : now - untilHours * hour,
});
const waitsOf = (...waits: Wait[]): Waits => ({ waits, work: [] });
const text = (parts: Issue["words"] = []) => plainText(parts, sanitize);

describe("a run that waits for a person", () => {
  const found = (wait: Wait, maxHours = 24, run = running(14)) =>
    waitingRun(run, wait, { config: configWith(), window, maxWaitSeconds: maxHours * hour }, page);

  it("informs, with its page, since when, and the stage", () => {
    const one = found(approval(14));
    assert.ok(!("about" in one));
    assert.equal(
      plainText(partsOfNote(one), sanitize),
      "nightly import 20261120.3 has been waiting for an approval since 01:00 UTC (stage production).",
    );
    assert.deepEqual([one.severity, one.runPage], ["note", page]);
  });

  it("is a warning after as many hours as the configuration says", () => {
    const codes = [24, 24.1].map((hours) => "about" in found(approval(hours)));
    assert.deepEqual(codes, [false, true]);
    const one = found(approval(3), 2.5);
    assert.ok("about" in one);
    const { words, sentence, severity, verdict, links } = one;
    assert.deepEqual(
      [text(words), text(sentence), severity, verdict, links.runPage],
      [
        "has been waiting more than 2 h 30 min for an approval, since 12:00 UTC (stage production)",
        "waiting more than 2 h 30 min for an approval, since 12:00 UTC (stage production)",
        ...["warning", "waiting", page],
      ],
    );
  });

  it("counts from its start if the timeline does not tell since when it waits, and says no time then", () => {
    const wait = { ...approval(1), kind: "lock" as const, since: undefined, stage: "" };
    const one = found(wait, 24, running(25));
    assert.ok("about" in one);
    assert.equal(text(one.words), "has been waiting more than 24 h for an exclusive lock");
    assert.ok(!("about" in found(wait)));
  });
});

describe("a run that waited for a person", () => {
  const config = configWith();
  const check = (run: Run, waits: Waits) => checkUnfinished({ run }, config, now, waits);

  it("is stuck only by the time in which it did not", () => {
    assert.equal(check(running(14), waitsOf(approval(14, 0.2))), undefined);
    const issue = check(running(14), waitsOf(approval(14, 1.01)));
    assert.deepEqual(
      [text(issue?.words), text(issue?.sentence)],
      [
        "is still running after 50400 s (14 h), 12 h 59 min of it waiting for an approval, limit 900 s (15 min)",
        "running for 14 h, 12 h 59 min of it waiting for an approval (limit 15 min)",
      ],
    );
    const queued = { ...running(14), startTime: undefined };
    assert.equal(check(queued, waitsOf(approval(14, 0))), undefined);
    assert.equal(check(queued, waitsOf())?.code, "stuckQueued");
  });
});

describe("the timelines of runs that are beyond their limit", () => {
  function stage(runs: Run[], timelines: Record<number, Waits>, keys: object = { notify: "changes" }) {
    const asked: number[] = [];
    const service = {
      async *unfinishedRuns() {
        yield runs.map((run) => ({ run }));
      },
      async timeline(id: number) {
        asked.push(id);
        const waits = timelines[id];
        if (waits === undefined) throw new Error("down");
        return { errors: [], warnings: [], records: [], ...waits };
      },
      logsOf: async () => [],
    };
    const context = memoryContext({ service });
    const report = projectReport({ config: configWith(keys), window });
    return { asked, context, report };
  }

  it("are read once, and tell those that wait from those that are stuck", async () => {
    const waiting = { 1: waitsOf(approval(14)), 4: waitsOf(approval(30)) };
    const timelines = { ...waiting, 2: waitsOf(), 3: waitsOf(approval(14, 0.1)) };
    const runs = [running(14, 1), running(14, 2), running(14, 3), running(40, 4), running(0.1, 5)];
    const { asked, context, report } = stage(runs, timelines);
    const { issues, notes } = await unfinishedRuns(day).run(report, context);
    assert.deepEqual(asked, [1, 2, 3, 4]);
    const linked = await findLogs(issues, holdsError, context);
    const told = linked.map(({ code, links }) => [code, links.runPage?.search]);
    assert.deepEqual(told, [
      ["stuckRunning", "?buildId=2"],
      ["waitsTooLong", "?buildId=4"],
    ]);
    assert.deepEqual(
      notes.map(({ run }) => run?.id),
      [1],
    );
  });

  it("are told in one report even if none is remembered: the first one after the limit was crossed", async () => {
    // Their limits are 15 minutes of running, and 5 of waiting.
    const queued = { ...running(1, 4), startTime: undefined };
    const runs = [running(1.2, 1), running(1.3, 2), running(14, 3), queued];
    const waits = Object.entries({ 1: 1.2, 2: 1.3, 3: 0.5, 4: 1 }).map(([id, since]) => [
      id,
      waitsOf(approval(since)),
    ]);
    const { context, report } = stage(runs, Object.fromEntries(waits), {});
    const { issues, notes } = await unfinishedRuns(day).run(report, context);
    assert.deepEqual([issues, notes.map(({ run }) => run?.id)], [[], [1, 3, 4]]);
  });

  it("are at most 50, of running ones first; a run without one is stuck", async () => {
    const queued = Array.from({ length: 60 }, (_, id) => ({ ...running(14, id + 1), startTime: undefined }));
    const runs = [...queued, running(14, 99), running(14, 98)];
    const { asked, context, report } = stage(runs, { 99: waitsOf() });
    const { issues } = await unfinishedRuns(day).run(report, context);
    assert.deepEqual([asked.length, issues.length], [50, 62]);
    assert.ok(asked.includes(99) && asked.includes(98));
    const printed = context.agent.printed.join("\n");
    assert.match(printed, /Read the timelines of 50 of 62 runs that are beyond their limit\./);
    assert.match(printed, /The timeline of run 98 could not be read: down/);
  });

  it("call no run stuck that was not read while others wait for a person; the next report reads it first", async () => {
    const runs = Array.from({ length: 60 }, (_, id) => running(14, id + 1));
    const timelines = Object.fromEntries(runs.map(({ id }) => [id, waitsOf(approval(14))]));
    const first = stage(runs, timelines);
    const { issues, notes, skipped } = await unfinishedRuns(day).run(first.report, first.context);
    assert.deepEqual([issues, notes.length, skipped], [[], 50, ["stuck runs beyond the first 50"]]);
    const entries = notes.map((note) => noteEntry({ key: note.key ?? "", content: note }));
    const second = stage(runs, timelines);
    const next = await unfinishedRuns(day).run({ ...second.report, entries }, second.context);
    assert.deepEqual([next.issues, next.notes.length, next.skipped], [[], 60, []]);
    assert.ok(runs.slice(50).every(({ id }) => second.asked.includes(id)));
  });

  it("say how much of a finished run that took too long was a wait, of at most 20 and of no others", async () => {
    const times = { queueTime: now - 15 * hour, startTime: now - 14 * hour, finishTime: now };
    const finished = (id: number) => failedRun({ id, result: "succeeded", ...times });
    const slow = (id: number) =>
      issueOfRunTime(finished(id), 14 * hour, { maxProcSeconds: hour, minProcSeconds: 0 });
    const found = [
      ...[slow(1), issueOfWait(finished(2), hour, 300), slow(3), issueOfResult(failedRun({ id: 4 }))],
      issueOfRunTime(finished(5), 1, { maxProcSeconds: hour, minProcSeconds: 30 }),
      ...Array.from({ length: 30 }, (_, id) => slow(10 + id)),
    ];
    const waits = { 1: waitsOf(approval(13.5, 0.5)), 2: waitsOf(approval(15, 14.5)), 3: waitsOf() };
    const { asked, context, report } = stage([], waits);
    const { issues } = await lateRuns.run({ ...report, issues: found }, context);
    assert.deepEqual(
      issues.slice(0, 3).flatMap(({ figures, sentence }) => [text(figures), text(sentence)]),
      [
        "50400 s (14 h), allowed 0 to 3600 s; 13 h of it waiting for an approval",
        "ran 14 h, limit 1 h; 13 h of it waiting for an approval",
        "3600 s (1 h), limit 300 s (5 min); 30 min of it waiting for an approval",
        "was queued for 1 h, limit 5 min; 30 min of it waiting for an approval",
        ...["50400 s (14 h), allowed 0 to 3600 s", "ran 14 h, limit 1 h"],
      ],
    );
    assert.deepEqual(issues.slice(3), found.slice(3));
    assert.deepEqual([asked.length, asked.slice(0, 4)], [20, [1, 2, 3, 10]]);
  });
});
