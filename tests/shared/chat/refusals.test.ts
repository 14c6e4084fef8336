import assert from "node:assert/strict";
import { findObjection } from "../../../shared/chat/confirmation";
import { isOfMessage, nextStepOf, type RefusingWebhook } from "../../../shared/chat/refusals";
import type { HttpProblem } from "../../../shared/http/errors";
import { parseServiceError } from "../../../shared/http/service-error";
import { sanitize } from "../../sanitize";

const webhookOf = (product: string, isKnown = true): RefusingWebhook => ({
  ...{ product, isKnown, setIn: { url: "WEBHOOK_URL", product: "chatFormat" } },
});

/** The problem that a reply comes to. */
function problemOf(status: number, body: string): HttpProblem {
  if (status < 300)
    return {
      kind: "unreadable",
      what: `${status}, but the chat did not accept the message: ${findObjection(status, body, () => false)}`,
    };
  const none = { redirectsTo: undefined };
  return { kind: "status", status, ...none, ...parseServiceError(body, sanitize) };
}

const flow = (code: string, message: string) => JSON.stringify({ error: { code, message } });
const connector = (status: number) =>
  `Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error ${status} with ContextId x`;
const discord = (code: number, message: string) => JSON.stringify({ message, code });
const google = (code: number, status: string, message: string) =>
  JSON.stringify({ error: { code, message, status } });
const mattermost = (id: string, status_code: number, message: string): [number, string] => [
  status_code,
  JSON.stringify({ id: `web.incoming_webhook.${id}.app_error`, message, detailed_error: "", status_code }),
];
const turnedOff = (state: string) =>
  flow("WorkflowTriggerIsNotEnabled", `Could not execute workflow trigger 'manual' with state '${state}'.`);
const noMore = "Incoming webhooks have been disabled by the system admin.";
const newOne = /removed.* Create a new one in the chat, and put it into WEBHOOK_URL\.$/;
const ofMessage = "of the message";

/** Replies of each product's, with what a person has to do. */
const replies: Readonly<Record<string, readonly (readonly [number, string, RegExp | typeof ofMessage])[]>> = {
  Slack: [
    [404, "no_service", newOne],
    [404, "no_active_hooks", newOne],
    [404, "no_team", newOne],
    [403, "team_disabled", newOne],
    [403, "invalid_token", newOne],
    [410, "channel_is_archived", /Create a webhook for another channel, /],
    [404, "channel_not_found", /Create a webhook for another channel, /],
    [403, "action_prohibited", /administrator to allow them\.$/],
    [403, "posting_to_general_channel_denied", /administrator to allow them\.$/],
    [200, '{"ok":false,"error":"invalid_workflow_input"}', /lacks the variable `text`.* publish the work/],
    [404, '{"ok":false,"error":"trigger_not_found"}', /^The workflow was deleted, or is not published/],
    [400, "invalid_blocks", ofMessage],
    [400, "invalid_payload", ofMessage],
    [400, "no_text", ofMessage],
    [429, "rate_limited", /Try again later\.$/],
  ],
  Teams: [
    [400, turnedOff("Disabled"), /^The workflow is turned off\. Turn it on /],
    [400, turnedOff("Deleted"), /^The workflow was deleted, or is not published/],
    [401, flow("DirectApiAuthorizationRequired", "No."), /lacks its signature .* copy its whole URL/],
    [404, flow("WorkflowNotFound", "Not found."), /^The workflow was deleted, or is not published/],
    [400, flow("TriggerInputSchemaMismatch", "No."), /from the template that posts webhook requests/],
    [502, flow("NoResponse", "The server did not receive a response."), /run history/],
    [200, connector(413), ofMessage],
    [200, connector(400), ofMessage],
    [200, connector(429), /Try again later\.$/],
    [200, connector(404), newOne],
    [400, "Summary or Text is required.", ofMessage],
    [413, "", ofMessage],
  ],
  Discord: [
    [404, discord(10015, "Unknown Webhook"), newOne],
    [401, discord(50027, "Invalid Webhook Token"), newOne],
    [403, discord(50001, "Missing Access"), /may not post there\. Create a webhook for another channel/],
    [403, discord(50013, "Missing Permissions"), /may not post there/],
    [404, discord(10003, "Unknown Channel"), /does not exist/],
    [400, discord(220001, "A forum needs a thread_name or thread_id"), /^The channel is a forum/],
    [400, discord(50006, "Cannot send an empty message"), ofMessage],
    [400, discord(50035, "Invalid Form Body"), ofMessage],
    [429, '{"message":"You are being rate limited.","retry_after":2}', /Try again later\.$/],
  ],
  "Google Chat": [
    [404, google(404, "NOT_FOUND", "Space not found."), newOne],
    [400, google(400, "INVALID_ARGUMENT", "Invalid JSON payload received."), ofMessage],
    [400, google(400, "INVALID_ARGUMENT", "API key not valid. Pass a valid one."), newOne],
    [403, google(403, "PERMISSION_DENIED", "No unregistered callers"), newOne],
    [401, google(401, "UNAUTHENTICATED", "Request is missing a token"), /administrator to allow them\.$/],
  ],
  Mattermost: [
    [...mattermost("disabled", 501, noMore), /administrator to allow them\.$/],
    [403, JSON.stringify({ message: noMore }), /administrator to allow them\.$/],
    [...mattermost("invalid", 400, "Ungültiger Webhook."), newOne],
    [...mattermost("channel", 404, "Couldn't find the channel."), /Create a webhook for another channel/],
    [...mattermost("channel_locked", 403, "Not permitted."), /Create a webhook for another channel/],
    [...mattermost("permissions", 403, "Inappropriate."), /Create a webhook for another channel/],
    [...mattermost("decode", 400, "Failed to decode the payload."), ofMessage],
    [...mattermost("split_props_length", 400, "Unable to split webhook props."), ofMessage],
  ],
  "Rocket.Chat": [
    [401, '{"success":false,"error":"Invalid integration id or token provided."}', newOne],
    [404, '{"success":false,"error":"Invalid integration id or token provided."}', newOne],
    [400, '{"success":false,"error":"invalid-channel"}', /Create a webhook for another channel/],
    [200, '{"success":false,"error":"error-invalid-room"}', /Create a webhook for another channel/],
    [400, '{"success":false,"error":"error-message-size-exceeded"}', ofMessage],
  ],
  Webex: [
    [404, '{"message":"The resource could not be found."}', newOne],
    [400, '{"message":"Message length limited to 7439 bytes"}', ofMessage],
  ],
};

