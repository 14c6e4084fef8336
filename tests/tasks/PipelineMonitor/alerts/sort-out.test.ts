import assert from "node:assert/strict";
import { plainText } from "../../../../shared/chat/message";
import { parseMemories, renderMemories } from "../../../../tasks/PipelineMonitor/alerts/memory-form";
import { mutesAt } from "../../../../tasks/PipelineMonitor/alerts/mutes";
import { withoutOmitted } from "../../../../tasks/PipelineMonitor/alerts/without-omitted";
import { messageLine } from "../../../../tasks/PipelineMonitor/report/lines";
import { withheldLines } from "../../../../tasks/PipelineMonitor/report/withheld";
import type { Issue } from "../../../../tasks/PipelineMonitor/rules/finding";
import { sanitize } from "../../../sanitize";
import { failedRun } from "../failed-run";
import { alertsWith, failure, idsOf, now, sorted } from "./alerts-stage";

const text = (issue: Issue) => plainText(messageLine(issue).parts, sanitize);
const tooFew: Issue = {
  finding: { kind: "tooFewRuns", expectedMoreThan: 5, runCount: 2 },
  links: { runPage: undefined, log: undefined, note: "" },
};

describe("sortOut", () => {
  it("leaves everything as it is without the keys", () => {
    const issues = [failure({ id: 1 }), tooFew, failure({ id: 2, pipeline: "price feed" })];
    const result = sorted({ issues });
    assert.deepEqual(result.reported, issues);
    assert.deepEqual([result.withheld, result.mentions, result.alarmCount], [[], [], 3]);
    assert.deepEqual(result.reported.map(messageLine), issues.map(messageLine));
  });

  it("keeps muted pipelines out of the message until the minute at which the mute ends", () => {
    const alerts = alertsWith(
      {},
      { "nightly *": { mute_until: "2026-11-22T03:20Z", mute_reason: "moving" } },
    );
    const issues = [failure({ id: 1 }), failure({ id: 2, pipeline: "price feed" })];
    const { reported, withheld, withheldNotes, alarmCount, leftOut } = sorted({ alerts, issues });
    assert.deepEqual([idsOf(reported), alarmCount, leftOut.silencedCount], [[2], 1, 1]);
    assert.match(
      plainText(withheldLines({ withheld, withheldNotes })[0]?.parts ?? [], sanitize),
      / Muted until 2026-11-22 03:20 UTC \(moving\)\.$/,
    );
    assert.deepEqual(idsOf(sorted({ alerts, issues, now: now + 60 }).reported), [1, 2]);
  });

  it("keeps out what happened in a maintenance window: by its own time, not that of the report", () => {
    const alerts = alertsWith({ quiet: [{ schedule: "0 2 * * Sun", hours: 1, pipelines: ["nightly *"] }] });
    const at = (time: string) => Date.parse(`2026-11-22T${time}Z`) / 1000;
    const issues = [
      failure({ id: 1, finishTime: at("01:59:59") }),
      failure({ id: 2, finishTime: at("02:00:00") }),
      failure({ id: 3, finishTime: at("02:59:59") }),
      failure({ id: 4, finishTime: at("03:00:00") }),
      failure({ id: 5, finishTime: at("02:30:00"), pipeline: "price feed" }),
      tooFew,
    ];
    const { reported, withheld } = sorted({ alerts, issues });
    assert.deepEqual(idsOf(reported), [1, 4, 5]);
    assert.ok(reported.includes(tooFew), "a window for some pipelines does not silence the count of runs");
    assert.match(
      plainText(withheld[0]?.why ?? [], sanitize),
      /^In the maintenance window that began at 2026-11-22 02:00 UTC\.$/,
    );
  });

  it("silences everything with a window for all pipelines, the count of runs too", () => {
    const alerts = alertsWith({ quiet: [{ schedule: "0 0 * * *", hours: 4 }] });
    assert.deepEqual(sorted({ alerts, issues: [tooFew, failure()] }).reported, []);
  });

  it("puts important pipelines first, and those that only inform last, beyond alarm", () => {
    const alerts = alertsWith({}, { page: { severity: "page" }, info: { severity: "info" } });
    const issues = ["info", "normal", "page"].map((pipeline, id) => failure({ id, pipeline }));
    const { reported, alarmCount } = sorted({ alerts, issues });
    assert.deepEqual([idsOf(reported), alarmCount], [[2, 1, 0], 2]);
    const lines = reported.map(messageLine);
    assert.deepEqual(
      lines.map(({ urgency }) => urgency),
      ["page", undefined, "info"],
    );
    assert.deepEqual(
      lines.map(({ rank }) => rank),
      [...lines.map(({ rank }) => rank)].sort((one, other) => one - other),
    );
  });

  it("names owner and runbook behind an issue, and inherits them from the default", () => {
    const alerts = alertsWith(
      {},
      {
        default: { max_proc_time: 900, min_proc_time: 30, owner: "Operations" },
        "nightly import": { runbook: "https://wiki.example/nightly" },
      },
    );
    const [issue = failure()] = sorted({ alerts, issues: [failure()] }).reported;
    assert.match(text(issue), /\. run Owner: Operations\. runbook$/);
    const link = messageLine(issue).parts.at(-1) ?? { words: "" };
    assert.equal("url" in link ? link.url.href : "", "https://wiki.example/nightly");
  });

  it("mentions owners that are mentions once with their pipelines, and nobody for what only informs", () => {
    const alerts = alertsWith(
      {},
      {
        a: { owner: "@ops" },
        b: { owner: "@ops" },
        c: { owner: "Ops" },
        d: { owner: "@ops", severity: "info" },
      },
    );
    const issues = ["a", "b", "c", "d"].map((pipeline, id) => failure({ id, pipeline }));
    const { mentions, reported } = sorted({ alerts, issues, isMention: (owner) => owner.startsWith("@") });
    assert.deepEqual(mentions, [
      { owner: "@ops", pipeline: "a" },
      { owner: "@ops", pipeline: "b" },
    ]);
    assert.deepEqual(
      reported.map((issue) => /Owner: .*\./.exec(text(issue))?.[0]),
      [undefined, undefined, "Owner: Ops.", undefined],
    );
  });

  it("lets only issues share a line that share owner, runbook and severity", () => {
    const alerts = alertsWith({}, { a: { owner: "A" }, b: { owner: "B" } });
    const group = { key: "noSpace", title: [] };
    const issues = ["a", "a", "b"].map((pipeline, id) => ({
      ...failure({ id, pipeline }),
      explanation: { sentence: [], group },
    }));
    const keys = sorted({ alerts, issues }).reported.map(({ explanation }) => explanation?.group?.key);
    assert.equal(new Set(keys).size, 2);
    assert.equal(keys[0], keys[1]);
  });
});

