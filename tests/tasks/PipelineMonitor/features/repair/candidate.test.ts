import assert from "node:assert/strict";
import type { Run } from "../../../../../shared/azure-devops/records";
import type { Pattern } from "../../../../../shared/journal/schema";
import { emptyJournal } from "../../../../../shared/journal/schema";
import type { Considered } from "../../../../../tasks/PipelineMonitor/features/repair/candidate";
import type { FoundProject } from "../../../../../tasks/PipelineMonitor/issue/report";
import { noteRuns } from "../../../../../tasks/PipelineMonitor/journal/note";
import { emptySchedule } from "../../../../../tasks/PipelineMonitor/journal/times";
import { missedEntry } from "../../known-entry";
import { tooFew } from "../../ledger/ledger-stage";
import {
  candidatesIn,
  configFor,
  due,
  knownIssueReport,
  lostReport,
  lostRun,
  main,
  missedReport,
  nights,
  now,
} from "./repair-stage";

const day = 86_400;
const whyOf = ([one]: readonly Considered[]) => (one === undefined ? "nothing" : "why" in one ? one.why : "");
const only = ([one, ...others]: readonly Considered[]) =>
  one === undefined || "why" in one || others.length > 0
    ? assert.fail(JSON.stringify(one))
    : { ...one, ...one.intent };

describe("a failed run that is a candidate", () => {
  it("is known by itself, and has the end of the run as its time", () => {
    const { kind, pipeline, branch, at, nextDueAt } = only(candidatesIn(lostReport()));
    assert.deepEqual([kind, pipeline.id, branch, at], ["lostAgent", 7, main, now - 1200]);
    assert.equal(nextDueAt, undefined);
    const incidents = [700, 701, 700].map(
      (id) => only(candidatesIn(lostReport({}, [lostRun({ id })]))).incident,
    );
    assert.deepEqual([incidents[0] === incidents[2], incidents[0] === incidents[1]], [true, false]);
  });

  it("may have failed with a known issue, whatever else its entry allows, and is the same incident", () => {
    const one = only(candidatesIn(knownIssueReport()));
    const other = only(candidatesIn(knownIssueReport({}, { repair: { lost_agent: true } })));
    assert.deepEqual([one.kind, other.kind], ["knownIssue", "knownIssue"]);
    assert.equal(one.incident, only(candidatesIn(lostReport())).incident);
    assert.equal(whyOf(candidatesIn(knownIssueReport({ reason: "manual" }))), "a person started it");
  });

  const { branch: _, ...branchless } = lostRun();
  const rows: [why: string, run: Run][] = [
    ["its record lacks its pipeline, branch or end", lostRun({ definitionId: undefined })],
    ["its record lacks its pipeline, branch or end", branchless],
    ["its record lacks its pipeline, branch or end", lostRun({ finishTime: undefined })],
    ["its result is canceled", lostRun({ result: "canceled" })],
    ["a person started it", lostRun({ reason: "manual" })],
  ];
  for (const [why, run] of rows)
    it(`is left alone: ${why}`, () => assert.equal(whyOf(candidatesIn(lostReport({}, [run]))), why));

  it("is none of a pipeline that has no repair", () => {
    for (const entry of [{ repair: { missed: true } }, {}]) {
      const config = configFor({ "nightly *": { schedule: "auto", ...entry } });
      assert.deepEqual(candidatesIn({ ...lostReport(), config }), []);
    }
    assert.deepEqual(candidatesIn({ ...lostReport(), issues: [tooFew] }), [], "of no run");
  });
});

