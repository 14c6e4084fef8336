import {
  certificateAdvice,
  describeProblem,
  type HttpProblem,
  isCertificateProblem,
  statusOf,
} from "../http/errors";

/** A webhook that refuses a message. */
export interface RefusingWebhook {
  /** The name of the format's product. */
  product: string;
  /** Whether the URL is one of that product's, so that it can be no other. */
  isKnown: boolean;
  /** Where people set the URL and the product, as advice says it. */
  setIn: { url: string; product: string };
}

/** In place of a next step: the chat refuses this message, and may accept a plainer one. */
const ofMessage = "message";

const newWebhook =
  "The webhook was removed, or its URL is wrong or not complete. Create a new one in the chat, and put it into {url}.";
const noWebhook =
  "The URL leads to a page, such as a sign-in, a proxy's or the chat's own, and not to a webhook. Copy the webhook's URL, and put it into {url}.";
const noChannel =
  "The webhook's channel is archived or does not exist, or the webhook may not post there. Create a webhook for another channel, and put it into {url}.";
const notAllowed =
  "The chat does not allow this webhook, or its posts to this channel. Ask the chat's administrator to allow them.";
const later = "The chat accepts no more messages for now. Try again later.";

const noVariable =
  "The workflow's webhook lacks the variable `text`. Add it as a text, and publish the workflow.";
const noWorkflow =
  "The workflow was deleted, or is not published. Publish it or create a new one, and put the URL of its webhook into {url}.";
const turnedOff = "The workflow is turned off. Turn it on in the app Workflows in Teams.";
const otherTrigger =
  "The workflow expects another request. Create one from the template that posts webhook requests to a channel, and put its URL into {url}.";
const unsigned =
  "The URL lacks its signature (`sig=…`), or the workflow asks for a sign-in. Let anyone trigger the workflow, copy its whole URL, and put it into {url}.";
const slowWorkflow =
  "The workflow did not respond in time. Its run history in the app Workflows shows whether it posted the message.";
const forum =
  "The channel is a forum, in which every message belongs to a post. Add `?thread_id=` and the ID of a post to the URL in {url}.";

/**
 * The product (empty for every one), the text or the statuses of its reply, and what a person has to do. The first row
 * that matches counts. A text says more than a status, so it comes first. The rows are from the documentation, sources and
 * issues of the products.
 */
const refusals: readonly (readonly [product: string, reply: RegExp | readonly number[], nextStep: string])[] =
  [
    ["", /an HTML page/, noWebhook],
    ["Slack", /\b(?:no_service(?:_id)?|no_active_hooks|no_team|team_disabled|invalid_token)\b/, newWebhook],
    ["Slack", /\b(?:action_prohibited|posting_to_\w+_denied)\b/, notAllowed],
    ["Slack", /\b(?:channel_is_archived|channel_not_found)\b/, noChannel],
    ["Slack", /\binvalid_workflow_input\b/, noVariable],
    ["Slack", /\btrigger_not_found\b/, noWorkflow],
    ["Slack", /\b(?:invalid_(?:blocks|payload|attachments)|no_text|too_many_attachments)\b/, ofMessage],
    ["Teams", /WorkflowNotFound|WorkflowTriggerIsNotEnabled.*Deleted/, noWorkflow],
    ["Teams", /WorkflowTriggerIsNotEnabled/, turnedOff],
    ["Teams", /TriggerInputSchemaMismatch/, otherTrigger],
    ["Teams", /HTTP error (?:400|413)/, ofMessage],
    ["Teams", /HTTP error (?:429|5\d\d)/, later],
    ["Teams", /HTTP error 4/, newWebhook],
    ["Teams", [401, 403], unsigned],
    ["Teams", [502, 504], slowWorkflow],
    ["Discord", /\b(?:10015|50027)\b/, newWebhook],
    ["Discord", /\b(?:10003|50001|50013)\b/, noChannel],
    ["Discord", /\b22000[1-3]\b/, forum],
    ["Google Chat", /API key|unregistered callers/, newWebhook],
    ["Google Chat", [401, 403], notAllowed],
    ["Mattermost", /incoming_webhook\.disabled|disabled by the system admin/, notAllowed],
    [
      "Mattermost",
      /incoming_webhook\.(?:channel|permissions)|find the channel|channel permissions|requested channel/,
      noChannel,
    ],
    ["Mattermost", /incoming_webhook\.(?:invalid|user)|Invalid webhook/, newWebhook],
    ["Rocket.Chat", /Invalid integration/, newWebhook],
    ["Rocket.Chat", /invalid[-_](?:channel|room)|not[-_ ]allowed/, noChannel],
    ["Rocket.Chat", /size[-_]exceeded/, ofMessage],
    ["", [400, 413], ofMessage],
    ["", [401, 403, 404, 410], newWebhook],
    ["", [301, 302, 303, 307, 308, 405], noWebhook],
    ["", [408, 429], later],
  ];

/** Whether the chat refuses the message itself, and may accept a plainer one in its place. */
export function isOfMessage(problem: HttpProblem, { product, isKnown }: RefusingWebhook): boolean {
  const [, , step] = rowFor(problem, product) ?? [];
  if (step !== undefined) return step === ofMessage;
  // A message whose reply cannot be read may have been posted.
  return problem.kind === "status" && problem.status >= 400 && usualStep(problem, isKnown) === ofMessage;
}

/** The advice for a person whose message was not delivered. */
export function nextStepOf(problem: HttpProblem, webhook: RefusingWebhook): string {
  const { product, isKnown, setIn } = webhook;
  const [, , nextStep = usualStep(problem, isKnown)] = rowFor(problem, product) ?? [];
  if (nextStep !== ofMessage) return nextStep.replace("{url}", setIn.url);
  return isKnown
    ? `${product} should accept this message, so the error is in this extension. Please send us this line.`
    : `The chat may expect another form. Set ${setIn.product} to the chat's product.`;
}

/** A webhook that gets Markdown can be of any product, as the text of a reply shows. */
function rowFor(problem: HttpProblem, product: string) {
  const [said, status] = [describeProblem(problem), statusOf(problem) ?? 0];
  return refusals.find(([ofProduct, reply]) => {
    const isText = reply instanceof RegExp;
    if (ofProduct !== "" && ofProduct !== product && !(isText && product === "Markdown")) return false;
    return isText ? reply.test(said) : reply.includes(status);
  });
}

/** For a problem that no row is about. */
function usualStep(problem: HttpProblem, isKnown: boolean): string {
  switch (problem.kind) {
    case "notSent":
      return isCertificateProblem(problem.code)
        ? certificateAdvice
        : "Check the webhook's URL, and that this machine can reach its host (proxy, firewall).";
    case "broken":
    case "timeout":
      return "The message may have arrived. Look for it in the channel.";
    case "paused":
      return later;
    case "intermediary":
    case "unreadable":
      return isKnown ? "Another service may respond in place of the chat. Check the proxy." : ofMessage;
    case "status":
      return problem.status < 500 ? ofMessage : "The chat has a problem. Try again later.";
  }
}