describe("sortOut with notify changes", () => {
  const alerts = alertsWith({ notify: "changes" });
  const first = (issues: Issue[]) => sorted({ alerts, issues }).memory;

  it("knows a state only if the last report found it, at most two hours ago", () => {
    const memory = first([tooFew]);
    const again = (minutes: number) =>
      sorted({ alerts, issues: [tooFew], memory, now: now + minutes * 60, until: now + minutes * 60 });
    assert.deepEqual([again(60).reported, again(60).leftOut.knownCount], [[], 1]);
    assert.deepEqual(again(121).reported, [tooFew]);
    const between = sorted({ alerts, issues: [], memory, now: now + 3600, until: now + 3600 }).memory;
    const later = { memory: between, now: now + 7200, until: now + 7200 };
    assert.deepEqual(sorted({ alerts, issues: [tooFew], ...later }).reported, [tooFew]);
  });

  it("reports a known problem again if its pipeline has become more important", () => {
    const memory = first([failure({ id: 1 })]);
    const next = { memory, now: now + 3600, until: now + 3600 };
    const issue = failure({ id: 2, finishTime: now + 1800 });
    assert.deepEqual(sorted({ alerts, issues: [issue], ...next }).reported, []);
    const important = alertsWith({ notify: "changes" }, { "nightly import": { severity: "page" } });
    assert.deepEqual(idsOf(sorted({ alerts: important, issues: [issue], ...next }).reported), [2]);
  });

  it("reports a known problem again after a mute, even if no run fell into the mute", () => {
    const memory = first([failure({ id: 1 })]);
    const muted = alertsWith(
      { notify: "changes" },
      { "nightly import": { mute_until: "2026-11-22T04:00Z" } },
    );
    const issues = [failure({ id: 2, finishTime: now + 3000 })];
    const runs = issues.map(({ finding }) => ({
      run: "run" in finding ? finding.run : failedRun(),
      problem: undefined,
    }));
    const after = { memory, runs, now: now + 3600, until: now + 3600 };
    assert.deepEqual(idsOf(sorted({ alerts: muted, issues, ...after }).reported), [2]);
    assert.deepEqual(idsOf(sorted({ alerts, issues, ...after }).reported), []);
  });

  it("keeps a problem known through a maintenance window, and reports one that began in it afterwards", () => {
    const quiet = alertsWith({ notify: "changes", quiet: [{ schedule: "20 3 * * *", hours: 1 }] });
    const memory = first([failure({ id: 1 })]);
    const inWindow = { now: now + 3600, until: now + 3600 };
    const issues = [
      failure({ id: 2, finishTime: now + 1800 }),
      failure({ id: 3, finishTime: now + 1800, pipeline: "price feed" }),
    ];
    const during = sorted({ alerts: quiet, issues, memory, ...inWindow });
    assert.deepEqual([during.reported, during.leftOut.silencedCount], [[], 2]);
    const after = sorted({
      alerts: quiet,
      issues: [
        failure({ id: 4, finishTime: now + 6000 }),
        failure({ id: 5, finishTime: now + 6000, pipeline: "price feed" }),
      ],
      memory: during.memory,
      ...{ now: now + 7200, until: now + 7200 },
    });
    assert.deepEqual(idsOf(after.reported), [5]);
  });

  it("reports a run that reached the list late and is older than the known problem, and nothing else for it", () => {
    const memory = first([failure({ id: 1, finishTime: now - 600 })]);
    const issues = [failure({ id: 2, finishTime: now - 700 }), failure({ id: 3, finishTime: now + 600 })];
    const { reported } = sorted({ alerts, issues, memory, now: now + 3600, until: now + 3600 });
    assert.deepEqual(idsOf(reported), [2]);
  });

  const next = (issues: Issue[], memory = first([failure({ id: 1 })]), more = {}) =>
    idsOf(sorted({ alerts, issues, memory, now: now + 3600, until: now + 3600, ...more }).reported);
  const waited = (id: number, result: string, finishTime: number): Issue => ({
    ...failure(),
    finding: {
      kind: "queueTime",
      run: failedRun({ id, result, finishTime }),
      ...{ queuedSeconds: 900, queueSecondsMax: 300 },
    },
  });

  it("reports a failure after a slow run, even if the failed run was slow, too", () => {
    const memory = first([waited(1, "succeeded", now - 600)]);
    assert.deepEqual(next([waited(2, "failed", now + 600)], memory), [2]);
    assert.deepEqual(next([waited(2, "succeeded", now + 600)], memory), []);
  });

  it("reports pipelines of the same name in two folders apart", () => {
    assert.deepEqual(next([failure({ id: 2, definitionId: 8, finishTime: now + 600 })]), [2]);
  });

  it("reports a run that was run again with another result, and no attempt twice", () => {
    const again = failure({ id: 1, result: "canceled", finishTime: now + 600 });
    assert.deepEqual(next([again]), [1]);
    assert.deepEqual(next([failure({ id: 1 })]), []);
  });

  it("does not take a cause that could not be read for a known one", () => {
    const unknown = (id: number, finishTime: number): Issue => ({
      ...failure({ id, finishTime }),
      links: { runPage: undefined, log: undefined, note: "1 of its logs could not be read" },
      explanation: undefined,
    });
    assert.deepEqual(next([unknown(2, now + 600)], first([unknown(1, now - 600)])), [2]);
  });

  it("reports an hour without any run after one with too few", () => {
    const none: Issue = { ...tooFew, finding: { kind: "tooFewRuns", expectedMoreThan: 5, runCount: 0 } };
    const memory = first([tooFew]);
    const later = { memory, now: now + 3600, until: now + 3600 };
    assert.deepEqual(sorted({ alerts, issues: [none], ...later }).reported, [none]);
  });

  it("counts and reminds only of problems that last", () => {
    const memory = first([failure({ id: 1, finishTime: now - 600 })]);
    const run = failedRun({ id: 2, result: "succeeded", finishTime: now - 300 });
    const { reported, leftOut, notes } = sorted({
      ...{ alerts, issues: [failure({ id: 1, finishTime: now - 600 })], memory },
      runs: [{ run, problem: undefined }],
      ...{ now: now + 1800, until: now + 1800 },
    });
    assert.deepEqual([reported, leftOut.knownCount, leftOut.repeatedCount, notes.length], [[], 0, 1, 1]);
  });

  it("reports again what did not fit into the message, unless another line of it shows the problem", () => {
    const [shown, same, other] = [1, 2, 3].map((id) =>
      failure({ id, ...(id === 3 ? { pipeline: "price feed" } : {}) }),
    );
    assert.ok(shown && same && other);
    const memory = first([shown, same, other]) ?? assert.fail();
    const left = withoutOmitted(memory, [same, other], [shown]);
    const issues = [
      failure({ id: 4, finishTime: now + 600 }),
      failure({ id: 5, finishTime: now + 600, pipeline: "price feed" }),
    ];
    assert.deepEqual(next(issues, left), [5]);
    assert.deepEqual(next([other], left), [3]);
  });

  it("says that a stuck run is hidden, which a later report has to look at again", () => {
    const stuck: Issue = {
      ...failure(),
      finding: {
        ...{ kind: "check", rank: 1, severity: "failure", tally: "stuck", hasLogs: true, sentence: [] },
        subject: { run: failedRun({ finishTime: undefined }) },
      },
    };
    const quiet = alertsWith({ quiet: [{ schedule: "0 0 * * *", hours: 4 }] });
    assert.equal(sorted({ alerts: quiet, issues: [stuck] }).hidesStuckRuns, true);
    assert.equal(sorted({ alerts: quiet, issues: [failure()] }).hidesStuckRuns, false);
  });

  it("always reports a record that cannot be read, as no two are known to be the same", () => {
    const issue: Issue = {
      finding: {
        kind: "unreadable",
        record: { id: 5, buildNumber: "1", pipeline: "nightly import", problem: "status: expected a text" },
      },
      links: { runPage: undefined, log: undefined, note: "" },
    };
    const memory = first([issue]);
    const later = sorted({ alerts, issues: [issue], memory, now: now + 3600, until: now + 3600 });
    assert.deepEqual(later.reported, [issue]);
  });
});

