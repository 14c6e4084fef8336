import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chatFormatNames, formatOf } from "../../../shared/chat/formats";
import { root } from "../../root";
import { sanitize } from "../../sanitize";
import { goldenMessage } from "./messages";

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
    assert.equal(
      products.join(", "),
      "Slack, Markdown, Slack, Teams, Discord, Google Chat, Webex, Rocket.Chat, Mattermost",
    );
  });

  it("is flat for the webhook of a Slack workflow, whether Slack is named or found", () => {
    for (const path of ["triggers/T0/1/x", "workflows/T0/A0/1/x"])
      for (const name of ["auto", "slack"]) {
        const format = formatOf(name, new URL(`https://hooks.slack.com/${path}`));
        const body = JSON.parse(format.write(goldenMessage, sanitize));
        assert.deepEqual(
          [format.product, Object.keys(body), typeof body.text],
          ["Slack", ["text"], "string"],
        );
        assert.ok(!/[<>@`*]/.test(body.text), body.text);
        assert.match(body.text, /invoices failed, 4th in a row since 19:59 UTC\n/);
      }
    const channel = formatOf("auto", new URL("https://hooks.slack.com/services/triggers/x"));
    assert.ok("blocks" in JSON.parse(channel.write(goldenMessage, sanitize)));
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
