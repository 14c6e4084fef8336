import assert from "node:assert/strict";
import { useSetup } from "./setup-stage";

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
const [invoices, billing] = [{ owner: "<@U012AB3CD>" }, "https://hooks.slack.com/services/T0/B0/x"];
const pipelines = (entries: object) => ({
  pipelines: { default: { max_proc_time: 900, min_proc_time: 30 }, ...entries },
});

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

  it("is not that of a page in a route either", () => {
    const config = { routes: [{ severities: ["normal"], webhook: "BILLING_WEBHOOK" }] };
    const environment = { BILLING_WEBHOOK: "https://discord.gg/abcdef" };
    const problems = problemsOf(config, { environment });
    assert.match(problems, /^BILLING_WEBHOOK: is the address of a page of Discord, /);
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

  it("gets a warning of an owner who is a mention of another chat, once for each owner", () => {
    const jane = { owner: "@jane_doe" };
    assert.equal(
      warningsOf(billing, pipelines({ invoices, orders: jane, stock: jane })),
      'configFile: pipelines.orders.owner: "@jane_doe" is a mention in another chat, and notifies nobody here; in Slack, write it like <@U012AB3CD>',
    );
    for (const owner of ["<@U012AB3CD>", "Data team", "jane@contoso.com"])
      assert.equal(warningsOf(billing, pipelines({ invoices: { owner } })), "");
    assert.equal(warningsOf("https://chat.example/hooks/x", pipelines({ invoices: jane })), "");
    const teams = { chatFormat: "teams" };
    const inTeams = warningsOf("https://chat.example/hooks/x", pipelines({ invoices }), teams);
    assert.match(inTeams, /; in Teams, write it like <at>jane@contoso\.com<\/at>$/);
    const inWorkflow = warningsOf("https://hooks.slack.com/workflows/T0/A0/1/x", pipelines({ invoices }));
    assert.match(inWorkflow, /and notifies nobody here$/);
  });

  it("gets no warning of an owner whom a route's chat mentions, or if nothing is posted", () => {
    const routes = [{ owners: ["<@U012AB3CD>"], webhook: "BILLING_WEBHOOK" }];
    const webhookUrl = "https://discord.com/api/webhooks/1/x";
    const routed = { inputs: { webhookUrl }, environment: { BILLING_WEBHOOK: billing } };
    assert.deepEqual(read({ routes, ...pipelines({ invoices }) }, routed).warnings, []);
    assert.equal(warningsOf(webhookUrl, { test_flag: true, ...pipelines({ invoices }) }), "");
  });
});
