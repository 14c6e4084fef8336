import assert from "node:assert/strict";
import { openChannel } from "../../../../tasks/PipelineMonitor/targets/channel";
import { mentionWarnings } from "../../../../tasks/PipelineMonitor/targets/mentions";
import { goodConfig } from "../good-config";
import { memoryPipeline, watch } from "../monitor-stage";
import { parseConfig } from "../parse-config";
import { memoryContext } from "../report-stage";
import { chatOf } from "../target-stage";

const times = { max_proc_time: 900, min_proc_time: 30 };
const slack = "https://hooks.slack.com/services/T0/B0/x";
const other = "https://chat.example/hooks/x";
const jane = { owner: "@jane_doe" };
const invoices = { owner: "<@U012AB3CD>" };

describe("the warnings of mentions", () => {
  const channel = (webhook: string, chatFormat = "auto") => {
    const setIn = { url: "", product: "" };
    const setup = { name: "", webhook: new URL(webhook), chatFormat, setIn, ownRun: undefined };
    const opened = openChannel(setup, memoryContext());
    opened.dispose();
    return opened;
  };
  const warningsOf = (pipelines: object, channels: ReturnType<typeof channel>[], keys: object = {}) => {
    const all = { default: times, ...pipelines };
    const { config } = parseConfig({ ...goodConfig, ...keys, pipelines: all });
    return mentionWarnings(config?.keys, channels);
  };

  it("are about owners who are a mention of another chat, once for each owner", () => {
    assert.deepEqual(warningsOf({ invoices, orders: jane, stock: jane }, [channel(slack)]), [
      'pipelines.orders.owner: "@jane_doe" is a mention in another chat, and notifies nobody here; in Slack, write it like <@U012AB3CD>',
    ]);
    for (const owner of ["<@U012AB3CD>", "Data team", "jane@contoso.com"])
      assert.deepEqual(warningsOf({ invoices: { owner } }, [channel(slack)]), []);
    assert.deepEqual(warningsOf({ invoices: jane }, [channel(other)]), []);
    const [inTeams = ""] = warningsOf({ invoices }, [channel(other, "teams")]);
    assert.match(inTeams, /; in Teams, write it like <at>jane@contoso\.com<\/at>$/);
    const [inWorkflow = ""] = warningsOf({ invoices }, [
      channel("https://hooks.slack.com/workflows/T0/A0/1/x"),
    ]);
    assert.match(inWorkflow, /and notifies nobody here$/);
  });

  it("are none if one of several chats mentions the owner", () => {
    const discord = channel("https://discord.com/api/webhooks/1/x");
    assert.equal(warningsOf({ invoices }, [discord]).length, 1);
    assert.deepEqual(warningsOf({ invoices }, [discord, channel(slack)]), []);
  });

  it("are printed by a monitor that posts, for all of its chats", async () => {
    const warned = async (keys: object, isMention: boolean) => {
      const made = { ...chatOf("A", async () => undefined), isMention: () => isMention };
      const all = { pipelines: { default: times, invoices }, ...keys };
      const { agent } = await watch([], { ...memoryPipeline()(0), keys: all, others: [made] });
      return agent.warnings.filter((text) => text.startsWith("configFile: pipelines.invoices.owner: "))
        .length;
    };
    assert.deepEqual([await warned({}, false), await warned({}, true)], [1, 0]);
    assert.equal(await warned({ test_flag: true }, false), 0);
  });
});
