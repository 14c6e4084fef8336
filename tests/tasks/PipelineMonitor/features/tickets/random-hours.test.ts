import assert from "node:assert/strict";
import fc from "fast-check";
import { sampled } from "../../../../sampled";
import type { ReceivedRequest, Reply } from "../../../../sandbox/loopback";
import { randomRuns } from "../../random-runs";
import { day, type Hour, play } from "./tickets-stage";

const names = ["invoices", "payments"];

/** How the service is in an hour: well; it refuses all; its answers to changes are lost, or come too late to be read. */
type Weather = "fine" | "refused" | "unanswered";
const answers: Readonly<Record<Weather, Hour["answers"]>> = {
  fine: undefined,
  refused: () => ({ status: 503 }),
  unanswered: ({ method, path }: ReceivedRequest, healthy: () => Reply) => {
    const reply = healthy();
    return method === "GET" || path.endsWith("/wiql") ? reply : { ending: "reset" };
  },
};

describe("tickets in random hours", () => {
  const someRuns = randomRuns(names);
  const someHours = fc.array(
    fc.record({
      gap: fc.integer({ min: 10, max: 100 }),
      weather: fc.constantFrom<Weather>("fine", "fine", "refused", "unanswered"),
      isLost: fc.constantFrom(false, false, false, true),
      isKilled: fc.constantFrom(false, false, false, true),
      isUnreadable: fc.constantFrom(false, false, false, true),
    }),
    { minLength: 1, maxLength: 6 },
  );

  it("leave one open for just the problems that last, and at no time two", async () => {
    await fc.assert(
      fc.asyncProperty(someRuns, someHours, async (runs, some) => {
        const hours: Hour[] = [{ at: 0 }];
        for (const { gap, weather, ...hour } of some)
          hours.push({ at: (hours.at(-1)?.at ?? 0) + gap, answers: answers[weather], ...hour });
        const last = (hours.at(-1)?.at ?? 0) + 60;
        const all = [...hours, ...[last, last + 60, last + day + 60, last + day + 120].map((at) => ({ at }))];
        const { tracker, open, eventsByHour, violations, delivered } = await play(runs, all);
        const titles = open.map((id) => String(tracker.items.get(id)?.fields["System.Title"]).split(" ")[2]);
        const lasting = names.filter((name) => {
          const own = runs
            .filter(({ pipeline }) => pipeline === name)
            .sort((one, other) => other.at - one.at);
          return own.length > 0 && own[0]?.result !== "succeeded";
        });
        assert.deepEqual(titles.sort(), lasting);
        assert.deepEqual([eventsByHour.at(-1), violations, delivered.at(-1)], [[], [], "notNeeded"]);
        assert.ok(!eventsByHour.flat().some((event) => event.startsWith("duplicate")), "two were open");
      }),
      { numRuns: sampled(40) },
    );
  });
});
