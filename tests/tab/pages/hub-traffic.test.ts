import assert from "node:assert/strict";
import { groupBy } from "../../../shared/group-by";
import { isUnread } from "../../../tab/words/hub-heading";
import { largeProject, minute, playDay, retryMinutes, serviceOf } from "./hub-traffic-stage";

const begin = Date.UTC(2026, 9, 24, 6, 38) / 1000;
const runs = largeProject(200, begin);

const lastFirst = runs.toSorted((one, other) => (other.finishTime ?? 0) - (one.finishTime ?? 0));
const branches = [...groupBy(lastFirst, ({ pipeline, branch }) => `${pipeline.name} ${branch}`).values()];

/** The runs that were the last ones of their branches at a time, and failed. */
function failingAt(time: number): string[] {
  const last = branches.flatMap((some) => some.find(({ finishTime = 0 }) => finishTime <= time) ?? []);
  return last.flatMap(({ result, id }) => (result === "failed" ? `n${id}` : [])).sort();
}

const outages = [
  [150, 158],
  [200, 390],
] as const;
const isDown = (at: number) => outages.some(([from, to]) => at >= from && at < to);

/** Somebody sets the clock of the machine, again and again. */
const clockAhead = (at: number) =>
  at < 100 ? 3 * 3600 : at < 300 ? 0 : at < 560 ? -6 * 3600 : at === 561 ? 26 * 3600 : 60;

describe("a hub of 200 pipelines that is left open for a day", () => {
  it("reads again within five minutes of every return, waits as long as each list asks, and takes few bytes", async () => {
    const service = serviceOf(runs, begin, true);
    let [calm, checked, refusals] = [0, 0, 0];
    // From noon on, each list is refused once, an hour after the one before.
    const refused = new Map<string, number>();
    const faultAt = (at: number, kind: string) => {
      if (isDown(at)) return "down";
      if (at < 600 || refused.has(kind) || at < 600 + 45 * refused.size) return "none";
      refused.set(kind, at);
      refusals = at;
      return "refused";
    };
    const traffic = await playDay(service, begin, faultAt, clockAhead, (at, reading, data) => {
      const present = begin + at * minute;
      const isPaused = refusals > 0 && at <= refusals + retryMinutes + 5;
      calm = isDown(at) || isPaused ? 0 : calm + 1;
      const age = present - reading.at;
      assert.ok(age >= 0 && (calm <= 5 || age <= 5 * minute), `minute ${at}: ${age} s old, calm for ${calm}`);
      // At all minutes of an hour, one after the other.
      if (at % 29 !== 0) return;
      const shown = data();
      const { problems, gaps, readAt } = shown;
      assert.equal(isUnread(shown), age > 10 * minute, `minute ${at}: ${age} s old`);
      if (checked === reading.at) return;
      checked = reading.at;
      // A list that was refused is said to be missing.
      if (gaps.length === 0)
        assert.deepEqual(problems.map(({ number = "" }) => number).sort(), failingAt(readAt), `minute ${at}`);
      else assert.ok(isPaused, gaps.join());
    });
    assert.ok(traffic.refused.length >= 10, traffic.refused.join("\n"));
    assert.ok(traffic.requests <= 1800, `${traffic.requests} requests`);
    assert.ok(traffic.bytes <= 10 * 2 ** 20, `${traffic.bytes / 2 ** 20} MiB`);
  });

  it("takes few bytes without a monitor, too, where all runs are listed", async () => {
    const service = serviceOf(runs, begin, false);
    const bytesOf = async (minutes: number) => {
      const played = playDay(
        service,
        begin,
        () => "none",
        () => 0,
        () => {},
        minutes,
      );
      return (await played).bytes;
    };
    const first = await bytesOf(1);
    const day = first + 12 * ((await bytesOf(121)) - first);
    assert.ok(first > 0 && day <= 10 * 2 ** 20, `${day / 2 ** 20} MiB`);
  });
});
