import * as v from "valibot";
import { chatFormatNames } from "../../../../shared/chat/formats";
import { objectOf } from "../../../../shared/json/schema";
import { importanceList } from "../../config/alert-schema";
import { described, listOf, optional, shortText } from "../../config/values";
import { variableName } from "../../config/variable-name";

const someNames = "a list of 1 to 1000 names or patterns of pipelines";
const someOwners = "a list of 1 to 100 owners of pipelines";
const fewRoutes = "a list of 1 to 20 routes";

export const routeMembers = {
  pipelines: optional(
    listOf(shortText(someNames, 1000), someNames, 1000),
    "The pipelines that it takes, by name or pattern. Default: all.",
    { page: "less-noise.md#patterns-in-names" },
  ),
  owners: optional(
    listOf(shortText(someOwners, 100), someOwners, 100),
    "The owners whose pipelines it takes, as written in their entries. Default: all.",
  ),
  severities: optional(importanceList, "The severities that it takes. Default: all."),
  webhook: described(variableName, "The environment variable that holds the webhook's URL."),
  chat_format: optional(
    v.picklist(chatFormatNames, "the name of a chat product, such as slack"),
    "The chat product, if its URL does not show it.",
  ),
  stop: optional(
    v.boolean("true or false"),
    "With `true`, later routes do not get the problems that this one takes. Default: false.",
  ),
};

const routeSchema = objectOf(routeMembers, "an object with webhook");

export type RouteContent = v.InferOutput<typeof routeSchema>;

export const routeKeys = {
  routes: optional(
    listOf(routeSchema, fewRoutes, 20),
    "Other channels for the problems of some pipelines; at most 20 routes, in order.",
    {
      example: [{ pipelines: ["billing *"], webhook: "BILLING_WEBHOOK" }],
      page: "routes-and-paging.md#routes",
    },
  ),
};
