import assert from "node:assert/strict";
import fc from "fast-check";
import { ServiceRefusal } from "../../../tab/host/service";
import { hubData } from "../../../tab/pages/hub/hub-data";
import { keepReading, type PageState } from "../../../tab/pages/hub/keep-reading";
import { type Reading, readHub } from "../../../tab/pages/hub/read-hub";
import { headingOf, toneOf } from "../../../tab/words/hub-heading";
import { playsAll, sampled } from "../../sampled";
import { checkAges, checkWrongNow } from "./truth-checks";
import { day, project, serviceOf, type World, worlds } from "./truth-world";

/** A page that is left open for a day, while runs end, monitors report and stop, and the service fails and refuses. */

const minute = 60;

/** The world as it is at a time. Its monitors report until they stop, `lastAgo` before the end. */
function worldAt(world: World, at: number): World {
  const runs = world.runs.filter(({ finishTime = 0 }) => finishTime <= at);
  const monitors = world.monitors.map((monitor) => {
    const stopped = world.now - monitor.lastAgo;
    const last =
      stopped > at ? stopped - Math.ceil((stopped - at) / monitor.period) * monitor.period : stopped;
    return { ...monitor, lastAgo: at - last };
  });
  return { now: at, runs, monitors };
}

const span = (most: number) =>
  fc.record({ from: fc.integer({ min: 0, max: day / minute }), minutes: fc.integer({ min: 1, max: most }) });
const days = fc.record({
  world: worlds,
  hidden: fc.array(span(600), { maxLength: 2 }),
  failing: fc.array(span(200), { maxLength: 3 }),
  refusing: fc.array(span(90), { maxLength: 2 }),
});
type Spans = readonly { from: number; minutes: number }[];
const isIn = (spans: Spans, at: number) =>
  spans.some(({ from, minutes }) => at >= from && at < from + minutes);

/** What the service asks for, and longer than the pause between two attempts. */
const [retrySeconds, longestPause] = [20 * minute, 26];

async function playDay({
  world,
  hidden,
  failing,
  refusing,
}: typeof days extends fc.Arbitrary<infer Day> ? Day : never) {
  const begin = world.now - day;
  const state = { minute: 0, shown: undefined as PageState<Reading> | undefined, readings: 0 };
  const now = () => begin + state.minute * minute;
  const isVisible = () => !isIn(hidden, state.minute);
  const page = keepReading(
    async (last: Reading | undefined) => {
      state.readings++;
      assert.ok(isVisible(), "nobody looks at a hidden page");
      if (isIn(refusing, state.minute)) throw new ServiceRefusal("The service returned 429.", retrySeconds);
      if (isIn(failing, state.minute)) throw new Error("Could not reach Azure DevOps.");
      return readHub(serviceOf(worldAt(world, now())), now, last);
    },
    (shown) => {
      state.shown = shown;
    },
    { now, steady: now },
    isVisible,
  );
  let calm = 0;
  let checked = -1;
  for (; state.minute < day / minute; state.minute++) {
    const wasVisible = state.minute === 0 || !isIn(hidden, state.minute - 1);
    if (isVisible() && !wasVisible) page.comeBack();
    else page.beat();
    await new Promise(setImmediate);
    while (state.shown?.isReading === true) await new Promise(setImmediate);
    calm = isVisible() && !isIn(failing, state.minute) && !isIn(refusing, state.minute) ? calm + 1 : 0;
    const { reading } = state.shown ?? {};
    if (reading === undefined || !isVisible()) continue;
    // At all minutes of an hour, one after the other, and whenever something new was read.
    if (state.minute % 7 !== 0 && checked === reading.at && !playsAll) continue;
    const data = hubData(reading, project, { now: now(), timeZone: "UTC" });
    const age = now() - data.readAt;
    const isRefusedLately = refusing.some(
      ({ from, minutes }) => state.minute >= from && state.minute < from + minutes + longestPause,
    );
    assert.ok(
      calm <= (isRefusedLately ? longestPause : 6) || age <= 5 * minute,
      `after ${calm} minutes without a fault, ${age} s old`,
    );
    if (age > 10 * minute) assert.match(`${toneOf(data)} ${headingOf(data)}`, /^neutral As of /);
    checkAges({ ...world, now: data.readAt }, data);
    if (checked === data.readAt) continue;
    checked = data.readAt;
    const then = { now: data.readAt, timeZone: "UTC" };
    checkWrongNow(worldAt(world, data.readAt), hubData(reading, project, then));
  }
  assert.ok(state.readings <= day / (5 * minute) + hidden.length + 1, `${state.readings} readings`);
}

describe("a hub that is left open for a day", () => {
  it("says, whenever somebody looks, what is so, or of when it is", async () => {
    await fc.assert(fc.asyncProperty(days, playDay), { numRuns: sampled(8) });
  });
});
