import assert from "node:assert/strict";
import { markdownWriting } from "../../../shared/chat/markdown";
import { type Message, plainText, renderParts } from "../../../shared/chat/message";
import type { RunSketch } from "../../sandbox/runs";
import { sanitize } from "../../sanitize";
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

  it("has a title for the lock screen, and too few runs as context in the last line", async () => {
    const { message } = await seen([{ id: 1, result: "failed" }, { id: 2 }]);
    assert.equal(plainText(message.title, sanitize), "🔴 nightly import failed");
    assert.equal(message.lines.length, 1);
    assert.equal(
      renderParts(message.footer, markdownWriting, sanitize),
      "contoso/Night Shift · 2 runs checked, 02:18–03:19 UTC · fewer runs than expected in the last hour " +
        "(2, expected more than 5) · [Monitor run](https://h/run)",
    );
    assert.equal(message.footerLines?.length, 1);
  });

  it("has too few runs as a problem if nothing else is wrong", async () => {
    const { message } = await seen([{ id: 2 }]);
    assert.equal(
      plainText(message.title, sanitize),
      "🔴 Night Shift: fewer runs than expected in the last hour (1, expected more than 5)",
    );
    assert.deepEqual([message.lines.length, message.footerLines], [1, []]);
  });

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
