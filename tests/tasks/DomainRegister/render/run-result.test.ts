import assert from "node:assert/strict";
import { begin } from "../../../../tasks/DomainRegister/registration/procedure";
import type { Receipt } from "../../../../tasks/DomainRegister/registration/receipt";
import type { Event } from "../../../../tasks/DomainRegister/registration/state";
import { createRecorder } from "../../../../tasks/DomainRegister/render/run-result";
import { emptyTimeline, withEvent } from "../../../../tasks/DomainRegister/render/timeline";
import { testClock } from "../../../test-clock";
import { receiptIn } from "../registration/context-stage";
import { available, domain, failed, purchases, rules, runResult, taken } from "../samples";

describe("the result of a run", () => {
  const { baseUrl, environment, traits } = runResult();
  const about = { domain, environment, baseUrl, traits };
  const ended = { outcome: "registered", message: "It is registered." } as const;
  const recorded = () => {
    const clock = testClock({ startsAt: 1_000_500 });
    return { clock, recorder: createRecorder(clock, about) };
  };
  const nothing = { startedAt: 1_000_500, timeline: emptyTimeline, record: undefined, receipt: undefined };

  it("has what the step was asked, how it ended, and when", () => {
    const { clock, recorder } = recorded();
    clock.advance(7000);
    assert.deepEqual(recorder.result(ended), { ...about, ...ended, ...nothing, endedAt: 1_007_500 });
  });

  it("has the checks of an action that does not buy, without an opinion on their prices", () => {
    const { recorder } = recorded();
    recorder.check(available);
    const { timeline } = recorder.result(ended);
    const price = { amount: "0.0001", raw: "100", currency: "USD" };
    const check = { at: 1000, until: 1000, count: 1, available: true, definitive: true, price, period: 1 };
    assert.deepEqual(timeline, { ...emptyTimeline, checkCount: 1, changes: [check] });
  });

  it("has every event of a registration, which is told of each, and the public record", () => {
    const { clock, recorder } = recorded();
    const told: Event[] = [];
    const silent = { beforeCheck: () => undefined, atEnd: () => undefined };
    const narrator = recorder.following(
      { ...silent, afterEvent: (_, event) => void told.push(event) },
      rules,
    );
    const events = [taken, failed(), purchases.bought];
    for (const event of events) {
      const { registration, action } = begin(0);
      const before = { ...registration, lastResponse: available };
      narrator.afterEvent(before, event, { registration, action });
      clock.advance(1000);
    }
    assert.deepEqual(told, events);
    const timeline = events.reduce(
      (all, event, index) => withEvent(all, event, 1000 + index, rules, available),
      emptyTimeline,
    );
    assert.deepEqual([recorder.result(ended).timeline, recorder.timeline()], [timeline, timeline]);
    assert.equal(timeline.attempts[0]?.price?.raw, "100", "the price of the offer before it");
    recorder.record({ expiresAt: 1, changedAt: undefined, statuses: [] });
    assert.deepEqual(recorder.result(ended).record, { expiresAt: 1, changedAt: undefined, statuses: [] });
  });

  it("names the receipt only if that can be read as one", () => {
    const named = (receipt: Receipt | undefined) => {
      const { recorder } = recorded();
      recorder.keeps({ ...receiptIn("/receipts"), path: "/receipts/a.json", tryRead: () => receipt });
      return recorder.result(ended).receipt;
    };
    assert.equal(named(undefined), undefined);
    assert.equal(named({ domain, environment, attempts: [] }), "/receipts/a.json");
  });
});