describe("mutesAt", () => {
  const { byEntry, ...rest } = alertsWith(
    {},
    {
      default: { max_proc_time: 900, min_proc_time: 30, mute_until: "2026-11-30" },
      a: {},
      b: { mute_until: "2026-11-22T03:00Z" },
      c: { mute_until: "2026-11-21" },
    },
  );

  it("says which mutes last, which have ended since the last report, and which before", () => {
    const { lasting, ended, past } = mutesAt({ byEntry, ...rest }, now - 3600, now);
    const names = [lasting, ended, past].map((some) => some.map(({ entry }) => entry));
    assert.deepEqual(names, [["default"], ["b"], ["c"]]);
  });
});

describe("the attached memory", () => {
  it("holds no name: only digests, times and ids", () => {
    const { memory } = sorted({
      alerts: alertsWith({ notify: "changes" }),
      issues: [failure({ id: 1 }), tooFew],
    });
    assert.ok(memory);
    const written = renderMemories(new Map([["0123456789abcdef", memory]]));
    assert.match(written, /^[{}[\]":,\w]+$/);
    assert.doesNotMatch(written, /nightly|import|space/);
    assert.equal(renderMemories(parseMemories(JSON.parse(written))), written);
  });

  it("is not read in another form", () => {
    for (const content of [null, [], {}, { version: 2, projects: [] }, { version: 1, projects: [{}] }])
      assert.throws(() => parseMemories(content), /has an unknown form/);
  });

  it("forgets a pipeline that has not run for a month", () => {
    const problem = {
      ...{ pipeline: "0".repeat(16), key: "1".repeat(16), verdict: "2".repeat(16), kind: "failure" as const },
      ...{ since: 0, reportedAt: 0 },
    };
    const until = 100 * 86_400;
    const problems = [until - 32 * 86_400, until - 30 * 86_400].map((lastSeen) => ({ ...problem, lastSeen }));
    const memory = { until, problems, states: [], reportedRuns: [] };
    const read = parseMemories(JSON.parse(renderMemories(new Map([["0".repeat(16), memory]]))));
    assert.deepEqual(
      read.get("0".repeat(16))?.problems.map(({ lastSeen }) => lastSeen),
      [until - 30 * 86_400],
    );
  });
});
