import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chatFormatNames, formatOf } from "../../../shared/chat/formats";
import { root } from "../../root";

describe("chat format", () => {
  it("is chosen by the webhook's URL", () => {
    const products: Record<string, string[]> = {
      Slack: ["https://hooks.slack.com/services/T0/B0/x", "https://hooks.slack-gov.com/services/T0/B0/x"],
      Teams: [
        "https://prod-01.westeurope.logic.azure.com:443/workflows/x/triggers/manual/paths/invoke?sig=x",
        "https://default.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/x",
        "https://prod-12.westus.flow.microsoft.com/workflows/x/triggers/manual/paths/invoke",
        "https://api.powerautomate.com/workflows/x/triggers/manual/paths/invoke",
        "https://contoso.webhook.office.com/webhookb2/x/IncomingWebhook/x",
      ],
      Discord: [
        "https://discord.com/api/webhooks/1/x",
        "https://discordapp.com/api/webhooks/1/x",
        "https://ptb.discord.com/api/v10/webhooks/1/x",
        "https://discord.com/api/webhooks/1/x/slack",
      ],
      "Google Chat": ["https://chat.googleapis.com/v1/spaces/x/messages?key=x&token=x"],
      Webex: [
        "https://webexapis.com/v1/webhooks/incoming/x",
        "https://api.ciscospark.com/v1/webhooks/incoming/x",
      ],
      Markdown: [
        "https://mattermost.example/hooks/x",
        "https://hooks.slack.com.evil.example/services/x",
        "https://evil-discord.com/api/webhooks/1/x",
        "https://logic.azure.com.evil.example/x",
        "https://xwebexapis.com/v1/webhooks/incoming/x",
        "https://webexapis.com.evil.example/v1/webhooks/incoming/x",
        "https://webexapis.com/v1/messages",
        "https://evil-hooks.slack.com/services/x",
        "https://discord.com.evil.example/api/webhooks/1/x",
        "https://discord.com/channels/1/2",
        "https://evil-logic.azure.com/x",
        "https://evil-flow.microsoft.com/x",
        "https://flow.microsoft.com.evil.example/x",
        "https://evil-api.powerautomate.com/x",
        "https://evil.api.powerautomate.com/x",
        "https://api.powerautomate.com.evil.example/x",
        "https://evilpowerplatform.com/x",
        "http://127.0.0.1/hooks/x",
      ],
    };
    for (const [product, addresses] of Object.entries(products))
      for (const address of addresses)
        assert.equal(formatOf("auto", new URL(address)).product, product, address);
  });

  it("is the named one, whatever the URL", () => {
    const webhook = new URL("https://hooks.slack.com/services/x");
    const products = chatFormatNames.map((name) => formatOf(name, webhook).product);
    assert.deepEqual(products, [
      "Slack",
      "Markdown",
      "Slack",
      "Teams",
      "Discord",
      "Google Chat",
      "Webex",
      "Rocket.Chat",
    ]);
  });

  it("has the words and products that the task's input offers", () => {
    const path = join(root, "tasks", "PipelineMonitor", "task.json");
    const manifest: { inputs: { name: string; options?: Record<string, string>; defaultValue?: string }[] } =
      JSON.parse(readFileSync(path, "utf8"));
    const input = manifest.inputs.find(({ name }) => name === "chatFormat") ?? assert.fail("no such input");
    const webhook = new URL("https://x.example/");
    const [auto = "", ...others] = chatFormatNames;
    assert.equal(input.defaultValue, auto);
    assert.deepEqual(input.options, {
      [auto]: "Detect from the webhook's URL",
      ...Object.fromEntries(others.map((name) => [name, formatOf(name, webhook).product])),
    });
  });
});
