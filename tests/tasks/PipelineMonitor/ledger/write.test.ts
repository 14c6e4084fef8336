import assert from "node:assert/strict";
import { attemptOf } from "../../../../shared/azure-devops/records";
import { projectIdOf } from "../../../../shared/project";
import type { Entry } from "../../../../tasks/PipelineMonitor/issue/entry";
import { earlierOf } from "../../../../tasks/PipelineMonitor/issue/knowledge";
import { type Ledger, projectFingerprint } from "../../../../tasks/PipelineMonitor/issue/ledger";
import type { FoundProject } from "../../../../tasks/PipelineMonitor/issue/report";
import { sinceLast } from "../../../../tasks/PipelineMonitor/issue/window";
import { type Memory, noMemory } from "../../../../tasks/PipelineMonitor/ledger/memory";
import { ledgerAfter, timeOf } from "../../../../tasks/PipelineMonitor/ledger/write";
import { type Changes, knownEntry } from "../known-entry";
import { projectReport } from "../report-stage";
import { emptyLedger } from "./ledger-samples";
import {
  chatId,
  configWith,
  ended,
  failedEntry,
  failure,
  hour,
  nearLimit,
  noteEntry,
  now,
  told as toldEarlier,
  worked,
} from "./ledger-stage";

const day = 24 * hour;
const usual = configWith({ notify: "changes" });
const project = projectFingerprint(usual);
const other = { ...usual, project: new URL("https://h/o/other") };
const window = sinceLast(now * 1000, { until: now - hour, dueUntil: now - 2 * hour });
const told = { told: { [chatId]: toldEarlier } };
const owed = { owed: { [chatId]: {} } };
const own = projectReport({ config: usual, window });

type Finished = Parameters<typeof ledgerAfter>[0] & Parameters<typeof ledgerAfter>[1];

function ledgerOf(changes: Partial<Finished> = {}, ledger?: Ledger): Ledger {
  const { config = usual, projects = [own], unread = [], isListRead = true, ...facts } = changes;
  const usualFacts = {
    ...{ webhook: "", isTried: false, configuration: {} },
    ...{ projectIds: {}, parts: {}, entries: [] },
  };
  const report = { config, projects, unread, isListRead };
  const others = { journal: undefined, unfinished: [], isOlder: false };
  const memory: Memory = ledger === undefined ? noMemory : { state: "read", ledger, ...others };
  return ledgerAfter(report, { ...usualFacts, ...facts }, memory, now);
}
/** What the ledger has of the project after a report with some changes. */
const projectTimes = (changes: Partial<FoundProject>) =>
  ledgerOf({ projects: [{ ...own, ...changes }] }).projects.get(project) ?? assert.fail();

describe("the entries after a report", () => {
  const isKept = (entry: Entry, config = usual) =>
    ledgerOf({ config, projects: [projectReport({ config, window })], entries: [entry] }).entries.length ===
    1;
  const over = { end: ended };
  const old = { last: now - 35 * day - 1 };
  const unchecked = configWith({ notify: "changes" }, { "nightly import": { check_flag: false } });

  it("are those that last, and whose end somebody has to be told", () => {
    const of = (changes: Changes) => isKept(failedEntry({ project, ...changes }));
    const kept = [{}, told, owed, { ...over, ...told }, { ...over, ...owed }, { ...old, ...owed }];
    assert.ok([...kept, { last: now - 35 * day }].every(of));
    assert.ok(![over, old, { ...old, ...told }].some(of));
  });

  it("are notes only as long as somebody waits for them", () => {
    const kept = [noteEntry(owed), noteEntry(told), noteEntry()].map((one) => isKept(one));
    assert.deepEqual(kept, [true, false, false]);
  });

  it("are not those that nobody watches any more, unless somebody knows them", () => {
    const of = (changes: Changes) => isKept(failedEntry({ project, ...changes }), unchecked);
    assert.deepEqual([{}, told].map(of), [false, true]);
    const projects = [unchecked, other].map((config) => projectReport({ config }));
    const entries = [failedEntry({ project: projectFingerprint(other) })];
    const elsewhere = ledgerOf({ config: unchecked, projects, entries });
    assert.equal(elsewhere.entries.length, 1, "each project has its own configuration");
  });

  it("are found again without a window since the last report, but for what is told once", () => {
    const config = configWith();
    const entries = [failedEntry({ project, ...told }), noteEntry(owed), knownEntry(nearLimit, now, told)];
    const kept = entries.map((entry) => isKept(entry, config));
    assert.deepEqual(kept, [false, true, false]);
  });
});

describe("the earlier reasons of a problem", () => {
  it("are kept for whoever is owed it, and for the channel of the schedule while a person tries another", () => {
    const kept = (changes: Changes, isTried: boolean) => {
      const entries = [failedEntry({ project, earlier: [failure()], ...changes })];
      return ledgerOf({ entries, isTried }).entries.map((entry) => earlierOf(entry).length);
    };
    assert.deepEqual([kept({}, false), kept({}, true), kept(owed, false)], [[0], [1], [1]]);
  });
});

