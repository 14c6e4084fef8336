import assert from "node:assert/strict";
import { limitCodes } from "../../../../tasks/PipelineMonitor/checks/run-limits";
import { type Issue, missedCode, type Note } from "../../../../tasks/PipelineMonitor/issue/issue";
import {
  type Memory,
  type ProjectMemory,
  projectFingerprint,
} from "../../../../tasks/PipelineMonitor/issue/memory";
import type { Report } from "../../../../tasks/PipelineMonitor/issue/report";
import { sinceLast } from "../../../../tasks/PipelineMonitor/issue/window";
import { endOfMute } from "../../../../tasks/PipelineMonitor/silence/mutes";
import { memoryBefore, memoryOf } from "../../../../tasks/PipelineMonitor/silence/remember";
import { projectReport, reportOn } from "../report-stage";
import { configWith, failure, now } from "./silence-stage";

const hour = 3600;
const config = configWith({ notify: "changes" });
const before: ProjectMemory = {
  ...{ until: now - hour, wholeUntil: now - 2 * hour, seen: ["7:1"], problems: [], states: [] },
};

describe("the memory of a monitor", () => {
  const own = projectReport({ config, window: sinceLast(now * 1000, before), known: before });
  const other = { ...config, project: new URL("other", config.project), projectName: "Other" };
  const last: Memory = {
    projects: new Map([[projectFingerprint(config), before]]),
    ...{ othersUntil: now - hour, unread: [], limitsUntil: 1 },
  };
  const told = (report: Report, memory: Memory | undefined = last) =>
    memoryOf(report, { memory, startTime: undefined, skipped: [], notes: [], isUnknown: false });

  it("holds one of each project; one that could not be read keeps its own, and a new one begins then", () => {
    const { projects } = told(reportOn([own], { unread: [other] }));
    assert.equal(projects.get(projectFingerprint(config))?.until, now);
    assert.equal(projects.get(projectFingerprint(other))?.until, now - hour);
    const unread = told(reportOn([{ ...own, config: other }], { config: other, unread: [config] }));
    assert.deepEqual(unread.projects.get(projectFingerprint(config)), before);
  });

  it("covers other projects until now, unless they could not be listed", () => {
    assert.equal(told(reportOn([own])).othersUntil, now);
    assert.equal(told(reportOn([own], { isListed: false })).othersUntil, now - hour);
  });

  it("covers the ends of mutes until now unless they wait for business hours, even if the other projects could not be listed", () => {
    const note: Note = { parts: [], severity: "note", rank: 6, tally: endOfMute };
    const waiting: Note = { ...note, silenced: { by: "hours", why: [] } };
    assert.equal(told(reportOn([own], { notes: [waiting] })).mutesUntil, before.until);
    assert.equal(told(reportOn([own], { notes: [waiting] }), { ...last, mutesUntil: 5 }).mutesUntil, 5);
    assert.equal(told(reportOn([own], { notes: [note], isListed: false })).mutesUntil, now);
    const other: Note = { ...waiting, tally: { thing: "mute", what: "ended" } };
    assert.equal(told(reportOn([own], { notes: [other, note] })).mutesUntil, now);
  });

  it("begins with the latest of the projects, and without a memory where the first window does", () => {
    const later = projectReport({ config: other, window: sinceLast((now + 60) * 1000, before) });
    assert.equal(told(reportOn([own, later])).othersUntil, now + 60);
    const nothing = { memory: undefined, startTime: undefined, skipped: [], notes: [], isUnknown: false };
    const first = memoryOf(reportOn([own], { isListed: false }), nothing);
    assert.deepEqual([first.othersUntil, first.unread, first.projects.size], [now - 24 * hour, [], 1]);
  });

  it("knows the unread projects", () => {
    const unreadStates = ["a", "b"].map((key) => ({ key, reportedAt: now }));
    const unread = [{ key: "c", reportedAt: 5 }];
    assert.equal(told(reportOn([own], { unreadStates }), { ...last, unread }).unread, unreadStates);
  });

  it("knows the day of which the limits were told", () => {
    const daily = { ...own, limitsDueAt: 86_400, limitsFoundAt: 86_400 };
    const limitsAfter = (report: Report) => told(report).limitsUntil;
    assert.equal(limitsAfter(reportOn([daily])), 86_400);
    assert.equal(limitsAfter(reportOn([own])), 1);
    assert.equal(limitsAfter(reportOn([{ ...daily, limitsFoundAt: undefined }])), 1, "not checked");
    const waiting = (code: string, by: "hours" | "mute"): Issue[] => [
      { ...failure(), code, silenced: { by, why: [] } },
    ];
    const [limit = ""] = limitCodes;
    for (const [issues, until] of [
      [waiting(limit, "hours"), 1],
      [waiting(limit, "mute"), 86_400],
      [waiting(missedCode, "hours"), 86_400],
    ] as const)
      assert.equal(limitsAfter(reportOn([{ ...daily, issues }])), until);
    const never = { ...last, limitsUntil: undefined };
    const unknown = { ...daily, limitsFoundAt: undefined };
    const untold = [unknown, own].map((one) => told(reportOn([one]), never).limitsUntil);
    assert.deepEqual(untold, [86_399, now - 1]);
    assert.equal(limitsAfter(reportOn([{ ...daily, config: other }], { config })), 1, "another project's");
  });

  it("begins where the first report did if that was not delivered: a day ago, and for mutes and limits an hour ago", () => {
    const first = projectReport({ config, window: sinceLast(now * 1000, undefined) });
    const nothing = { startTime: undefined, skipped: [], notes: [], isUnknown: false };
    const report = reportOn([first], { unread: [other] });
    const times = { until: now - 24 * hour, wholeUntil: now - 24 * hour, dueUntil: now - hour - 30 };
    const begun = { ...times, seen: [], problems: [], states: [] };
    assert.deepEqual(memoryBefore(report, { memory: undefined, ...nothing }), {
      projects: new Map([config, other].map((one) => [projectFingerprint(one), begun])),
      ...{ othersUntil: now - 24 * hour, unread: [] },
      ...{ mutesUntil: now - hour - 30, limitsUntil: now - hour - 31 },
    });
    assert.equal(memoryBefore(report, { memory: last, ...nothing }), last);
  });

  it("knows no project if every report repeats what it finds", () => {
    const always = { ...own, config: configWith() };
    assert.equal(told(reportOn([always]), { ...last, projects: new Map() }).projects.size, 0);
  });
});
