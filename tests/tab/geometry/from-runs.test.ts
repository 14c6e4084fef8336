import assert from "node:assert/strict";
import { monitorTag } from "../../../shared/report/form";
import type { NameOf } from "../../../shared/subject";
import { utcZone } from "../../../shared/text/zone";
import { nightFromRuns, openProblems } from "../../../tab/geometry/from-runs";
import { gridOf } from "../../../tab/geometry/grid";
import { nightRows } from "../../../tab/geometry/night";
import type { ProjectRun } from "../../../tab/geometry/project-run";
import { wrongNow } from "../../../tab/geometry/wrong-now";
import { madeRun, type RunChanges } from "../made-run";
import { hour, nightShift, now } from "./night-stage";

const ended = (ago: number, changes: RunChanges = {}) =>
  madeRun({ id: Math.round(ago) + 1, finishTime: now - ago, ...changes });
const failed = (ago: number, changes: RunChanges = {}) => ended(ago, { result: "failed", ...changes });
const open = (ago: number) =>
  madeRun({ id: 9000, status: "inProgress", result: "", queueTime: now - ago, startTime: now - ago });
const waiting = (ago: number) => ({ ...open(ago), status: "notStarted", startTime: undefined });
/** A project as the lists of runs show it. */
interface ListedProject {
  runs: ProjectRun[];
  unfinished: ProjectRun[];
  waits: Parameters<typeof openProblems>[2];
  isCut: boolean;
}
const listed = (changes: Partial<ListedProject>): ListedProject => ({
  ...{ runs: [], unfinished: [], waits: new Map(), isCut: false, ...changes },
});

/** What fails by its runs, and then what is open. */
const problemsFromRuns = (given: ListedProject) => {
  const failuresSince = now - (given.isCut ? 1 : 28 * 24) * hour;
  const known = { runs: given.runs, readAt: now, failuresSince, isExcluded: () => false };
  return [
    ...wrongNow([], nightShift, known, false),
    ...openProblems(given.runs, given.unfinished, given.waits, nightShift, now),
  ];
};

describe("the problems of a project without a monitor", () => {
  const usual = [ended(8000), ended(12_000), ended(16_000, { queueTime: now - 16_000 - 500 })];
  const waits = new Map([
    [9000, { since: now - 25 * hour, what: "waits for an approval before stage Production" }],
  ]);
  const other = { id: 2, definitionId: 8 };
  const rows: [title: string, given: Partial<ListedProject>, ...problems: string[]][] = [
    [
      "what fails now, since when and how often",
      { runs: [failed(100), failed(5000), ended(9000), failed(20_000)] },
      "failed, 2 since 5000 s",
    ],
    [
      "not what works again, or what a person started and canceled since",
      { runs: [ended(50, { result: "canceled", reason: "manual" }), ended(100), failed(5000)] },
    ],
    [
      "what partially succeeded or did not succeed, of which nothing is well",
      {
        runs: [
          ended(100, { result: "partiallySucceeded" }),
          failed(5000),
          ended(90, { result: "none", ...other }),
        ],
      },
      "did not succeed, 1 since 90 s",
      "partially succeeded, 2 since 5000 s",
    ],
    ["not what a pull request failed", { runs: [failed(100, { reason: "pullRequest" })] }],
    [
      "what failed in all of the 24 hours",
      { runs: [failed(100), failed(80_000)] },
      "failed, 2 since 80000 s",
    ],
    [
      "no more than what was read",
      { runs: [failed(100), failed(7200)], isCut: true },
      "failed, 2 since 7200 s or longer",
    ],
    [
      "branches and pipelines of one name, the latest first",
      { runs: [failed(300, { branch: "refs/heads/release/7" }), ended(100), failed(200, other)] },
      "failed, 1 since 200 s",
      "failed, 1 since 300 s",
    ],
    [
      "what runs for longer than usual",
      { runs: usual, unfinished: [open(7200)] },
      "running for 2 h, usually 1 min, 1 since 7200 s",
    ],
    [
      "what waits for longer than usual",
      { runs: usual, unfinished: [waiting(900)] },
      "waiting to start for 15 min, usually 5 s, 1 since 900 s",
    ],
    ["not what runs or waits a little longer", { runs: usual, unfinished: [open(150), waiting(550)] }],
    [
      "not what is slow where too few runs show what is usual",
      { runs: usual.slice(1), unfinished: [open(7200)] },
    ],
    [
      "what waits for a person, which is not called slow",
      { runs: usual, unfinished: [open(7200)], waits },
      "waits for an approval before stage Production, 1 since 90000 s",
    ],
  ];
  for (const [title, given, ...problems] of rows)
    it(`are ${title}`, () => {
      const found = problemsFromRuns(listed(given));
      assert.deepEqual(
        found.map(({ sentence, count, since, ...claim }) => {
          const more = "isLonger" in claim && claim.isLonger === true ? " or longer" : "";
          return `${sentence}, ${count} since ${now - since} s${more}`;
        }),
        problems,
      );
    });
});

