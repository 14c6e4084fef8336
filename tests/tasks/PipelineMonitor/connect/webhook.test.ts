import assert from "node:assert/strict";
import { useSetup } from "../config/setup-stage";

const { read, problemsOf } = useSetup();

/** The addresses of pages, and the chat's name. */
const pages: readonly [string, string][] = [
  ["https://app.slack.com/client/T012AB3CD/C012AB3CD", "Slack"],
  ["https://contoso.slack.com/archives/C012AB3CD", "Slack"],
  ["https://teams.microsoft.com/l/channel/19%3Ax%40x.tacv2/Ops?id=x", "Teams"],
  ["https://teams.cloud.microsoft/l/channel/19%3Ax/Ops", "Teams"],
  ["https://make.powerautomate.com/environments/x/flows/y/details", "Teams"],
  ["https://discord.gg/abcdef", "Discord"],
  ["https://discord.com/channels/123/456", "Discord"],
  ["https://canary.discord.com/invite/abcdef", "Discord"],
  ["https://mail.google.com/chat/u/0/#chat/space/AAAA", "Google Chat"],
  ["https://chat.google.com/room/AAAA", "Google Chat"],
  ["https://web.webex.com/spaces/x", "Webex"],
];
const webhooks = [
  "https://hooks.slack.com/services/T0/B0/x",
  "https://hooks.slack-gov.com/services/T0/B0/x",
  "https://prod-01.westeurope.logic.azure.com/workflows/x/triggers/manual/paths/invoke?sig=x",
  "https://default1.2.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/x",
  "https://discord.com/api/webhooks/1/x",
  "https://ptb.discord.com/api/v10/webhooks/1/x",
  "https://chat.googleapis.com/v1/spaces/x/messages?key=x&token=x",
  "https://webexapis.com/v1/webhooks/incoming/x",
  "https://chat.example/hooks/x",
  "https://discord.gg.example/x",
  "https://slack.com.example/x",
];

describe("the URL of a webhook", () => {
  const warningsOf = (webhookUrl: string, config: object = {}, inputs: Record<string, string> = {}) =>
    read(config, { inputs: { webhookUrl, ...inputs } }).warnings.join();

  it("is not that of a chat's page, and the error says where the chat has a webhook", () => {
    for (const [webhookUrl, chat] of pages) {
      const problem = problemsOf({}, { inputs: { webhookUrl } });
      const start = `webhookUrl: is the address of a page of ${chat}, not of a webhook. See https://`;
      assert.equal(problem.slice(0, start.length), start);
      assert.ok(!problem.includes(webhookUrl));
    }
  });

  it("is taken without a word where it may be one, a Logic App's among them", () => {
    for (const webhookUrl of webhooks) assert.equal(warningsOf(webhookUrl), "");
  });

  it("gets a warning if its product has ended", () => {
    const warnings = warningsOf("https://contoso.webhook.office.com/webhookb2/x");
    assert.match(
      warnings,
      /^webhookUrl: Microsoft has retired the webhooks at webhook\.office\.com\. Create/,
    );
  });
});
