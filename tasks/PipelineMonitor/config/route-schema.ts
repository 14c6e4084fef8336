import * as v from "valibot";
import { chatFormatNames } from "../../../shared/chat/formats";
import { objectOf } from "../../../shared/json/schema";
import { pagingKinds } from "../../../shared/paging/services";
import { importances } from "./alert-schema";
import { described, listOf, optional, shortText } from "./values";

/** The optional members of the configuration that say where reports go besides the step's own webhook. */

const aVariable = "the name of an environment variable, such as BILLING_WEBHOOK";
/**
 * The variables of the step and its agent for other services. The configuration must not send their values
 * elsewhere.
 */
const ofOthers =
  /^(BUILD_AUTH|WEBHOOK_URL|HEARTBEAT_URL|AZURE_DEVOPS_EXT_PAT|SYSTEM_.*|OTEL_.*|REGISTRAR_.*|(ENDPOINT|SECRET|SECUREFILE|INPUT)_.*)$/i;
const anotherVariable = `${aVariable}, that holds no other credential of the step`;
export const variableName = v.pipe(
  v.string(aVariable),
  v.regex(/^[A-Za-z_]\w{0,99}$/, aVariable),
  v.check((name) => !ofOthers.test(name), anotherVariable),
);

const someNames = "a list of 1 to 1000 names or patterns of pipelines";
const someOwners = "a list of 1 to 100 owners of pipelines";
const someSeverities = 'a list of "high", "normal" or "info"';
const fewRoutes = "a list of 1 to 20 routes";

export const severities = listOf(v.picklist(importances, someSeverities), someSeverities, importances.length);

export const routeMembers = {
  pipelines: optional(
    listOf(shortText(someNames, 1000), someNames, 1000),
    "The pipelines that it takes, by name or pattern. Default: all.",
  ),
  owners: optional(
    listOf(shortText(someOwners, 100), someOwners, 100),
    "The owners whose pipelines it takes, as written in their entries. Default: all.",
  ),
  severities: optional(severities, "The severities that it takes. Default: all."),
  webhook: described(variableName, "The environment variable that holds the webhook's URL."),
  chat_format: optional(
    v.picklist(chatFormatNames, "the name of a chat product, such as slack"),
    "The chat product, if its URL does not show it.",
  ),
  stop: optional(
    v.boolean("true or false"),
    "With `true`, later routes do not get the issues that this one takes. Default: false.",
  ),
};

export const routeMember = {
  routes: optional(
    listOf(objectOf(routeMembers, "an object with webhook"), fewRoutes, 20),
    "Other channels for the issues of some pipelines; at most 20 routes, in order.",
    { example: [{ pipelines: ["billing *"], webhook: "BILLING_WEBHOOK" }] },
  ),
};

const aSource = "the name of an alert source, such as 01GW2G3V0S59R238FAHPDS1R66";

export const pagingMembers = {
  kind: described(
    v.picklist(pagingKinds, '"pagerduty", "jsm" or "incidentio"'),
    "The service: PagerDuty, the operations of Jira Service Management, or incident.io.",
  ),
  key: described(variableName, "The environment variable that holds the key."),
  severities: optional(severities, "The severities for which somebody is paged.", { default: ["high"] }),
  region: optional(
    v.picklist(["us", "eu"], '"us" or "eu"'),
    "The region of a PagerDuty account. Default: us.",
  ),
  source: optional(
    v.pipe(v.string(aSource), v.regex(/^[\w-]{1,100}$/, aSource)),
    "The name of the alert source in incident.io, from the end of its URL.",
  ),
};

export const pagingMember = {
  paging: optional(
    objectOf(pagingMembers, "an object with kind and key"),
    "The service that opens an alert for each problem of these severities. Needs `notify`.",
    { example: { kind: "pagerduty", key: "PAGERDUTY_KEY", severities: ["high"] } },
  ),
};
