import assert from "node:assert/strict";
import fc from "fast-check";
import { honestDrops } from "./drop";
import { playWait } from "./play";
import { type models, race } from "./race";

/** The standings of both ways to wait, and of who buys the moment that it is possible. */
function standingsOf(model: keyof typeof models) {
  const all = race(model, 7, 60);
  const of = (way: string) => all.find((standing) => standing.way === way) ?? assert.fail(way);
  return { all, steady: of("steady pace"), record: of("record pace"), floor: of("nobody can be faster") };
}

const assumed = standingsOf("with the task's own assumptions");
const honest = standingsOf("without them");

describe("race for released domains", () => {
  it("is won by the record's pace as often as by the steady one, but for chance", () => {
    for (const { steady, record, floor } of [assumed, honest]) {
      assert.ok(record.share >= steady.share - 0.1, `${record.share} against ${steady.share}`);
      assert.ok(record.share <= floor.share, "faster than anybody can be");
    }
  });

  it("is never lost to a rival who takes more than two minutes, however the record misleads", () => {
    const slowRivals = fc.sample(honestDrops, { seed: 8, numRuns: 150 });
    const drops = slowRivals.filter(({ takenAt, registrarSeesAt }) => takenAt - registrarSeesAt > 120_000);
    assert.ok(drops.length > 40);
    for (const drop of drops) assert.ok(playWait(drop, "record").isWon, `${drop.ending} ${drop.releasedAt}`);
  });

  it("costs the record's pace a tenth of the requests if records tell the truth", () => {
    const { steady, record } = assumed;
    assert.ok(record.requests < 0.1 * steady.requests, `${record.requests} of ${steady.requests}`);
    assert.ok(record.looks < 0.01 * steady.requests, `${record.looks} looks`);
    assert.ok(honest.record.requests <= honest.steady.requests);
  });
});
