import type { TaskContext } from "../../../../shared/agent/task";
import type { WorkItems } from "../../../../shared/azure-devops/work-items";
import { messageOf } from "../../../../shared/errors";
import type { TestResult } from "../../targets/channel";
import type { Tickets } from "./keys";
import { ticketTag } from "./ticket";
import { boards } from "./track";

/** Lets the service validate a work item, which saves nothing. Throws only if it is cancelled. */
export async function tryTicket(
  { type, area }: Pick<Tickets, "type" | "area">,
  service: WorkItems | undefined,
  { cancelled }: Pick<TaskContext, "cancelled">,
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
