import assert from "node:assert/strict";
import { minorUnits } from "../../../../shared/registrar/money";
import { begin } from "../../../../tasks/DomainRegister/registration/procedure";
import type { Event, Rules } from "../../../../tasks/DomainRegister/registration/state";
import { createNarrator } from "../../../../tasks/DomainRegister/render/narrator";
import { memoryAgent } from "../../../memory-agent";
import { testClock } from "../../../test-clock";
import { failed, response, rules } from "../samples";

const startsAt = 60_000;

const inDollars = { unit: minorUnits, maxPrice: 1200n, currency: "USD", period: undefined };

/** A narrator of a wait of ten minutes that began at `startsAt`. */
function narrated(changes: Partial<Rules> = {}) {
  const clock = testClock({ startsAt });
  const progress: string[] = [];
  const agent = {
    ...memoryAgent(),
    progress: (percent: number, text: string) => void progress.push(`${percent} %: ${text}`),
  };
  const all = { ...rules, limit: inDollars, endsAt: startsAt + 600_000, ...changes };
  const narrator = createNarrator(agent, clock, all, startsAt);
  const { registration, action } = begin(0);
  const tell = (event: Event) => narrator.afterEvent(registration, event, { registration, action });
  const beat = () => narrator.beforeCheck(registration, clock.now());
  return { ...{ agent, clock, narrator, registration, progress }, tell, beat };
}

describe("a wait", () => {
  it("ends with the number of its checks", () => {
    const { agent, narrator, registration } = narrated();
    narrator.atEnd({ ...registration, checks: 12 });
    assert.deepEqual([agent.printed, agent.warnings], [["12 checks made."], []]);
  });

  it("is told of after every five minutes without a line, with the share of it that is over", () => {
    const { agent, clock, beat, tell, progress } = narrated();
    const line = (minutes: number) =>
      `Not available yet: 0 checks made, next check in 0 s, ${minutes} min left.`;
    const passing = (milliseconds: number) => {
      clock.advance(milliseconds);
      beat();
      return agent.printed.splice(0);
    };
    assert.deepEqual([passing(299_999), passing(1), passing(0)], [[], [line(5)], []]);
    tell(failed());
    assert.deepEqual(passing(299_999), ["Check failed: 503"]);
    assert.deepEqual([passing(1), passing(300_000)], [[line(0)], [line(0)]]);
    const shares = [50, 100, 100].map((percent) => `${percent} %: Waiting for the release`);
    assert.deepEqual(progress, shares);
    const atOnce = narrated({ endsAt: startsAt });
    atOnce.clock.advance(300_000);
    atOnce.beat();
    assert.deepEqual(atOnce.progress, shares.slice(1, 2));
  });

  it("comes with a warning if the first price shows a wrong unit", () => {
    const { agent, tell } = narrated();
    tell(response({ price: 1100 }));
    tell(response({ price: 1_200_000 }));
    assert.deepEqual(agent.warnings, [
      "The price and maxPrice differ by a factor of 1000 or more. Check maxPrice.",
    ]);
  });
});
