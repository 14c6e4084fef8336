import type { WorkItem, WorkItemType } from "../../../../shared/azure-devops/work-item-records";
import type { WorkItemFields, WorkItems } from "../../../../shared/azure-devops/work-items";
import { isAgainstRule, isStale, isUnknownType } from "../../../../shared/azure-devops/work-items";
import { HttpError } from "../../../../shared/http/errors";
import { doneState, type Found, markIn, ticketTag } from "./ticket";

/** More are not looked through. */
const maxTickets = 1000;

const unknownType: WorkItemType = {
  textField: "System.Description",
  categories: new Map(),
  transitions: undefined,
};

interface Closing {
  /** The id of the work item that it repeats. */
  duplicateOf?: number;
  orComments?: boolean;
}

/** The tickets of a project. All throw if the service refuses a request, or if they are cancelled. */
export function openDesk(service: WorkItems, signal: AbortSignal) {
  const types = new Map<string, Promise<WorkItemType>>();
  const typeOf = (name: string) => {
    const type =
      types.get(name) ??
      service.workItemType(name, signal).catch((error: unknown) => {
        // The process may have lost the type of an old work item.
        if (isUnknownType(error)) return unknownType;
        throw error;
      });
    types.set(name, type);
    return type;
  };
  const withState = async (item: WorkItem): Promise<Found> => {
    const { categories } = await typeOf(item.type);
    const isOver = ["Completed", "Removed"].includes(categories.get(item.state) ?? "");
    return { ...item, mark: markIn(item.text), isOver };
  };
  const read = async (id: number) => {
    const item = await service.workItem(id, signal);
    return item && withState(item);
  };
  /** If somebody changed it meanwhile, reads it again, and leaves it if they closed it. */
  const change = async (
    ticket: Found,
    changesOf: (now: Found) => Promise<Parameters<WorkItems["changeWorkItem"]>[1]>,
  ) => {
    try {
      await service.changeWorkItem(ticket, await changesOf(ticket), signal);
    } catch (error) {
      if (!isStale(error)) throw error;
      const now = await read(ticket.id);
      if (now !== undefined && !now.isOver) await service.changeWorkItem(now, await changesOf(now), signal);
    }
  };
  return {
    /** All of them, the latest changed first. */
    all: async () =>
      Promise.all((await service.taggedWorkItems(ticketTag, maxTickets, signal)).map(withState)),
    /** Opens one. `fieldsOf` is called again without an assignee if the service does not know them. */
    async open(
      type: string,
      assignee: string,
      fieldsOf: (how: { textField: string; assignee: string }) => WorkItemFields,
    ) {
      const { textField } = await typeOf(type);
      const create = (to: string) =>
        service.createWorkItem(type, fieldsOf({ textField, assignee: to }), signal).then(withState);
      return create(assignee).catch((error: unknown) => {
        if (assignee !== "" && isAgainstRule(error)) return create("");
        throw error;
      });
    },
    comment: (ticket: Found, comment: string) => change(ticket, async () => ({ comment })),
    /** Comments and, if the work item may enter one, changes to a state that ends it; a comment alone only if that is of use. */
    async close(ticket: Found, comment: string, { duplicateOf, orComments = true }: Closing = {}) {
      if (!orComments && doneState(await typeOf(ticket.type), ticket.state) === undefined) return;
      const closing = async ({ type, state }: Found) => ({
        comment,
        duplicateOf,
        state: doneState(await typeOf(type), state),
      });
      await change(ticket, closing).catch((error: unknown) => {
        if (!isAgainstRule(error)) throw error;
        return orComments ? change(ticket, async () => ({ comment, duplicateOf })) : undefined;
      });
    },
  };
}

/** Whether a failure may be of one work item only: permissions are given by the area, and rules by the type. */
export function isOfItem(failure: unknown): boolean {
  if (!(failure instanceof HttpError)) return true;
  const { problem } = failure;
  if (problem.kind === "unreadable") return true;
  if (problem.kind !== "status" && problem.kind !== "intermediary") return false;
  const { status } = problem;
  return status >= 400 && status < 500 && ![401, 407, 408, 429].includes(status);
}
