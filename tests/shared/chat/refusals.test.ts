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
      what: `${status}, but the chat did not accept the message: ${findObjection({ status, text: body }, [])}`,
    };
  const none = { redirectsTo: undefined };
  return { kind: "status", status, ...none, ...parseServiceError(body, sanitize) };
}

const flow = (code: string, message: string) => JSON.stringify({ error: { code, message } });
const appError = (id: string, message: string, status_code: number) =>
  JSON.stringify({ id: `web.incoming_webhook.${id}.app_error`, message, detailed_error: "", status_code });
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
    [410, "channel_is_archived", /^The channel is archived\. Restore it, /],
    [404, "channel_not_found", /Create a webhook for another channel, /],
    [403, "action_prohibited", /Ask its admin to allow the webhook/],
    [403, "posting_to_general_channel_denied", /Ask its admin to allow the webhook/],
    [
      200,
      '{"ok":false,"error":"invalid_workflow_input"}',
      /lacks the variable `text`.* publish the workflow/,
    ],
    [404, '{"ok":false,"error":"trigger_not_found"}', /Publish it, /],
    [400, "invalid_blocks", ofMessage],
    [400, "invalid_payload", ofMessage],
    [400, "no_text", ofMessage],
    [429, "rate_limited", /Try again later\.$/],
  ],
  Teams: [
    [
      400,
      flow(
        "WorkflowTriggerIsNotEnabled",
        "Could not execute workflow trigger 'manual' with state 'Disabled'.",
      ),
      /^The workflow is turned off\. Turn it on /,
    ],
    [
      400,
      flow(
        "WorkflowTriggerIsNotEnabled",
        "Could not execute workflow trigger 'manual' with state 'Deleted'.",
      ),
      /^The workflow was deleted\. Create a new one/,
    ],
    [
      401,
      flow(
        "DirectApiAuthorizationRequired",
        "The request must be authenticated only by Shared Access scheme.",
      ),
      /lacks its signature .* copy its whole URL/,
    ],
    [
      404,
      flow("WorkflowNotFound", "The workflow could not be found."),
      /^The workflow was deleted\. Create a new one/,
    ],
    [
      400,
      flow("TriggerInputSchemaMismatch", "The input body for trigger 'manual' did not match its schema."),
      /from the template that posts webhook requests/,
    ],
    [
      502,
      flow("NoResponse", "The server did not receive a response from an upstream server."),
      /run history/,
    ],
    [
      200,
      "Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 413 with ContextId x",
      ofMessage,
    ],
    [
      200,
      "Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 400 with ContextId x",
      ofMessage,
    ],
    [
      200,
      "Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId x",
      /Try again later\.$/,
    ],
    [
      200,
      "Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 404 with ContextId x",
      newOne,
    ],
    [400, "Summary or Text is required.", ofMessage],
    [413, "", ofMessage],
  ],
  Discord: [
    [404, '{"message":"Unknown Webhook","code":10015}', newOne],
    [401, '{"message":"Invalid Webhook Token","code":50027}', newOne],
    [
      403,
      '{"message":"Missing Access","code":50001}',
      /may not post there\. Create a webhook for another channel/,
    ],
    [403, '{"message":"Missing Permissions","code":50013}', /may not post there/],
    [404, '{"message":"Unknown Channel","code":10003}', /does not exist/],
    [
      400,
      '{"message":"Webhooks posted to forum channels must have a thread_name or thread_id","code":220001}',
      /^The channel is a forum/,
    ],
    [400, '{"message":"Cannot send an empty message","code":50006}', ofMessage],
    [400, '{"message":"Invalid Form Body","code":50035}', ofMessage],
    [429, '{"message":"You are being rate limited.","retry_after":2}', /Try again later\.$/],
  ],
  "Google Chat": [
    [404, '{"error":{"code":404,"message":"Space not found.","status":"NOT_FOUND"}}', newOne],
    [
      400,
      '{"error":{"code":400,"message":"Invalid JSON payload received.","status":"INVALID_ARGUMENT"}}',
      ofMessage,
    ],
    [
      400,
      '{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}',
      /^The URL is not complete\./,
    ],
    [
      403,
      '{"error":{"code":403,"message":"Method doesn\'t allow unregistered callers","status":"PERMISSION_DENIED"}}',
      /^The URL is not complete\./,
    ],
    [
      401,
      '{"error":{"code":401,"message":"Request is missing a token","status":"UNAUTHENTICATED"}}',
      /ask its administrator\.$/,
    ],
  ],
  Mattermost: [
    [
      501,
      appError("disabled", "Incoming webhooks have been disabled by the system admin.", 501),
      /^The server does not allow incoming webhooks\. Ask its administrator to enable them/,
    ],
    [
      403,
      '{"message":"Incoming webhooks have been disabled by the system admin."}',
      /Ask its administrator to enable them/,
    ],
    [400, appError("invalid", "Ungültiger Webhook.", 400), newOne],
    [404, appError("channel", "Couldn't find the channel.", 404), /Create a webhook for another channel/],
    [
      403,
      appError("channel_locked", "This webhook is not permitted to post to the requested channel.", 403),
      /Create a webhook for another channel/,
    ],
    [
      403,
      appError("permissions", "Inappropriate channel permissions.", 403),
      /Create a webhook for another channel/,
    ],
    [400, appError("decode", "Failed to decode the payload.", 400), ofMessage],
    [
      400,
      appError("split_props_length", "Unable to split webhook props into 760000 character parts.", 400),
      ofMessage,
    ],
  ],
  "Rocket.Chat": [
    [401, '{"success":false,"error":"Invalid integration id or token provided."}', newOne],
    [404, '{"success":false,"error":"Invalid integration id or token provided."}', newOne],
    [400, '{"success":false,"error":"invalid-channel"}', /Choose another channel or user/],
    [200, '{"success":false,"error":"error-invalid-room"}', /Choose another channel or user/],
    [400, '{"success":false,"error":"error-message-size-exceeded"}', ofMessage],
  ],
  Webex: [
    [
      404,
      '{"message":"The requested resource could not be found."}',
      /the person who created it left the space/,
    ],
    [400, '{"message":"Message length limited to 7439 bytes"}', ofMessage],
  ],
};

/** A form that the product itself takes cannot be wrong by a setting. */
const ourError = /^[\w. ]+ should accept this message, so the error is in this extension\. Please report it/;
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
        if (isText && !isByStatus && expected !== ofMessage)
          assert.match(nextStepOf(problem, webhookOf("Markdown", false)), expected, body);
      }
    });

  it("is of the webhook and not of the message if the status alone says so", () => {
    const webhook = webhookOf("Markdown", false);
    for (const status of [401, 403, 404, 410]) {
      assert.match(nextStepOf(problemOf(status, ""), webhook), newOne);
      assert.ok(!isOfMessage(problemOf(status, ""), webhook));
    }
    for (const status of [302, 405])
      assert.match(nextStepOf(problemOf(status, ""), webhook), /^The URL is not that of a webhook/);
    for (const status of [408, 429, 500, 503])
      assert.match(nextStepOf(problemOf(status, ""), webhook), /Try again later\.$/);
    for (const status of [400, 413, 415, 422]) assert.ok(isOfMessage(problemOf(status, ""), webhook));
  });

  it("is a page's if it is HTML, whatever the product", () => {
    for (const product of [...Object.keys(replies), "Markdown"]) {
      const problem = problemOf(200, "<!doctype html><title>Sign in</title>");
      assert.match(nextStepOf(problem, webhookOf(product)), /^The URL opens a web page/);
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
