import assert from "node:assert/strict";
import fc from "fast-check";
import { parseRun, wholeSeconds } from "../../../shared/azure-devops/records";

const record = {
  id: 812,
  buildNumber: "20261120.3",
  status: "completed",
  result: "succeeded",
  queueTime: "2026-11-20T02:00:00.1234567Z",
  startTime: "2026-11-20T02:00:05.9Z",
  finishTime: "2026-11-20T02:30:00Z",
  definition: { name: "nightly import", id: 7 },
  somethingNew: {},
};

describe("wholeSeconds", () => {
  it("drops the fraction of a time, whatever its length", () => {
    for (const fraction of ["", ".9", ".99", ".999", ".999999", ".9999999"])
      assert.equal(wholeSeconds(`1970-01-01T00:01:00${fraction}Z`), 60);
  });

  it("returns undefined for what is not a UTC time", () => {
    for (const text of [
      ...["", "2026-11-20", "2026-11-20T02:00:00", "2026-11-20T02:00:00+0100", "2026-13-20T02:00:00Z"],
      ...["on 2026-11-20T02:00:00Z", "2026-11-20T02:00:00Z."],
    ])
      assert.equal(wholeSeconds(text), undefined, text);
  });
});

const readable = {
  ...{ id: 812, buildNumber: "20261120.3", pipeline: { id: 7, name: "nightly import" } },
  ...{ status: "completed", result: "succeeded" },
  queueTime: Date.UTC(2026, 10, 20, 2, 0, 0) / 1000,
  startTime: Date.UTC(2026, 10, 20, 2, 0, 5) / 1000,
  finishTime: Date.UTC(2026, 10, 20, 2, 30, 0) / 1000,
};

describe("parseRun", () => {
  it("reads what it needs of a record and ignores the rest", () => {
    assert.deepEqual(parseRun(record), { run: readable });
  });

  it("reads commit and branch if they are texts of a usual length; anything else is as if absent", () => {
    const sources = (sourceVersion: unknown, sourceBranch: unknown) => {
      const parsed = parseRun({ ...record, sourceVersion, sourceBranch });
      return "run" in parsed ? [parsed.run.commit, parsed.run.branch] : assert.fail();
    };
    assert.deepEqual(sources("c0ffee", "refs/heads/main"), ["c0ffee", "refs/heads/main"]);
    for (const nothing of [undefined, null, 5, {}, "", "x".repeat(257)])
      assert.deepEqual(sources(nothing, nothing), [undefined, undefined]);
  });

  it("accepts a run without result and times, absent or null", () => {
    for (const nothing of [undefined, null]) {
      const without = { result: nothing, queueTime: nothing, startTime: nothing, finishTime: nothing };
      const parsed = parseRun({ ...record, ...without });
      assert.ok("run" in parsed);
      assert.deepEqual([parsed.run.result, parsed.run.startTime], ["", undefined]);
    }
  });

  it("names the member that is missing or has the wrong type, and what else is known of the run", () => {
    const cases: [unknown, string][] = [
      [{ ...record, id: "812" }, "id: expected a whole number"],
      [{ ...record, id: 1.5 }, "id: expected a whole number"],
      [{ ...record, id: 2 ** 53 }, "id: expected a whole number"],
      [{ ...record, status: undefined }, "status: expected a text"],
      [{ ...record, result: 5 }, "result: expected a text"],
      [{ ...record, buildNumber: 5, definition: {} }, "buildNumber: expected a text"],
      [{ ...record, definition: {} }, "definition.name: expected a text"],
      [{ ...record, definition: undefined }, "definition: expected an object"],
      [[], "record: expected an object"],
    ];
    for (const [broken, problem] of cases) {
      const parsed = parseRun(broken);
      assert.ok("unreadable" in parsed, problem);
      assert.equal(parsed.unreadable.problem, problem);
    }
    const known = { id: 812, buildNumber: "20261120.3", pipeline: { id: 7, name: "nightly import" } };
    const unreadable = { ...known, problem: "status: expected a text" };
    assert.deepEqual(parseRun({ ...record, status: 1 }), { unreadable });
    for (const nothing of [[], null, { id: "812", buildNumber: 5, definition: { name: 7 } }]) {
      const parsed = parseRun(nothing);
      assert.ok("unreadable" in parsed);
      const { problem: _, ...known } = parsed.unreadable;
      assert.deepEqual(known, { id: undefined, buildNumber: "", pipeline: undefined });
    }
  });

  it("has a run without what is odd in its record, and names it, because the result is known", () => {
    const expectedTime = "expected a time such as 2026-01-31T12:00:00Z";
    const { buildNumber: _, ...unnamed } = record;
    const { finishTime, startTime } = readable;
    for (const [odd, known, problem] of [
      [{ ...record, buildNumber: 5 }, { buildNumber: "" }, "buildNumber: expected a text"],
      [unnamed, { buildNumber: "" }, "buildNumber: expected a text"],
      [
        { ...record, startTime: "yesterday" },
        { startTime: undefined, finishTime },
        `startTime: ${expectedTime}`,
      ],
      [{ ...record, finishTime: 1 }, { startTime, finishTime: undefined }, `finishTime: ${expectedTime}`],
    ] as const)
      assert.deepEqual(parseRun(odd), { run: { ...readable, ...known, problem } });
  });

  // microsoft/azure-pipelines-agent#1752: DateTime.MinValue is written out, where there is no time.
  it("takes the first moment of .NET for no time, and an offset for a time", () => {
    for (const startTime of ["0001-01-01T00:00:00", "0001-01-01T00:00:00Z", "0001-01-01T00:00:00+00:00"])
      assert.deepEqual(parseRun({ ...record, startTime }), { run: { ...readable, startTime: undefined } });
    for (const startTime of ["2026-11-20T02:00:05+00:00", "2026-11-20T03:00:05.123+01:00"])
      assert.deepEqual(parseRun({ ...record, startTime }), { run: readable });
  });

  it("knows when a run that is being canceled changed last, and that of no other", () => {
    const changed = { ...record, lastChangedDate: "2026-11-20T02:10:00.5Z" };
    const parsed = parseRun({ ...changed, status: "cancelling" });
    const changedTime = Date.UTC(2026, 10, 20, 2, 10) / 1000;
    assert.deepEqual(parsed, { run: { ...readable, status: "cancelling", changedTime } });
    assert.deepEqual(parseRun(changed), { run: readable });
    assert.ok("run" in parseRun({ ...changed, status: "cancelling", lastChangedDate: 5 }));
  });

  it("loses no record, whatever it is", () => {
    fc.assert(
      fc.property(fc.anything(), (anything) => {
        const parsed = parseRun(anything);
        return "run" in parsed || parsed.unreadable.problem !== "";
      }),
    );
  });
});
