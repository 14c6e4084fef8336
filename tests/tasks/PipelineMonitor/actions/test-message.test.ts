import assert from "node:assert/strict";
import { join } from "node:path";
import { type ChatProduct, productNames, type SandboxChat, startChat } from "../../../sandbox/chat";
import {
  type ActionEnded,
  type ActionStage,
  type ActionStageOptions,
  limits,
  useActions,
} from "./action-stage";

const line = "Test message from Pipeline Monitor: this channel receives its reports.";

describe("action testMessage", () => {
  const onStage = useActions();

  interface Channel extends ActionStage {
    chat: SandboxChat;
    /** Posts to the channel, without a configuration or a credential unless they are given. */
    send(inputs?: Record<string, string>, how?: ActionStage["act"]): Promise<ActionEnded>;
  }
  async function onChannel(
    product: ChatProduct,
    play: (channel: Channel) => Promise<void>,
    options: ActionStageOptions = {},
  ): Promise<void> {
    const chat = await startChat(undefined, product);
    try {
      await onStage(options, (stage) =>
        play({
          ...{ ...stage, chat },
          send: (inputs, how = stage.alone) =>
            how("testMessage", { webhookUrl: chat.webhook.href, configFile: "", ...inputs }),
        }),
      );
    } finally {
      await chat.close();
    }
  }

  for (const product of productNames)
    it(`${product}: posts one harmless line in the product's format, and says that the channel accepted it`, () =>
      onChannel(product, async ({ send, chat }) => {
        const { outcome, printed } = await send({ chatFormat: product });
        const { result, exitCode } = outcome ?? {};
        assert.deepEqual([result, exitCode, printed, chat.texts.length], ["Succeeded", 0, [], 1]);
        for (const words of product === "markdown" ? [line] : [line, "Sent to test this channel."])
          assert.ok(chat.texts[0]?.replaceAll("\\", "").includes(words), chat.texts[0]);
        assert.match(
          outcome?.message ?? "",
          /^The channel accepted the test message, written as [\w. ]+\. Look for it in the channel\. .* set chatFormat to the chat's product\.$/,
        );
      }));

  it("says that the channel refused it and accepted a plain one, and what to do", () =>
    onChannel("slack", async ({ send, chat }) => {
      chat.faults.push({ when: () => true, times: 1, reply: { status: 400, body: "invalid_blocks" } });
      const { message = "", ...ended } = (await send({ chatFormat: "slack" })).outcome ?? {};
      assert.deepEqual(ended, { result: "SucceededWithIssues", exitCode: 0 });
      assert.match(message, /^The channel refused the test message, and accepted a plain one\. /);
      assert.match(message, / \(invalid_blocks\)\. .* Set chatFormat to the chat's product\.$/);
      assert.deepEqual(chat.texts, [line]);
    }));

  it("says that the channel did not accept it, and what to do", () =>
    onChannel("markdown", async ({ send, chat }) => {
      for (const [status, words] of [
        [404, "\\. .* Create a new one"],
        [500, ""],
      ] as const) {
        chat.faults.splice(0, 1, { when: () => true, reply: { status } });
        const { outcome, printed } = await send();
        const { message = "", ...ended } = outcome ?? {};
        const form = `^The channel did not accept the test message\\. .* returned ${status} .*${words}.*\nFix this, then send the test message again\\.$`;
        assert.match(message, new RegExp(form));
        assert.deepEqual([ended, chat.texts, printed], [{ result: "Failed", exitCode: 2 }, [], []]);
      }
    }));

  it("checks the names in a configuration if it can, and says so if it cannot", () =>
    onChannel(
      "markdown",
      async ({ send, chat, folder, service, act }) => {
        const inputs = { configFile: join(folder, "monitor.json") };
        const checked = await send(inputs, act);
        assert.match(checked.outcome?.message ?? "", /written as Markdown\./);
        const odd = "monitor.json, line 1: pipelines.db_*: matches no pipeline of the project";
        assert.deepEqual(checked.warnings, [odd]);
        const unchecked = (await send(inputs)).printed.join();
        assert.match(unchecked, /^Could not check the pipeline names in `configFile`: BUILD_AUTH: missing/);
        service.faults.push({ when: () => true, reply: { status: 404 } });
        const [warning = ""] = (await send(inputs, act)).warnings;
        assert.match(warning, /^Could not check the pipeline names in .*: build service: GET .* 404/);
        assert.equal(chat.texts.length, 3);
      },
      { runs: [{ id: 1 }], config: { pipelines: { default: limits, "db_*": {} } } },
    ));

  it("sends nothing while an input is missing or wrong, and says where to put it", () =>
    onChannel("markdown", async ({ send, chat }) => {
      for (const [name, value, problem] of [
        ["webhookUrl", "", /missing; set `webhookConnection`, .* to the channel's incoming webhook$/],
        ["webhookUrl", "$(HOOK)", /still reads \$\(HOOK\), because this variable does not exist here/],
        ["webhookUrl", "http://chat.example/canary", /must start with https:\/\/, because [\w ]+$/],
        ["chatFormat", "monitor.json", /expected auto, .*, got "monitor\.json"$/],
        ["configFile", "nowhere.json", /nowhere\.json/],
      ] as const) {
        const { error } = await send({ [name]: value });
        assert.ok(error.startsWith(`${name}: `));
        assert.match(error, problem);
      }
      assert.deepEqual(chat.requests, []);
    }));
});
