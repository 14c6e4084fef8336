import assert from "node:assert/strict";
import { watch } from "./monitor-stage";

describe("the monitor's message in the form for products", () => {
  it("prints one table, and then the message without addresses", async () => {
    const runs = [{ id: 1, result: "failed", buildNumber: "7" }, { id: 2 }];
    const ownRun = new URL("https://h/run");
    const { agent } = await watch(runs, { form: "product", ownRun, keys: { run_ct_min: 5 } });
    assert.deepEqual(agent.printed.slice(-9), [
      "Pipeline        Runs  Problems  Failed  Mean time  Longest",
      "nightly import     2         1       1      5 min    5 min",
      "",
      "🔴 nightly import failed",
      "",
      "🔴 At 03:09 UTC",
      "   Run 7 · Log",
      "",
      "contoso/Night Shift · 2 runs checked, 02:18–03:19 UTC · fewer runs than expected in the last hour " +
        "(2, expected more than 5) · Monitor run",
    ]);
  });
});