describe("a partial success without a monitor", () => {
  it("is neither well nor as bad as a failure", () => {
    const severityOf = (result: string) =>
      problemsFromRuns(listed({ runs: [ended(100, { result })] }))[0]?.severity;
    assert.deepEqual([severityOf("partiallySucceeded"), severityOf("failed")], ["warning", "failure"]);
  });
});

describe("the night of a project without a monitor", () => {
  const project = { ...nightShift, url: "https://dev.azure.com/contoso/Night%20Shift" };
  const nightOf = (given: Partial<ListedProject>) => nightFromRuns(listed(given), project, now, utcZone);

  const rowsOf = (given: Partial<ListedProject>) => {
    const nameOf: NameOf = ({ pipeline }) => pipeline?.name ?? "";
    const watched = {
      monitor: "",
      zone: utcZone,
      problems: [],
      nameOf,
      isSilent: false,
      night: nightOf(given),
    };
    return nightRows([watched], gridOf("24h", now, utcZone));
  };
  /** The first letters of the states of the hours. */
  const lettersOf = (given: Partial<ListedProject>, index = 0) => {
    const { cells } = rowsOf(given)[index] ?? assert.fail();
    return cells.map(({ state }) => state.charAt(0)).join("");
  };
  const figuresIn = (given: Partial<ListedProject>, index = 0) => {
    const [day = assert.fail()] = nightOf(given).pipelines[index]?.days.values() ?? [];
    return [day.runs, day.failures, day.timedRuns].join();
  };

  it("claims nothing of the time that was not read", () => {
    assert.match(lettersOf({ runs: [failed(100), failed(2 * hour)], isCut: true }), /^u{20,}[nf]+$/);
    const early = failed(2 * hour, { queueTime: now - 5 * hour, startTime: now - 5 * hour });
    assert.match(lettersOf({ runs: [failed(100), early], isCut: true }), /^u{20,}[nf]+$/);
  });

  it("calls no run well that did not succeed", () => {
    for (const [result, hours] of [
      ["succeeded", "nw"],
      ["partiallySucceeded", "nf"],
      ["canceled", "nf"],
      ["none", "nf"],
    ] as const) {
      const night = { runs: [ended(100, { result })] };
      assert.equal(lettersOf(night).slice(-2), hours, result);
      assert.equal(figuresIn(night), hours === "nw" ? "1,0,1" : "1,1,0", result);
    }
  });

  it("has no runs of a monitor that newer ones replaced in the queue", () => {
    const canceled = (id: number, changes: RunChanges = {}) =>
      ended(100, { id, result: "canceled", reason: "resourceTrigger", ...changes });
    const reported = ended(50, { tags: [monitorTag] });
    const idle = [canceled(3), canceled(4, { startTime: undefined })];
    assert.equal(figuresIn({ runs: [reported, ...idle] }), "1,0,1");
    assert.equal(figuresIn({ runs: [reported, canceled(5, { tags: [monitorTag] })] }), "2,1,1");
    const isWaiting = waiting(110);
    assert.equal(figuresIn({ runs: [reported, canceled(100)], unfinished: [isWaiting] }), "1,0,1");
  });

  it("has a run of a monitor that was canceled while no newer one waited: it ran", () => {
    const canceled = failed(5000, { result: "canceled" });
    const listedRuns = { runs: [ended(50, { id: 9001, tags: [monitorTag] }), canceled] };
    assert.equal(figuresIn(listedRuns), "2,1,1");
    assert.match(lettersOf(listedRuns), /f\w*w$/);
  });

  it("has a row for each pipeline, with the worst of each hour", () => {
    const runs = [
      ended(100),
      failed(200),
      ended(3 * hour),
      ended(100, { definitionId: 8, pipeline: "export" }),
    ];
    const rows = rowsOf({ runs }).map(
      (row, index) => `${row.name} ${lettersOf({ runs }, index).slice(-4)} ${figuresIn({ runs }, index)}`,
    );
    assert.deepEqual(rows, ["nightly import wnnf 3,1,2", "export nnnw 1,0,1"]);
  });
});
