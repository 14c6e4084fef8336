import assert from "node:assert/strict";
import type { Act } from "./repairs-world";

const repeated = (all: readonly string[]) => all.filter((one, index) => all.indexOf(one) !== index);

/** Throws if a monitor did something that it must not. */
export function judgeRepairs(acts: readonly Act[]): void {
  const done = acts.filter(({ isDone }) => isDone).map(({ what }) => what);
  assert.deepEqual(repeated(done), [], "repaired twice, by whatever monitor");
  const sent = acts.map(({ what, by }) => `${what} by ${by}`);
  assert.deepEqual(repeated(sent), [], "one monitor sent a request again");
  for (const { what, isTouched, isBusy, isLost } of acts) {
    assert.equal(isTouched, false, `${what}: a person had touched it`);
    assert.equal(isBusy, false, `${what}: another run of it waits, runs or has run`);
    assert.equal(isLost, true, `${what}: the loss of the agent was not its only cause`);
  }
  for (const { at, by } of acts) {
    const ofDay = acts.filter((one) => one.by === by && one.at > at - 1440 && one.at <= at);
    assert.ok(ofDay.length <= 20, `${ofDay.length} in a day`);
  }
}
