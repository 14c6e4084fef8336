import * as v from "valibot";
import type { TaskContext } from "../../../../shared/agent/task";
import type { WorkItems } from "../../../../shared/azure-devops/work-items";
import { messageOf } from "../../../../shared/errors";
import { memberAt } from "../../../../shared/json/path";
import { objectOf } from "../../../../shared/json/schema";
import { takesSeverities, unopenedWarnings, usualSeverities } from "../../alerts/severities";
import { importanceList } from "../../config/alert-schema";
import { fingerprint } from "../../config/fingerprint";
import { needsMemoryOfReports } from "../../config/problems";
import { described, optional, shortText } from "../../config/values";
import { feature } from "../../feature";
import type { TestResult } from "../../targets/channel";
import { ticketTag } from "./ticket";
import { boards, track } from "./track";

const aType = "the name of a work item type, such as Task or Bug";
const anArea = "an area path with backslashes, such as Shop\\Billing";

const ticketsMembers = {
  type: described(shortText(aType, 128), "The work item type. The project's process must have it."),
  area: optional(
    v.pipe(v.string(anArea), v.regex(/^[^/]{1,1000}$/, anArea)),
    "The area path. Default: the project's own.",
  ),
  severities: optional(importanceList, "The severities for which a work item is opened.", {
    default: usualSeverities,
  }),
};

const ticketsKeys = {
  tickets: optional(
    objectOf(ticketsMembers, "an object with type"),
    "The work item that is opened for each problem of these severities, and closed when it is over. Needs `notify`.",
    { example: { type: "Task", severities: ["high"] }, page: "tickets.md" },
  ),
};

const trackerId = fingerprint(["tickets"]);

/** Opens a work item for each problem of some severities, and closes it when the problem is over. */
export const tickets = feature({
  name: "tickets",
  keys: ticketsKeys,
  entryKeys: {},
  memory: {},
  objects: [{ path: ["tickets"], members: ticketsMembers, isSilencing: true }],
  problems: (value) =>
    memberAt(value, ["tickets"]) === undefined ? [] : needsMemoryOfReports(value, "tickets"),
  warnings: (value) =>
    memberAt(value, ["tickets"]) === undefined
      ? []
      : unopenedWarnings(value, "tickets", {
          never: "no work item is ever opened",
          purpose: "to open one for",
        }),
  hasTargets: true,
  read({ keys, config }) {
    if (keys.tickets === undefined) return undefined;
    const { type, area, severities = usualSeverities } = keys.tickets;
    const tracker = { id: trackerId, type, area };
    return {
      open: (before) => ({
        targets: (task) => [
          {
            id: trackerId,
            name: boards,
            kind: "tracker",
            takes: takesSeverities(severities, config),
            isMention: () => false,
            opensLogPages: true,
            tell: (telling, context) => track(tracker, telling, before, context),
            test: (service) => tryTicket(tracker, service, task),
            dispose: () => undefined,
          },
        ],
      }),
    };
  },
});

/** Lets the service validate a work item, which saves nothing. Throws only if it is cancelled. */
async function tryTicket(
  { type, area }: { type: string; area: string | undefined },
  service: WorkItems | undefined,
  { cancelled }: TaskContext,
): Promise<TestResult> {
  if (service === undefined)
    return { result: "Failed", text: `${boards} was not tried: this step has no credential for it.` };
  const fields = {
    "System.Title": "Test by Pipeline Monitor",
    "System.Tags": ticketTag,
    ...(area === undefined ? {} : { "System.AreaPath": area }),
  };
  try {
    const { categories } = await service.workItemType(type, cancelled);
    await service.validateWorkItem(type, fields, cancelled);
    const isClosed = [...categories.values()].includes("Completed");
    const ends = isClosed
      ? ""
      : ` ${type} has no state of the category Completed, so it stays open at the end.`;
    return {
      result: "Succeeded",
      text: `${boards} would accept a work item of the type ${type}. Nothing was saved.${ends}`,
    };
  } catch (failure) {
    cancelled.throwIfAborted();
    return { result: "Failed", text: `${boards} would not accept a work item. ${messageOf(failure)}` };
  }
}