describe("the times after a report", () => {
  it("are those of the report", () => {
    const ledger = ledgerOf({ webhook: "w", isTried: true, parts: { a: 5 } });
    const { othersUntil, reportedUntil, webhook, isTried, parts } = ledger;
    assert.deepEqual([othersUntil, reportedUntil], [now, now]);
    assert.deepEqual([webhook, isTried, parts], ["w", true, { a: 5 }]);
    assert.deepEqual(ledger.projects, new Map([[project, projectTimes({})]]));
  });

  it("leave a project that was not read to the next report, from where it is known or would have begun", () => {
    const unread = projectFingerprint(other);
    const timesAfter = (before?: Ledger) => ledgerOf({ unread: [other] }, before).projects.get(unread);
    const othersUntil = now - 3 * hour;
    const begun = { until: othersUntil, dueUntil: othersUntil, seen: [] };
    assert.deepEqual(timesAfter({ ...emptyLedger, othersUntil }), begun);
    const known = { until: now - day, dueUntil: 8, seen: ["1:1"] };
    assert.equal(timesAfter({ ...emptyLedger, projects: new Map([[unread, known]]) }), known);
    assert.deepEqual(timesAfter(), { until: now - day, dueUntil: now - day, seen: [] });
  });

  it("forget a project that was not read for 35 days", () => {
    const of = (until: number) => {
      const projects = new Map([[projectIdOf("p"), { until, dueUntil: 0, seen: [] }]]);
      return ledgerOf({}, { ...emptyLedger, projects }).projects.has(projectIdOf("p"));
    };
    assert.deepEqual([of(now - 35 * day), of(now - 35 * day + 1)], [false, true]);
  });

  it("stay those of the last whole list if the projects could not be listed", () => {
    const ledger = { ...emptyLedger, othersUntil: 77 };
    assert.equal(ledgerOf({ isListRead: false }, ledger).othersUntil, 77);
    assert.equal(ledgerOf({ isListRead: false }).othersUntil, now - day, "or where the first report began");
  });

  it("know nothing of projects without a window since the last report", () => {
    const config = configWith();
    assert.equal(ledgerOf({ config, projects: [projectReport({ config, window })] }).projects.size, 0);
  });
});

describe("what is known of a project after a report", () => {
  it("is until when runs were read: the report's end, or later runs that the list had", () => {
    const untils = [[], [now - 60], [now, now + 60], [now + 60, now + 120]].map(
      (ends) => projectTimes({ records: ends.map((at) => ({ run: worked(at) })) }).until - now,
    );
    assert.deepEqual(untils, [0, 0, 61, 61]);
  });

  it("has the runs of two days that were read, from a time on all of them", () => {
    const from = now - 2 * day;
    const runs = [from - 1, from, now + 119, now + 120].map((at, id) => worked(at, { id }));
    const unreadable = { id: 4, buildNumber: "1", pipeline: { name: "a" }, problem: "" };
    const records = [...runs.slice(0, 2), ...runs.slice(3)].map((run) => ({ run }));
    const memory = { until: 0, dueUntil: 0, seen: [`8:${from - 1}`, `9:${from}`, `1:${from}`], seenFrom: 0 };
    const later = sinceLast(now * 1000, { until: now - hour, seenFrom: 0 });
    const { seen, seenFrom } = projectTimes({
      times: memory,
      window: later,
      records: [...records, { unreadable }],
    });
    assert.deepEqual([seen, seenFrom], [[`9:${from}`, `1:${from}`], from]);
    const [early, late] = [runs[1], runs[2]].map((run) => attemptOf(run ?? assert.fail()));
    const untilLatest = projectTimes({ window: later, records: runs.map((run) => ({ run })) });
    assert.deepEqual([untilLatest.seen, timeOf(early ?? "")], [[late], from]);
    const since = now - 2 * hour;
    const first = projectTimes({ window: sinceLast(now * 1000, { until: now - hour, seenFrom: since }) });
    assert.equal(first.seenFrom, since, "before, nobody knows which were read");
  });

  it("has 5,000 of them, and 20,000 of those that the next list has again", () => {
    const seenOf = (count: number, at: number) => {
      const known = Array.from({ length: count }, (_, index) => `${index}:${at + Math.floor(index / 100)}`);
      const later = sinceLast(now * 1000, { until: now - hour, seenFrom: 0 });
      return projectTimes({ times: { until: 0, dueUntil: 0, seen: known }, window: later });
    };
    const old = seenOf(6000, now - day);
    assert.deepEqual([old.seen.length, old.seenFrom], [5000, now - day + 10]);
    assert.equal(seenOf(6000, now - 1000).seen.length, 6000);
    assert.equal(seenOf(20_200, now - 1000).seen.length, 20_000);
  });

  it("is until when runs were missed: not on where the check failed", () => {
    assert.equal(projectTimes({}).dueUntil, now);
    assert.equal(projectTimes({ mayLast: ["stuck"] }).dueUntil, now);
    assert.equal(projectTimes({ mayLast: ["stuck", "missed"] }).dueUntil, now - 2 * hour);
  });
});