describe("a missed run that is a candidate", () => {
  it("has its branch, when it is due next, and how long it takes", () => {
    const { kind, pipeline, branch, at, nextDueAt, usualSeconds } = only(candidatesIn(missedReport()));
    assert.deepEqual([kind, pipeline.id, branch, at], ["missed", 7, main, due]);
    assert.deepEqual([nextDueAt, usualSeconds], [due + day, 300]);
  });

  it("is due next at whatever time its schedule has, a week or a year later", () => {
    for (const [schedule, next] of [
      ["20 3 * * *", now + 60],
      ["19 3 * * *", now + day],
      ["10 2 * * Thu", due + 6 * day],
      ["10 2 20 11 *", due + 365 * day],
      ["10 2 29 2 *", undefined],
    ] as const)
      assert.equal(only(candidatesIn(missedReport({ schedule }))).nextDueAt, next, schedule);
  });

  it("is the last of several missed times", () => {
    const at = [due - 3600, due, due - 7200];
    const issues = at.flatMap((time) => {
      const { content } = missedEntry("nightly import", time);
      return "about" in content ? [content] : [];
    });
    assert.equal(only(candidatesIn(missedReport(undefined, { issues }))).at, due);
  });

  const noted = (...runs: Run[]): Partial<FoundProject> => ({
    journal: noteRuns(emptyJournal, runs, configFor({})),
  });
  for (const [why, changes] of [
    ["no earlier run of it is known", { journal: emptyJournal }],
    ["several pipelines have its name", noted(...nights(), ...nights({ definitionId: 8 }))],
    ["its schedule has started runs of no branch", noted(...nights({ reason: "manual" }))],
    ["its schedule has started runs of no branch", noted(...nights({ branch: "" }))],
    ["its schedule has started runs of several branches", noted(...nights(), ...nights({ branch: "b" }))],
  ] as const)
    it(`is left alone: ${why}`, () =>
      assert.equal(whyOf(candidatesIn(missedReport(undefined, changes))), why));

  it("is started on the branch of its schedule, and once for each", () => {
    const branches = noted(...nights(), ...nights({ branch: "refs/heads/b" }));
    const { issues } = missedReport();
    const incidents = [main, "refs/heads/b"].map((branch) => {
      const about = { pipeline: { name: "nightly import" }, branch };
      const one = only(
        candidatesIn(
          missedReport(
            { schedule: [{ cron: "10 2 * * *", branch }] },
            { ...branches, issues: issues.map((issue) => ({ ...issue, about })) },
          ),
        ),
      );
      assert.equal(one.branch, branch);
      return one.incident;
    });
    assert.equal(new Set(incidents).size, 2);
  });

  it("is started whatever people start besides, and after runs that take nobody knows how long", () => {
    const byHand = nights({ branch: "b", reason: "manual" });
    const mixed = [...nights().slice(0, 2), ...nights({ reason: "manual" }).slice(2)];
    assert.equal(only(candidatesIn(missedReport(undefined, noted(...mixed, ...byHand)))).branch, main);
    const failed = noted(...nights({ result: "failed" }));
    assert.equal(only(candidatesIn(missedReport(undefined, failed))).usualSeconds, undefined);
  });
});

describe("a missed run of a learned schedule", () => {
  /** Due at this minute of each day. */
  const slots = [0, 1, 2, 3, 4, 5, 6].map((weekday) => weekday * 1440 + 130);
  const learned = (pattern: Pattern | undefined, ...times: number[]) => {
    const report = missedReport({ schedule: "auto" });
    const schedules = [{ ...emptySchedule(main), pattern, times }];
    const pipelines = [...report.journal.pipelines].map(
      ([key, one]) => [key, { ...one, schedules }] as const,
    );
    return candidatesIn({ ...report, journal: { ...report.journal, pipelines: new Map(pipelines) } });
  };

  it("may be started, and is due again a day later", () => {
    const { branch, nextDueAt, usualSeconds } = only(learned({ slots, since: 0 }));
    assert.deepEqual([branch, nextDueAt, usualSeconds], [main, due + day, 300]);
  });

  it("is left alone if nothing is known of it, or if it ran shortly before: somebody may have moved it", () => {
    assert.equal(whyOf(learned(undefined)), "its schedule is not known any more");
    const ranBefore = (minutes: number) => whyOf(learned({ slots, since: 0 }, due / 60 - minutes));
    for (const minutes of [20, 180, 1400])
      assert.equal(ranBefore(minutes), "its schedule has started it at another time");
    for (const minutes of [1440, 1430, 2000]) assert.equal(ranBefore(minutes), "");
  });
});
