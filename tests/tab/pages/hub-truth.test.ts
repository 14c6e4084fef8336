import assert from "node:assert/strict";
import fc from "fast-check";
import type { Run } from "../../../shared/azure-devops/records";
import { periods } from "../../../tab/geometry/grid";
import { hubData } from "../../../tab/pages/hub/hub-data";
import { readHub } from "../../../tab/pages/hub/read-hub";
import { headingOf, toneOf } from "../../../tab/words/hub-heading";
import { sampled } from "../../sampled";
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
      { numRuns: sampled(320) },
    );
  });

  // The property failed for this world (seed 1030742049): the list once took every later success for an end.
  it("tells what a run that was queued before the failure, and succeeded after it, does not end", async () => {
    const now = Date.UTC(2026, 0, 1) / 1000;
    const about = { reason: "schedule", commit: "a", status: "completed", branch: "refs/heads/main" };
    const ran = (id: number, result: string, finishTime: number, queueTime: number): Run => ({
      ...{ ...about, id, result, buildNumber: `n${id}`, pipeline: { id: 2, name: "pipeline 2" } },
      ...{ queueTime, startTime: finishTime, finishTime },
    });
    const runs = [ran(1, "partiallySucceeded", now - 1, now - 1), ran(2, "succeeded", now, now - 2)];
    const monitor = {
      id: 90,
      zone: "UTC",
      period: hour,
      lastAgo: 1,
      hasJournal: false,
      mutes: false,
      torn: 0,
    };
    for (const monitors of [[monitor], []]) {
      const world = { now, runs, monitors };
      const data = hubData(await readHub(serviceOf(world), () => now), project, { now, timeZone: "UTC" });
      checkWrongNow(world, data);
      checkRows(world, data, "24h");
      assert.match(headingOf(data), /^pipeline 2 partially ?succeeded/i);
    }
  });
});
