import assert from "node:assert/strict";
import type { Run } from "../../../shared/azure-devops/records";
import { connectHub } from "../../../tab/host/hub-service";
import { ServiceRefusal } from "../../../tab/host/service";
import { readHub } from "../../../tab/pages/hub/read-hub";
import { getOf, hour, project } from "./truth-world";

const now = Date.UTC(2026, 10, 24, 6, 38) / 1000;
const ran = (id: number, pipeline: number, result: string, ago: number): Run => ({
  ...{ id, result, buildNumber: `n${id}`, pipeline: { id: pipeline, name: `pipeline ${pipeline}` } },
  ...{ reason: "schedule", commit: "a", status: "completed", branch: "refs/heads/main" },
  ...{ queueTime: now - ago - 90, startTime: now - ago - 60, finishTime: now - ago },
});
const failing = [ran(1, 1, "succeeded", 5 * hour), ran(2, 1, "failed", hour)];
const ended = [ran(3, 2, "succeeded", 9 * hour), ran(4, 2, "failed", 5 * hour), ran(5, 2, "succeeded", hour)];
const world = { now, runs: [...failing, ...ended], monitors: [] };

/** The lists of a first reading, and what comes of it if one of them is refused for twenty minutes. */
async function readRefused(refused: number) {
  const get = getOf(world);
  const lists: string[] = [];
  const service = connectHub(project.url, async (url, what, most) => {
    if (new URL(url).pathname.endsWith("/builds") && lists.push(url) - 1 === refused)
      throw new ServiceRefusal("The service returned 429.", 1200);
    return get(url, what, most);
  });
  const retrySeconds = await readHub(service, () => now).then(
    (reading) => reading.retrySeconds,
    (error: unknown) => (error instanceof ServiceRefusal ? error.retrySeconds : undefined),
  );
  return { lists, retrySeconds };
}

describe("a reading of which one list is refused", () => {
  it("asks for a pause as long as the service did, whichever list it is", async () => {
    const whole = await readRefused(-1);
    assert.equal(whole.retrySeconds, 0);
    assert.ok(whole.lists.length >= 9, `${whole.lists.length}`);
    for (const [index, url] of whole.lists.entries())
      assert.equal((await readRefused(index)).retrySeconds, 1200, url);
  });
});
