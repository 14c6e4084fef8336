import assert from "node:assert/strict";
import { habitsOf, weeksOf } from "../../../tab/geometry/weeks";
import { utcClock } from "../../../tab/words/clock";
import { headingOf } from "../../../tab/words/hub-heading";
import { weekText } from "../../../tab/words/hub-words";
import { now, pipeline, today, watched } from "./night-stage";

/** So many runs on each of the last 28 days, and so many failures, by the days ago. */
const nightly = (name: string, definitionId: number, runs: number, failures: (ago: number) => number) =>
  pipeline({
    ...{ pipeline: name, definitionId },
    figures: Array.from({ length: 28 }, (_, ago) => ({ day: today - ago, runs, failures: failures(ago) })),
  });

describe("the weeks of a project", () => {
  const feed = nightly("price feed", 1, 24, () => 1);
  const invoices = nightly("invoices", 2, 10, (ago) => (ago < 7 ? 5 : 0));
  const { night } = watched([feed, invoices]);

  it("are compared in one line, each pipeline once, however many monitors watch it", () => {
    const weeks = weeksOf([night, night], today);
    assert.deepEqual([weeks.now.runs, weeks.now.failures, weeks.before.failures], [238, 42, 7]);
    const text = "7 days: 82 % of 238 runs succeeded, 97 % in the week before: worse";
    assert.equal(weekText(weeks), text);
    assert.equal(weekText(weeksOf([watched([pipeline()]).night], today)), "", "no run is known");
  });

  it("tell which pipelines fail on most days, so that nothing wrong now is not all that is said", () => {
    const habits = habitsOf([night, night], today);
    const [habit, ...others] = habits.map(({ pipeline, days, failed }) => ({
      name: pipeline.name,
      days,
      failed,
    }));
    assert.deepEqual([habit, others], [{ name: "price feed", days: 28, failed: 28 }, []]);
    const verdict = {
      clock: utcClock(now),
      readAt: now,
      gaps: [],
      listed: undefined,
      problems: [],
      habits: [habit ?? assert.fail()],
    };
    const monitors = [{ knownAt: now - 600, periodSeconds: 3600 }];
    const heading = "Nothing is wrong now; price feed failed on 28 of 28 days";
    assert.equal(headingOf({ ...verdict, monitors }), heading);
    assert.deepEqual(habitsOf([watched([nightly("often", 3, 24, (ago) => ago % 3)]).night], today).length, 1);
    assert.deepEqual(
      habitsOf([watched([nightly("rarely", 3, 24, (ago) => Number(ago < 10))]).night], today),
      [],
    );
  });
});
