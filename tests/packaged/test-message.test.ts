import assert from "node:assert/strict";
import { join } from "node:path";
import { root } from "../root";
import { runProcess } from "../sandbox/agent-process";
import { type ChatProduct, productNames, type SandboxChat, startChat } from "../sandbox/chat";

const packaged = join(root, "dist", "tasks", "PipelineMonitor", "index.js");
const line = "Test message from Pipeline Monitor: this channel receives its reports.";

/** How the packaged monitor ends that is started by a person with a webhook in the environment. */
async function start(environment: Record<string, string>, ...commandLine: string[]) {
  const env = { PATH: process.env["PATH"] ?? "", ...environment };
  const { exitCode, stdout, stderr } = await runProcess([], [packaged, ...commandLine], { cwd: root, env });
  assert.ok(!(stdout + stderr).includes("canary"), "the webhook is shown");
  return { exitCode, stdout, stderr };
}

/** The same with a chat of a product, for as long as it takes. */
async function tryChannel(
  product: ChatProduct,
  commandLine: readonly string[],
  arrange: (chat: SandboxChat) => void = () => undefined,
) {
  const chat = await startChat(undefined, product);
  arrange(chat);
  try {
    const ended = await start({ WEBHOOK_URL: chat.webhook.href }, "--test-message", ...commandLine);
    return { ...ended, texts: chat.texts, requests: chat.requests.length };
  } finally {
    await chat.close();
  }
}

describe("packaged PipelineMonitor --test-message", () => {
  for (const product of productNames)
    it(`${product}: posts one harmless line in the product's format, and says that the channel accepted it`, async () => {
      const { exitCode, stdout, stderr, texts } = await tryChannel(product, ["--chatFormat", product]);
      assert.deepEqual([exitCode, stderr, texts.length], [0, "", 1]);
      assert.ok(texts[0]?.replaceAll("\\", "").includes(line), texts[0]);
      assert.match(
        stdout,
        /^The channel accepted the test message, written as [\w. ]+\. Look for it in the channel\. .* set chatFormat to the chat's product\.\n$/,
      );
    });

  it("needs neither a configuration nor a credential, and takes the format without its name", async () => {
    const { exitCode, texts } = await tryChannel("slack", ["slack"]);
    assert.deepEqual([exitCode, JSON.parse(texts[0] ?? "").text], [0, line]);
    const { stdout } = await tryChannel("markdown", []);
    assert.match(stdout, /written as Markdown/);
  });

  it("says that the channel did not accept it, what to do, and exits with 2", async () => {
    const cases: [number, RegExp][] = [
      [404, / returned 404 .*\. The webhook was removed, or its URL is wrong. Create a new one/],
      [500, / returned 500 /],
    ];
    for (const [status, words] of cases) {
      const { exitCode, stdout, stderr, texts } = await tryChannel(
        "markdown",
        [],
        (chat) => void chat.faults.push({ when: () => true, reply: { status } }),
      );
      assert.deepEqual([exitCode, stdout, texts], [2, "", []]);
      assert.match(stderr, /^Error: The channel did not accept the test message\. /);
      assert.match(stderr, words);
      assert.match(stderr, /\nFix this, then send the test message again\.\nHelp: .*\n$/);
    }
  });

  it("sends nothing while the webhook is missing or wrong, and says where to put it", async () => {
    const cases: [Record<string, string>, string[], RegExp][] = [
      [
        {},
        [],
        /webhookUrl: missing; set WEBHOOK_URL in the environment to the channel's incoming webhook\n$/,
      ],
      [{ WEBHOOK_URL: "$(HOOK)" }, [], /WEBHOOK_URL: still reads \$\(HOOK\), which only a pipeline replaces/],
      [{ WEBHOOK_URL: "http://chat.example/canary" }, [], /WEBHOOK_URL: must start with https:/],
      [{}, ["monitor.json"], /chatFormat: expected auto, .*, got "monitor\.json"/],
    ];
    for (const [environment, commandLine, message] of cases) {
      const { exitCode, stderr } = await start(environment, "--test-message", ...commandLine);
      assert.equal(exitCode, 2);
      assert.match(stderr, message);
      assert.match(stderr, /^Error: \d problems? found; nothing was checked or posted\.\n- /);
    }
  });
});
