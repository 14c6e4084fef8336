import assert from "node:assert/strict";
import fc from "fast-check";
import { periods } from "../../../tab/geometry/grid";
import { hubData } from "../../../tab/pages/hub/hub-data";
import { readHub } from "../../../tab/pages/hub/read-hub";
import { headingOf, toneOf } from "../../../tab/words/hub-heading";
import { checkAges, checkRows, checkWrongNow } from "./truth-checks";
import { hour, project, serviceOf, worlds } from "./truth-world";

describe("the hub of any project", () => {
  it("says nothing that the runs do not", async () => {
    await fc.assert(
      fc.asyncProperty(
        worlds,
        fc.constantFrom("UTC", "Asia/Tokyo", "America/St_Johns"),
        async (world, timeZone) => {
          const reading = await readHub(serviceOf(world), () => world.now);
          const data = hubData(reading, project, { now: world.now, timeZone });
          checkWrongNow(world, data);
          checkAges(world, data);
          for (const period of data.listed === undefined ? periods : (["24h"] as const))
            checkRows(world, data, period);
          // The same page, left open for nine hours without an answer.
          const later = hubData(reading, project, { now: world.now + 9 * hour, timeZone });
          assert.match(headingOf(later), /^As of .*, \d+ (h|days) ago: /);
          assert.equal(toneOf(later), "neutral");
        },
      ),
      { numRuns: 150 },
    );
  });
});
