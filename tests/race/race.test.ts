import assert from "node:assert/strict";
import { race, renderRace, type Standing } from "./race";

const of = (standings: readonly Standing[], way: string) =>
  standings.find((standing) => standing.way === way) ?? assert.fail(way);

for (const model of ["with the task's own assumptions", "without them"] as const)
  describe(`race for released domains ${model}`, () => {
    const standings = race(model, 7, 60);
    const [steady, record, floor] = ["steady pace", "record pace", "nobody can be faster"].map((way) =>
      of(standings, way),
    );

    it("is won by the record's pace as often as by the steady one, but for chance", () => {
      assert.ok(steady && record && floor);
      assert.ok(record.share >= steady.share - 0.1, `${record.share} against ${steady.share}`);
      assert.ok(record.share <= floor.share, "faster than anybody can be");
    });

    it("has a row for each way to wait", () => {
      assert.equal(renderRace(standings).split("\n").length, 2 + standings.length);
    });
  });

describe("race for released domains whose records tell the truth", () => {
  it("costs the record's pace a fifth of the requests", () => {
    const standings = race("with the task's own assumptions", 7, 60);
    const [steady, record] = [of(standings, "steady pace"), of(standings, "record pace")];
    assert.ok(record.requests < 0.2 * steady.requests, `${record.requests} of ${steady.requests}`);
    assert.ok(record.looks < 0.01 * steady.requests, `${record.looks} looks`);
  });
});
