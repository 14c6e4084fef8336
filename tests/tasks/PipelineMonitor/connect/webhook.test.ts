import assert from "node:assert/strict";
import { useSetup } from "../config/setup-stage";

const { read, problemsOf } = useSetup();

/** The addresses of pages, and what the way to a webhook says. */
const pages: readonly [string, RegExp][] = [
  ["https://app.slack.com/client/T012AB3CD/C012AB3CD", /of a page of Slack, .* under Incoming Webhooks/],
  ["https://contoso.slack.com/archives/C012AB3CD", /of a page of Slack, /],
  ["https://teams.microsoft.com/l/channel/19%3Ax%40x.tacv2/Ops?id=x", /of a page of Teams, .* Workflows/],
  ["https://teams.cloud.microsoft/l/channel/19%3Ax/Ops", /of a page of Teams, /],
  ["https://make.powerautomate.com/environments/x/flows/y/details", /of a page of Teams, /],
  ["https://discord.gg/abcdef", /of a page of Discord, .* under Webhooks/],
  ["https://discord.com/channels/123/456", /of a page of Discord, /],
  ["https://canary.discord.com/invite/abcdef", /of a page of Discord, /],
  ["https://mail.google.com/chat/u/0/#chat/space/AAAA", /of a page of Google Chat, .* under Webhooks/],
  ["https://chat.google.com/room/AAAA", /of a page of Google Chat, /],
  ["https://web.webex.com/spaces/x", /of a page of Webex, /],
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
    for (const [webhookUrl, words] of pages) {
      const problem = problemsOf({}, { inputs: { webhookUrl } });
      assert.match(problem, /^webhookUrl: is the address of a page of [A-Z].*, not of a webhook; in /);
      assert.match(problem, words);
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
