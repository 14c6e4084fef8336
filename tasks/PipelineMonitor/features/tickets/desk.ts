import type { WorkItem, WorkItemType } from "../../../../shared/azure-devops/work-item-records";
import type {
  WorkItemChange,
  WorkItemFields,
  WorkItemSearch,
  WorkItems,
} from "../../../../shared/azure-devops/work-items";
import { isAgainstRule, isStale, isUnknownType } from "../../../../shared/azure-devops/work-items";
import { HttpError } from "../../../../shared/http/errors";
import { daySeconds } from "../../../../shared/text/time";
import { type Hold, holdsOf, isHeldBy, markIn, othersOf, type Ticket, textsWith } from "./holds";
import { doneState, isOverIn, ticketTag } from "./ticket";

/** Closed tickets are remembered for so long. */
const closedSeconds = 31 * daySeconds;

const unknownType: WorkItemType = {
  textField: "System.Description",
  categories: new Map(),
  transitions: undefined,
};

/** Reads and changes tickets, and reads each type once. */
function openFiles(service: WorkItems, signal: AbortSignal) {
  const types = new Map<string, WorkItemType>();
  const typeOf = async (name: string): Promise<WorkItemType> => {
    const read = () =>
      service.workItemType(name, signal).catch((error: unknown) => {
        // The process may have lost the type of an old work item.
        if (isUnknownType(error)) return unknownType;
        throw error;
      });
    const type = types.get(name) ?? (await read());
    types.set(name, type);
    return type;
  };
  const withState = async (item: WorkItem): Promise<Ticket> => ({
    ...item,
    mark: markIn(Object.values(item.texts).join(" ")),
    isOver: isOverIn(await typeOf(item.type), item.state),
  });
  return {
    typeOf,
    /** The states that end a work item, by the types that are known so far. */
    overStates: () =>
      new Map(
        [...types].map(([name, type]) => [
          name,
          [...type.categories.keys()].filter((state) => isOverIn(type, state)),
        ]),
      ),
    /** All pages. */
    async search(searchOf: () => WorkItemSearch): Promise<Ticket[]> {
      const tickets: Ticket[] = [];
      let after: number | undefined = 0;
      while (after !== undefined) {
        const { items, next } = await service.taggedWorkItems(ticketTag, { ...searchOf(), after }, signal);
        for (const item of items) tickets.push(await withState(item));
        after = next;
      }
      return tickets;
    },
    /** If somebody changed it meanwhile, asks again. Without a change, sends nothing. */
    async change(ticket: Ticket, changeOf: (seen: Ticket) => Promise<WorkItemChange | undefined>) {
      const send = async (seen: Ticket) => {
        const changed = await changeOf(seen);
        if (changed !== undefined) await service.changeWorkItem(seen, changed, signal);
      };
      try {
        await send(ticket);
      } catch (error) {
        if (!isStale(error)) throw error;
        const item = await service.workItem(ticket.id, signal);
        if (item !== undefined) await send(await withState(item));
      }
    },
  };
}

export type Desk = ReturnType<typeof openDesk>;

/** The tickets of a project, as a monitor changes them. All throw if the service refuses a request, or if they are cancelled. */
export function openDesk(
  service: WorkItems,
  { monitor, now, type: ownType }: { monitor: string; now: number; type: string },
  signal: AbortSignal,
) {
  const { typeOf, overStates, search, change } = openFiles(service, signal);
  const heldBy = ({ texts }: Ticket, holds: readonly Hold[]) => ({ fields: textsWith(texts, holds) });
  /** The change with which it lets go of a ticket, which is closed only if nobody else holds it. */
  const letGoOf =
    (closing: { comment: string; duplicateOf?: number } | undefined, mayEnd: boolean) =>
    async (seen: Ticket): Promise<WorkItemChange | undefined> => {
      const others = othersOf(seen, monitor, now);
      if (others.length > 0 || seen.isOver || closing === undefined)
        return isHeldBy(seen, monitor) ? heldBy(seen, others) : undefined;
      // Somebody else has just let go.
      if (holdsOf(seen).length === 0) return undefined;
      const state = mayEnd ? doneState(await typeOf(seen.type), seen.state) : undefined;
      return { ...closing, state, ...heldBy(seen, others) };
    };
  return {
    /** Those that are open. The service leaves out closed ones, as soon as their types are known. */
    async open(): Promise<Ticket[]> {
      await typeOf(ownType);
      return (await search(() => ({ without: overStates() }))).filter(({ isOver }) => !isOver);
    },
    /** Those that were closed lately. */
    async closed(): Promise<Ticket[]> {
      const changed = await search(() => ({ changedSince: (now - closedSeconds) * 1000 }));
      return changed.filter(({ isOver }) => isOver);
    },
    /** Creates one. `fieldsOf` is called again without an assignee if the service does not know them. */
    async create(
      type: string,
      assignee: string,
      fieldsOf: (how: { textField: string; assignee: string }) => WorkItemFields,
    ): Promise<void> {
      const { textField } = await typeOf(type);
      const create = (to: string) =>
        service.createWorkItem(type, fieldsOf({ textField, assignee: to }), signal);
      await create(assignee).catch((error: unknown) => {
        if (assignee !== "" && isAgainstRule(error)) return create("");
        throw error;
      });
    },
    /** Says that the monitor finds the problem. If somebody closed it meanwhile, the next report decides. */
    hold: (ticket: Ticket, comment?: string) =>
      change(ticket, async (seen) => {
        if (seen.isOver !== ticket.isOver) return undefined;
        return { comment, ...heldBy(seen, [...othersOf(seen, monitor, now), { monitor, at: now }]) };
      }),
    /** Says that it does not find it any more. Comments and closes the ticket if `closing` is given and it was the last. */
    letGo: (ticket: Ticket, closing?: { comment: string; duplicateOf?: number }): Promise<void> =>
      change(ticket, letGoOf(closing, true)).catch((error: unknown) => {
        if (!isAgainstRule(error)) throw error;
        return change(ticket, letGoOf(closing, false));
      }),
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
