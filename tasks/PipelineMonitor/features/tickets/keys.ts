import * as v from "valibot";
import { objectOf } from "../../../../shared/json/schema";
import { type Importance, importanceList } from "../../config/alert-schema";
import { described, optional, shortText } from "../../config/values";
import { usualSeverities } from "../../targets/severities";

const aType = "the name of a work item type, such as Task or Bug";
const anArea = "an area path with backslashes, such as Shop\\Billing";

export const ticketsMembers = {
  type: described(shortText(aType, 128), "The work item type. The project's process must have it."),
  area: optional(
    v.pipe(v.string(anArea), v.regex(/^[^/]{1,1000}$/, anArea)),
    "The area path. Default: the project's own.",
  ),
  severities: optional(importanceList, "The severities for which a work item is opened.", {
    default: usualSeverities,
  }),
};

const ticketsSchema = objectOf(ticketsMembers, "an object with type");

export const ticketsKeys = {
  tickets: optional(
    ticketsSchema,
    "The work item that is opened for each problem of these severities, and closed when it is over. Needs `notify`.",
    { example: { type: "Task", severities: ["high"] }, page: "tickets.md" },
  ),
};

/** The work items to open. */
export interface Tickets {
  type: string;
  /** Undefined for the project's own. */
  area: string | undefined;
  severities: readonly Importance[];
}

export function ticketsOf({ type, area, severities }: v.InferOutput<typeof ticketsSchema>): Tickets {
  return { type, area, severities: severities ?? usualSeverities };
}
