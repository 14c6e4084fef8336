import assert from "node:assert/strict";
import fc from "fast-check";
import { sampled } from "../../../../sampled";
import { failed, worked } from "../../monitor-stage";
import { randomRuns } from "../../random-runs";
import { refusal } from "../../refusal";
import { type Hour, high, names, pipelines, play, unpaged, type Weather } from "./paging-stage";

describe("a monitor with paging", () => {
  it("says that a report is not delivered if an alert is not, and tries it again", async () => {
    const hours: Hour[] = [{ at: 0, weather: "refused" }, { at: 60 }, { at: 120 }];
    const { acts, delivered } = await play([failed(-10)], hours);
    assert.deepEqual(delivered, ["failed", "sent", "notNeeded"]);
    assert.deepEqual(acts, ["", "open", ""]);
  });

  it("opens what lasts and closes what is well once if it does not know what is open", async () => {
    const runs = [failed(-10), failed(-10, "payments"), worked(50, "payments"), failed(55)];
    const hours = [{ at: 0 }, { at: 60, forgets: true }, { at: 120 }];
    const { eventsByHour, open } = await play(runs, hours);
    const [opened, closed, ...others] = [...(eventsByHour[1] ?? [])].sort().reverse();
    assert.match(opened ?? "", /^open Night Shift: invoices .* again$/);
    assert.match(closed ?? "", /^close Night Shift: payments /);
    assert.deepEqual([others, eventsByHour[2], open.size], [[], [], 1]);
  });

  it("closes an alert of long ago when its pipeline works again, although it does not know that it is open", async () => {
    const day = 1440;
    const hours = [{ at: 0 }, { at: day + 60, forgets: true }, { at: day + 120 }, { at: day + 180 }];
    const { acts } = await play([failed(-10), worked(day + 110), worked(day + 170)], hours);
    assert.deepEqual(acts, ["open", "", "close", ""]);
  });

  // hkarthik7/azure-devops-java-sdk#7, apache/devlake#5383: what was deleted is not found.
  it("closes the alert of a pipeline or branch that is not there any more", async () => {
    const code = { repository: "r-1", defaultBranch: "main" };
    const service = () => ({
      pipelineCode: (id: number) => (id === 0 ? Promise.reject(refusal(404)) : Promise.resolve(code)),
      hasBranch: async () => false,
    });
    const onBranch = { ...failed(-20, "payments"), record: { sourceBranch: "refs/heads/x" } };
    for (const remind_hours of [24, 168]) {
      const later = { service, keys: { remind_hours } };
      const hours = [{ at: 0 }, { at: 1440, ...later }, { at: 1500, ...later }];
      const { acts, open } = await play([failed(-10), onBranch], hours);
      assert.deepEqual([acts, open.size], [["open open", "close close", ""], 0]);
    }
  });

  it("loses no memory by a mistake in the code: neither the chat's, nor its own, nor that it has none", async () => {
    const day = 1440;
    const runs = [failed(-10), worked(day - 10), worked(day + 50)];
    for (const isLost of [false, true]) {
      const mistaken = { at: day, weather: "mistaken" } as const;
      const hours = [{ at: 0, isLost }, mistaken, { at: day + 60 }, { at: day + 120 }];
      const { open, delivered, chat } = await play(runs, hours);
      assert.deepEqual([open.size, delivered.slice(1)], [0, ["failed", "sent", "notNeeded"]]);
      assert.deepEqual(chat, isLost ? [1, 0, 0, 0] : [1, 1, 0, 0]);
    }
  });

  it("closes the alert of an earlier problem before it opens the next one, although the service refused that at first", async () => {
    const hours: Hour[] = [{ at: 0 }, { at: 10, weather: "refused" }, { at: 70 }];
    const { acts } = await play([failed(-1), worked(0), failed(1)], hours);
    assert.deepEqual(acts, ["open", "", "close open"]);
  });

  it("closes at most 200 alerts of which it does not know whether they are open, however many reports there are", async () => {
    const runs = Array.from({ length: 250 }, (_, index) => worked(-10 - index / 100, `job ${index}`));
    const counts = (events: readonly string[][]) => events.map(({ length }) => length);
    const { eventsByHour, delivered } = await play([...runs, worked(50, "job 251")], [{ at: 0 }, { at: 60 }]);
    assert.deepEqual(counts(eventsByHour), [200, 0]);
    assert.deepEqual(delivered, ["sent", "notNeeded"]);
    const again = runs.map((run) => ({ ...run, at: run.at + 60 }));
    const refused = await play([...runs, ...again], [{ at: 0, weather: "refused" }, { at: 60 }, { at: 120 }]);
    assert.deepEqual(counts(refused.eventsByHour), [0, 200, 0]);
    assert.deepEqual(refused.delivered, ["failed", "sent", "notNeeded"]);
  });

  const someRuns = randomRuns(names);
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

  const unimportant = { default: pipelines.default, deploy: high, ...unpaged };
  const patient = { ...pipelines, default: { ...pipelines.default, after_failures: 2 } };
  /** Ways to be told later, and how many failures in a row are told. */
  const someKeys = fc.constantFrom<{ keys: object; failures: number; opensAt?: number }>(
    { keys: {}, failures: 1 },
    { keys: { remind_hours: 1, history: 20 }, failures: 1 },
    { keys: { business_hours: "Mon-Fri 20:00-21:00" }, failures: 1 },
    { keys: { business_hours: "Mon-Fri 08:19-20:00", pipelines: unimportant }, failures: 1, opensAt: 300 },
    { keys: { history: 20, pipelines: patient }, failures: 2 },
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
        const opened = new Set(
          [...open.values()].map((title) => title.replace("Night Shift: ", "").split(" ")[0] ?? ""),
        );
        const missing = lasting(failures).filter((name) => !opened.has(name));
        assert.deepEqual(last + 60 >= opensAt ? missing : [], [], "not open");
        // An alert stays open if its pipeline fails again before a report has told that it works.
        for (const name of lasting(1)) opened.delete(name);
        assert.deepEqual([...opened], [], "left open");
        const isCertain = hours.every(
          ({ weather, isLost, forgets }) => weather !== "unanswered" && !isLost && !forgets,
        );
        if (isCertain) assert.ok(!eventsByHour.flat().some((event) => event.endsWith(" again")), "twice");
      }),
      { numRuns: sampled(80) },
    );
  });
});
