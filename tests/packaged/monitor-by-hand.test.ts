import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { posted } from "../sentences";
import { header } from "../tasks/PipelineMonitor/rule-table/case";
import { buildAuth, oneFailure, type StageOptions, withStage } from "./monitor-stage";
import { useAgent } from "./use-agent";

describe("packaged PipelineMonitor outside a pipeline", () => {
  const agent = useAgent();

  /** Runs the bundle as a person does: the real clock, arguments, and BUILD_AUTH and WEBHOOK_URL to begin with. */
  function runByHand(
    commandLine: string[],
    environment: Record<string, string> = {},
    options: StageOptions = {},
  ) {
    const stage = { runs: oneFailure, finishedBefore: Date.now(), ...options };
    return withStage(agent(), stage, async (service, chat) => {
      const bundle = join(agent().sourcesFolder, "..", "extension", "tasks", "PipelineMonitor", "index.js");
      const child = spawn(process.execPath, [bundle, ...commandLine], {
        cwd: agent().sourcesFolder,
        env: { BUILD_AUTH: buildAuth, WEBHOOK_URL: chat.webhook.href, ...environment },
      });
      const [stdout, stderr, [exitCode]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, "close"),
      ]);
      assert.ok(!(stdout + stderr).includes("canary") && !(stdout + stderr).includes(buildAuth));
      return { stdout, stderr, exitCode, texts: chat.texts, requests: service.requests };
    });
  }

  it("does the same, prints plainly and exits with 0", async () => {
    const { stdout, stderr, exitCode, texts } = await runByHand(["monitor.json"]);
    assert.deepEqual([exitCode, stderr], [0, ""]);
    const [reading, ...shown] = stdout.split("\n");
    assert.match(reading ?? "", / with BUILD_AUTH\.$/);
    assert.deepEqual([shown[0], ...shown.slice(2)], [header, posted(1, 1), ""]);
    assert.equal(texts.length, 1);
  });

  it("exits with 1 for issues that are to fail it", async () => {
    const { stderr, exitCode } = await runByHand(["monitor.json"], { INPUT_ONISSUES: "fail" });
    assert.deepEqual([exitCode, stderr], [1, `Error: ${posted(1, 1)}\n`]);
  });

  it("exits with 0 and a warning when the message could not be delivered, or issues are to warn", async () => {
    const undelivered = await runByHand(
      ["monitor.json"],
      {},
      { arrange: (_, chat) => chat.faults.push({ when: () => true, reply: { status: 500 } }) },
    );
    assert.equal(undelivered.exitCode, 0);
    assert.equal(undelivered.stderr, "Warning: 1 problem in 1 run; the message could not be delivered.\n");
    const { stderr, exitCode } = await runByHand([], {
      INPUT_CONFIGFILE: "monitor.json",
      INPUT_ONISSUES: "warn",
    });
    assert.deepEqual([exitCode, stderr], [0, `Warning: ${posted(1, 1)}\n`]);
  });

  it("exits with 2 for arguments, a configuration or a service that is in the way", async () => {
    const cases: [string[], Record<string, string>, RegExp][] = [
      [[], {}, /^Error: 1 problem found; nothing was checked or posted\.\n- configFile: missing/],
      [
        ["monitor.json", "--onIssues"],
        {},
        /^Error: Expected one argument, configFile\. Set the inputs as env/,
      ],
      [
        ["monitor.json"],
        { BUILD_AUTH: "Onh4eHg=" },
        /^Error: build service: GET .* returned 401 Unauthorized/,
      ],
    ];
    for (const [commandLine, environment, message] of cases) {
      const { stderr, exitCode } = await runByHand(commandLine, environment);
      assert.equal(exitCode, 2, stderr);
      assert.match(stderr, message);
    }
  });
});
