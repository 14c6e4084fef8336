import assert from "node:assert/strict";
import type { Message } from "../../../shared/chat/message";
import type { RunSketch } from "../../sandbox/runs";
import { watch } from "./monitor-stage";

describe("the monitor's message in the form for products", () => {
  const seen = async (sketches: readonly RunSketch[]) => {
    const messages: Message[] = [];
    const post = async (message: Message) => {
      messages.push(message);
    };
    const ownRun = new URL("https://h/run");
    const { agent } = await watch(sketches, { form: "product", post, ownRun, keys: { run_ct_min: 5 } });
    return { message: messages[0] ?? assert.fail(), log: agent.printed };
  };

  it("prints one table, and then the message without addresses", async () => {
    const { log } = await seen([{ id: 1, result: "failed", buildNumber: "7" }, { id: 2 }]);
    assert.deepEqual(log.slice(-9), [
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
