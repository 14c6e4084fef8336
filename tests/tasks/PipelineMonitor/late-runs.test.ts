import assert from "node:assert/strict";
import { type Ended, endedBy, failed, playHours, worked } from "./monitor-stage";

/** Reports at some minutes, from a list that has each run some minutes after it finished. */
function told(runs: readonly { run: Ended; listedAt: number }[], minutes: readonly number[], keys = {}) {
  const listedBy = (minute: number) => runs.flatMap(({ run, listedAt }) => (listedAt <= minute ? [run] : []));
  const hourAt = (minute: number) => ({ at: minute / 60, runs: endedBy(minute, listedBy(minute)) });
  return playHours(keys, minutes.map(hourAt));
}

// openshift-eng/art-tools#1113: a build that ends while clocks differ is missed by who asks by its end.
describe("a run that reaches the list late", () => {
  it("is told once, with when it happened, an hour after it finished at most", async () => {
    const runs = [{ run: failed(-10), listedAt: 30 }];
    const [first, second, third] = await told(runs, [0, 60, 120]);
    assert.deepEqual([first, third], ["", ""]);
    assert.match(second ?? "", /invoices \[.*failed/);
  });

  it("is told by a monitor that runs every ten minutes, too", async () => {
    const texts = await told([{ run: failed(-5), listedAt: 25 }], [0, 10, 20, 30, 40]);
    assert.deepEqual(
      texts.map((text) => text !== ""),
      [false, false, false, true, false],
    );
  });

  it("is told by the first report of the next day, if it was hours late, and once", async () => {
    // Those are the reports of two days; the first of a day is at minute 1260 and 2700.
    const minutes = Array.from({ length: 50 }, (_, index) => index * 60);
    const runs = [
      { run: failed(400, "deploy"), listedAt: 0 },
      { run: failed(300), listedAt: 660 },
      { run: failed(1100, "payments"), listedAt: 1320 },
    ];
    const texts = await told(runs, minutes, { remind_hours: 168 });
    const toldAt = (name: string) => minutes.filter((_, index) => texts[index]?.includes(`${name} [`));
    assert.deepEqual(["invoices", "payments", "deploy"].map(toldAt), [[1260], [2700], [420]]);
  });

  it("opens no problem that a later run, told before, has shown to be over", async () => {
    const runs = [
      { run: failed(-20), listedAt: 30 },
      { run: worked(-10), listedAt: 0 },
    ];
    const texts = await told(runs, [0, 60, 120, 1600]);
    assert.match(texts[1] ?? "", /failed/);
    assert.match(texts[1] ?? "", /works again/);
    assert.deepEqual(texts.slice(2), ["", ""], "nobody is reminded of it");
  });
});
