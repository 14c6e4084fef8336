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

  // Worlds for which the property failed.
  const now = Date.UTC(2026, 0, 1) / 1000;
  const ran = (
    id: number,
    result: string,
    times: [finish: number, queue: number],
    branch = "refs/heads/main",
  ): Run => ({
    ...{ id, result, branch, buildNumber: `n${id}`, pipeline: { id: 2, name: "pipeline 2" } },
    ...{ reason: "schedule", commit: "a", status: "completed" },
    ...{ queueTime: times[1], startTime: times[0], finishTime: times[0] },
  });
  const monitor = { id: 90, zone: "UTC", period: hour, lastAgo: 1, hasJournal: false, mutes: false, torn: 0 };
  const failed: [title: string, runs: Run[], heading: RegExp][] = [
    [
      "what a run that was queued before the failure, and succeeded after it, does not end",
      [ran(1, "partiallySucceeded", [now - 1, now - 1]), ran(2, "succeeded", [now, now - 2])],
      /^pipeline 2 partially ?succeeded/i,
    ],
    [
      "that a tag fails since its own run, whatever monitors told of the tag before",
      [
        ran(1, "failed", [now - 2 * hour, now - 2 * hour], "refs/tags/v1"),
        ran(2, "failed", [now, now], "refs/tags/v2"),
      ],
      /^pipeline 2 on tag v2 failing since 00:00$/,
    ],
  ];
  for (const [title, runs, heading] of failed)
    it(`tells ${title}`, async () => {
      for (const monitors of [[monitor], [], [monitor, { ...monitor, id: 91, lastAgo: 0 }]]) {
        const world = { now, runs, monitors };
        const data = hubData(await readHub(serviceOf(world), () => now), project, { now, timeZone: "UTC" });
        checkWrongNow(world, data);
        checkRows(world, data, "24h");
        assert.match(headingOf(data), heading);
      }
    });
});
