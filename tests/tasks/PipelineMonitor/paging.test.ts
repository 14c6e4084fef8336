import assert from "node:assert/strict";
import fc from "fast-check";
import { failed, worked } from "./monitor-stage";
import { type Hour, high, names, pipelines, play, scheduled, type Weather } from "./paging-stage";

describe("a monitor with paging", () => {
  it("closes the alert of a pipeline that is muted, and opens it when the mute has ended and the problem lasts", async () => {
    const muted = { ...pipelines, invoices: { ...high, mute_until: "2026-11-20T05:00Z" } };
    const keys = { pipelines: muted };
    const hours = [{ at: 0 }, { at: 60, keys }, { at: 120, keys }];
    const { eventsByHour } = await play([failed(-10), failed(50), failed(115)], hours);
    assert.deepEqual(
      eventsByHour.map((events) => events.map((event) => event.split(" ")[0])),
      [["open"], ["close"], ["open"]],
    );
  });

  it("says that a report is not delivered if an alert is not, and tries it again", async () => {
    const { eventsByHour, delivered } = await play(
      [failed(-10)],
      [{ at: 0, weather: "refused" }, { at: 60 }, { at: 120 }],
    );
    assert.deepEqual(delivered, ["failed", "sent", "notNeeded"]);
    assert.deepEqual(
      eventsByHour.map((events) => events.length),
      [0, 1, 0],
    );
  });

  it("opens what lasts and closes what is well once if it does not know what is open", async () => {
    const runs = [failed(-10), failed(-10, "payments"), worked(50, "payments"), failed(55)];
    const hours = [{ at: 0 }, { at: 60, forgets: true }, { at: 120 }];
    const { eventsByHour, open } = await play(runs, hours);
    assert.deepEqual(
      eventsByHour[1]
        ?.map((event) => event.replace(/ (failed|finished).*(?= again)|(failed|finished).*/, ""))
        .sort(),
      ["close payments ", "open invoices again"],
    );
    assert.deepEqual([eventsByHour[2], open.size], [[], 1]);
  });

  it("closes an alert of long ago when its pipeline works again, although it does not know that it is open", async () => {
    const day = 1440;
    const hours = [{ at: 0 }, { at: day + 60, forgets: true }, { at: day + 120 }, { at: day + 180 }];
    const { eventsByHour } = await play([failed(-10), worked(day + 110), worked(day + 170)], hours);
    assert.deepEqual(
      eventsByHour.map((events) => events.map((event) => event.split(" ")[0])),
      [["open"], [], ["close"], []],
    );
  });

  it("loses no memory by a mistake in the code: neither the chat's, nor its own, nor that it has none", async () => {
    const day = 1440;
    const runs = [failed(-10), worked(day - 10), worked(day + 50)];
    for (const isLost of [false, true]) {
      const hours: Hour[] = [
        { at: 0, isLost },
        { at: day, weather: "mistaken" },
      ];
      const later = [day + 60, day + 120].map((at) => ({ at }));
      const { open, delivered, chat } = await play(runs, [...hours, ...later]);
      assert.deepEqual([open.size, delivered.slice(1)], [0, ["failed", "sent", "notNeeded"]]);
      assert.deepEqual(chat, isLost ? [1, 0, 0, 0] : [1, 1, 0, 0]);
    }
  });

  it("closes the alert of an earlier problem before it opens the next one, although the service refused that at first", async () => {
    const hours: Hour[] = [{ at: 0 }, { at: 10, weather: "refused" }, { at: 70 }];
    const { eventsByHour } = await play([failed(-1), worked(0), failed(1)], hours);
    assert.deepEqual(
      eventsByHour.map((events) => events.map((event) => event.replace(/ invoices failed/, ""))),
      [["open"], [], ["close", "open"]],
    );
  });

  it("closes at most 200 alerts of which it does not know whether they are open, however many reports there are", async () => {
    const runs = Array.from({ length: 250 }, (_, index) => ({
      ...worked(-10 - index / 100, `job ${index}`),
      definitionId: index,
    }));
    const later = { ...worked(50, "job 251"), definitionId: 251 };
    const { eventsByHour, delivered } = await play([...runs, later], [{ at: 0 }, { at: 60 }]);
    assert.deepEqual(
      eventsByHour.map(({ length }) => length),
      [200, 0],
    );
    assert.deepEqual(delivered, ["sent", "notNeeded"]);
    const again = runs.map((run) => ({ ...run, at: run.at + 60 }));
    const refused = await play([...runs, ...again], [{ at: 0, weather: "refused" }, { at: 60 }, { at: 120 }]);
    assert.deepEqual(
      refused.eventsByHour.map(({ length }) => length),
      [0, 200, 0],
    );
    assert.deepEqual(refused.delivered, ["failed", "sent", "notNeeded"]);
  });

  it("closes the alert of a missed run if it does not know what is open, of a learned schedule, too", async () => {
    const days = Array.from({ length: 30 }, (_, index) => index - 28).filter((index) => index !== 0);
    const runs = days.map((index) => ({ ...worked(index * 1440 + 1), ...scheduled }));
    const pipelines = { default: { max_proc_time: 900, min_proc_time: 0, schedule: "auto" }, invoices: high };
    const hours = [{ at: -60 }, { at: 120 }, { at: 1500, forgets: true }];
    const { open, eventsByHour } = await play(
      runs,
      hours.map((hour) => ({ ...hour, keys: { pipelines } })),
    );
    assert.match(eventsByHour[1]?.[0] ?? "", /^open invoices did not /);
    assert.deepEqual([...open], []);
  });

  const someRuns = fc.uniqueArray(
    fc.record({
      at: fc.integer({ min: -50, max: 400 }),
      pipeline: fc.constantFrom(...names),
      result: fc.constantFrom("failed", "succeeded", "canceled"),
    }),
    { maxLength: 14, selector: ({ at }) => at },
  );
  const someHours = fc.array(
    fc.record({
      gap: fc.integer({ min: 10, max: 100 }),
      weather: fc.constantFrom<Weather>("fine", "fine", "refused", "unanswered"),
      isLost: fc.constantFrom(false, false, false, true),
      forgets: fc.constantFrom(false, false, false, true),
      chatFails: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  );

  /** Ways to be told later, and how many failures in a row are told. */
  const someKeys = fc.constantFrom<{ keys: object; failures: number; opensAt?: number }>(
    { keys: {}, failures: 1 },
    { keys: { remind_hours: 1, history: 20 }, failures: 1 },
    { keys: { business_hours: "Mon-Fri 20:00-21:00" }, failures: 1 },
    {
      keys: {
        business_hours: "Mon-Fri 08:19-20:00",
        pipelines: { default: pipelines.default, deploy: high },
      },
      ...{ failures: 1, opensAt: 300 },
    },
    {
      keys: {
        history: 20,
        pipelines: { ...pipelines, default: { ...pipelines.default, after_failures: 2 } },
      },
      failures: 2,
    },
  );

  it("has an alert open for just the problems that last, whatever was lost before", async () => {
    await fc.assert(
      fc.asyncProperty(someKeys, someRuns, someHours, async ({ keys, failures, opensAt = 0 }, runs, some) => {
        const hours: Hour[] = [{ at: 0 }];
        for (const { gap, ...hour } of some) hours.push({ at: (hours.at(-1)?.at ?? 0) + gap, ...hour });
        const last = (hours.at(-1)?.at ?? 0) + 60;
        const all = [...hours, { at: last }, { at: last + 60 }].map((hour) => ({ ...hour, keys }));
        const { open, eventsByHour } = await play(runs, all);
        const lasting = (atLeast: number) =>
          names.slice(0, 2).filter((name) => {
            const own = runs.filter(({ pipeline, at }) => pipeline === name && at < last + 60);
            own.sort((one, other) => other.at - one.at);
            const inRow = own.findIndex(({ result }) => result === "succeeded");
            return (inRow === -1 ? own.length : inRow) >= atLeast;
          });
        const opened = new Set([...open.values()].map((title) => title.split(" ")[0] ?? ""));
        const mustBe = last + 60 >= opensAt ? lasting(failures) : [];
        assert.deepEqual(
          mustBe.filter((name) => !opened.has(name)),
          [],
          "not open",
        );
        // An alert stays open if its pipeline fails again before a report has told that it works.
        for (const name of lasting(1)) opened.delete(name);
        assert.deepEqual([...opened], [], "left open");
        const isCertain = hours.every(
          ({ weather, isLost, forgets }) => weather !== "unanswered" && !isLost && !forgets,
        );
        if (isCertain) assert.ok(!eventsByHour.flat().some((event) => event.endsWith(" again")), "twice");
      }),
      { numRuns: 60 },
    );
  });
});