/** A form that the product itself takes cannot be wrong by a setting. */
const ourError =
  /^[\w. ]+ should accept this message, so the error is in this extension\. Please send us this line\.$/;
const otherForm = "The chat may expect another form. Set chatFormat to the chat's product.";

describe("a chat's refusal", () => {
  for (const [product, all] of Object.entries(replies))
    it(`${product}: says what a person has to do, and whether a plainer message may be accepted`, () => {
      for (const [status, body, expected] of all) {
        const problem = problemOf(status, body);
        const webhook = webhookOf(product);
        assert.equal(isOfMessage(problem, webhook), expected === ofMessage, body);
        assert.match(nextStepOf(problem, webhook), expected === ofMessage ? ourError : expected, body);
        if (expected === ofMessage) assert.equal(nextStepOf(problem, webhookOf(product, false)), otherForm);
        // A text tells as much where the product is not known.
        const isText = parseServiceError(body, sanitize).serviceMessage !== "" || status === 200;
        const isByStatus = ["Webex", "Google Chat"].includes(product) || /DirectApi|NoResponse/.test(body);
        if (expected === ofMessage) continue;
        if (isText && !isByStatus)
          assert.match(nextStepOf(problem, webhookOf("Markdown", false)), expected, body);
        // Another product may say the same and mean something else.
        const others = Object.keys(replies).filter((one) => one !== product);
        for (const other of others)
          assert.doesNotMatch(nextStepOf(problemOf(418, body), webhookOf(other)), expected, other);
      }
    });

  it("is of the webhook and not of the message if the status alone says so", () => {
    const webhook = webhookOf("Markdown", false);
    for (const status of [401, 403, 404, 410]) {
      assert.match(nextStepOf(problemOf(status, ""), webhook), newOne);
      assert.ok(!isOfMessage(problemOf(status, ""), webhook));
    }
    for (const status of [301, 302, 303, 307, 308, 405])
      assert.match(nextStepOf(problemOf(status, ""), webhook), /^The URL leads to a page/);
    for (const status of [408, 429, 500, 503])
      assert.match(nextStepOf(problemOf(status, ""), webhook), /Try again later\.$/);
    for (const status of [400, 413, 415, 422]) assert.ok(isOfMessage(problemOf(status, ""), webhook));
  });

  it("is a page's if it is HTML, whatever the product", () => {
    for (const product of [...Object.keys(replies), "Markdown"]) {
      const problem = problemOf(200, "<!doctype html><title>Sign in</title>");
      assert.match(nextStepOf(problem, webhookOf(product)), /^The URL leads to a page/);
      assert.ok(!isOfMessage(problem, webhookOf(product)));
    }
  });

  it("never goes without a next step, nor does a message that was lost on its way", () => {
    const problems: HttpProblem[] = [
      ...Array.from({ length: 300 }, (_, index) => problemOf(300 + index, "")),
      problemOf(200, ""),
      problemOf(200, "whatever"),
      { kind: "notSent", code: "ENOTFOUND" },
      { kind: "notSent", code: "CERT_HAS_EXPIRED" },
      { kind: "broken", code: "ECONNRESET" },
      { kind: "timeout", seconds: 60 },
      { kind: "paused", seconds: 900 },
    ];
    for (const product of [...Object.keys(replies), "Markdown"])
      for (const isKnown of [true, false])
        for (const problem of problems) {
          const step = nextStepOf(problem, webhookOf(product, isKnown));
          assert.match(step, /^[A-Z].*[^{}]\.$/, JSON.stringify(problem));
          assert.ok(!isKnown || !step.includes("chatFormat"), step);
        }
  });
});
