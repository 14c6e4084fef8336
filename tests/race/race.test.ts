import assert from "node:assert/strict";
import { race, renderRace } from "./race";

describe("race for released domains", () => {
  const standings = race(7, 40);
  const of = (way: string) => standings.find((standing) => standing.way === way) ?? assert.fail(way);
  const [steady, record, floor] = [of("steady pace"), of("record pace"), of("nobody can be faster")];

  it("is won by the record's pace as often as by the steady one, but for chance", () => {
    assert.ok(record.share >= steady.share - 0.1, `${record.share} against ${steady.share}`);
    assert.ok(record.share <= floor.share, "faster than anybody can be");
  });

  it("costs the record's pace less than 5 % of the requests", () => {
    assert.ok(record.requests < 0.05 * steady.requests, `${record.requests} of ${steady.requests}`);
    assert.ok(record.looks < 0.05 * steady.requests, `${record.looks} looks`);
  });

  it("has a row for each way to wait", () => {
    assert.equal(renderRace(standings).split("\n").length, 2 + standings.length);
  });
});
