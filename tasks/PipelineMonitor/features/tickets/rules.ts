import * as v from "valibot";
import { memberAt } from "../../../../shared/json/path";
import { openingProblems } from "../../targets/severities";
import { ticketsKeys } from "./keys";

const ticketsSchema = v.object(ticketsKeys);

export function ticketsProblems(value: unknown): string[] {
  const parsed = v.safeParse(ticketsSchema, { tickets: memberAt(value, ["tickets"]) });
  const { tickets } = parsed.success ? parsed.output : {};
  return tickets === undefined
    ? []
    : openingProblems(
        value,
        { key: "tickets", severities: tickets.severities },
        { never: "no work item is ever opened", purpose: "to open one for" },
      );
}
