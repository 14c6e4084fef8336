import assert from "node:assert/strict";
import fc from "fast-check";
import type { Ownership, PurchaseResponse } from "../../../../shared/registrar/registrar";
import { testClock } from "../../../test-clock";
import { now } from "./buyer-stage";
import { useRegistration } from "./register-stage";

const statuses = [
  ...["CANCELLED", "FAILED_SETUP", "FAILED", "REVERTED", "CANCELLED_TRANSFER", "CANCELLED_REDEEMABLE"],
  ...["PENDING_SETUP", "PARKED_EXPIRED", "TRANSFERRED_OUT", "NEW_WORD"],
] as const;
const anyStatus = fc.constantFrom(...statuses);
const statusBefore = fc.constantFrom(...statuses.filter((status) => status !== "PENDING_SETUP"));

/** What the account shows at one moment: a record of before, nothing, or no word. */
const anySight = fc.oneof(
  { weight: 5, arbitrary: anyStatus },
  { weight: 1, arbitrary: fc.constantFrom("nothing", "forbidden") },
);

/** Runs at random times, and the members by which the service tells its records apart. */
const anyHistory = fc.record({
  before: fc.oneof(
    { weight: 5, arbitrary: statusBefore },
    { weight: 1, arbitrary: fc.constant("forbidden") },
  ),
  during: anySight,
  after: fc.array(fc.record({ hoursLater: fc.integer({ min: 1, max: 9000 }), sight: anySight }), {
    maxLength: 5,
  }),
  isIdentified: fc.boolean(),
  isUnanswered: fc.boolean(),
  daysOld: fc.integer({ min: 0, max: 3000 }),
});

describe("random histories of an account before, during and after an order", () => {
  const { file, run } = useRegistration();

  it("never undo the order by a record that was there before, and never lead to a second purchase", async () => {
    await fc.assert(
      fc.asyncProperty(anyHistory, async ({ before, during, after, isIdentified, isUnanswered, daysOld }) => {
        file().write({ domain: "example.org", environment: "production", attempts: [] });
        const createdAt = new Date(now - daysOld * 86_400_000 - 60_000).toISOString();
        const shown = (sight: string): Ownership => {
          if (sight === "nothing") return { kind: "notOwned" };
          if (sight === "forbidden") return { kind: "unprovable", message: "403" };
          return { kind: "listed", status: sight, ...(isIdentified && { id: "1", createdAt }) };
        };
        const response: PurchaseResponse = isUnanswered
          ? { kind: "unknown", message: "reset" }
          : { kind: "bought", order: { orderId: 7 } };
        let [sights, asked, purchases, time] = [[before, during], 0, 0, now];
        const step = async () => {
          const { end, warnings, printed } = await run(
            {
              ownership: async () => shown(sights[Math.min(asked++, sights.length - 1)] ?? "nothing"),
              purchase: async () => {
                purchases++;
                return response;
              },
            },
            { clock: testClock({ startsAt: time, passes: () => true }), wanted: { waitMinutes: 0 } },
          );
          const said = [...warnings, ...printed, "message" in end ? end.message : ""].join("\n");
          assert.doesNotMatch(said, /(delete|remove|move) [^.]*receipt/i);
          return end.outcome;
        };
        assert.equal(await step(), isUnanswered ? "unknown" : "registered");
        for (const { hoursLater, sight } of after) {
          [sights, asked] = [[sight], 0];
          time += hoursLater * 3_600_000;
          const outcome = await step();
          const isNothing = after.some((one) => one.sight === "nothing");
          const expected = isUnanswered
            ? ["unknown"]
            : ["alreadyOwned", ...(isNothing ? ["undone", "noLongerOwned"] : [])];
          assert.ok(expected.includes(outcome), outcome);
        }
        assert.equal(purchases, 1);
      }),
      { numRuns: 40 },
    );
  });
});
