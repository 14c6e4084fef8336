import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chatFormatNames, formatOf } from "../../../shared/chat/formats";
import { root } from "../../root";
import { sanitize } from "../../sanitize";
import { goldenMessage } from "./messages";

describe("chat format", () => {
  it("is chosen by the webhook's URL", () => {
    const flow = "workflows/x/triggers/manual/paths/invoke";
    const products: Record<string, string[]> = {
      Slack: ["hooks.slack.com/services/T0/B0/x", "hooks.slack-gov.com/services/T0/B0/x"],
      Teams: [
        ...[`prod-01.westus.logic.azure.com:443/${flow}?sig=x`, `prod-12.westus.flow.microsoft.com/${flow}`],
        "default.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/x",
        ...[`api.powerautomate.com/${flow}`, "contoso.webhook.office.com/webhookb2/x/IncomingWebhook/x"],
      ],
      Discord: [
        ...["discord.com/api/webhooks/1/x", "discordapp.com/api/webhooks/1/x"],
        ...["ptb.discord.com/api/v10/webhooks/1/x", "discord.com/api/webhooks/1/x/slack"],
      ],
      "Google Chat": ["chat.googleapis.com/v1/spaces/x/messages?key=x&token=x"],
      Webex: ["webexapis.com/v1/webhooks/incoming/x", "api.ciscospark.com/v1/webhooks/incoming/x"],
      Markdown: [
        ...["mattermost.example/hooks/x", "webexapis.com/v1/messages", "discord.com/channels/1/2"],
        ...["hooks.slack.com.evil.example/services/x", "evil-hooks.slack.com/services/x"],
        ...["evil-discord.com/api/webhooks/1/x", "discord.com.evil.example/api/webhooks/1/x"],
        ...["logic.azure.com.evil.example/x", "evil-logic.azure.com/x", "evil-flow.microsoft.com/x"],
        ...["flow.microsoft.com.evil.example/x", "xwebexapis.com/v1/webhooks/incoming/x"],
        ...["webexapis.com.evil.example/v1/webhooks/incoming/x", "evil-api.powerautomate.com/x"],
        ...["evil.api.powerautomate.com/x", "api.powerautomate.com.evil.example/x", "evilpowerplatform.com"],
      ],
    };
    for (const [product, addresses] of Object.entries(products))
      for (const address of addresses)
        assert.equal(formatOf("auto", new URL(`https://${address}`)).product, product, address);
    assert.equal(formatOf("auto", new URL("http://127.0.0.1/hooks/x")).product, "Markdown");
  });

  it("is the named one, whatever the URL", () => {
    const webhook = new URL("https://hooks.slack.com/services/x");
    const products = chatFormatNames.map((name) => formatOf(name, webhook).product).join();
    assert.equal(products, "Slack,Markdown,Slack,Teams,Discord,Google Chat,Webex,Rocket.Chat,Mattermost");
  });

  it("is flat for the webhook of a Slack workflow, whether Slack is named or found", () => {
    for (const path of ["triggers/T0/1/x", "workflows/T0/A0/1/x"])
      for (const name of ["auto", "slack"]) {
        const format = formatOf(name, new URL(`https://hooks.slack.com/${path}`));
        const body = JSON.parse(format.write(goldenMessage, sanitize));
        assert.deepEqual([format.product, Object.keys(body)], ["Slack", ["text"]]);
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
