import type { WorkItem, WorkItemType } from "../../../../shared/azure-devops/work-item-records";
import type { WorkItemFields, WorkItems } from "../../../../shared/azure-devops/work-items";
import { isAgainstRule, isStale, isUnknownType } from "../../../../shared/azure-devops/work-items";
import { HttpError } from "../../../../shared/http/errors";
import type { Ticket, Tickets } from "./plan";
import { doneState, type Found, markIn, ticketTag, twinsOf } from "./ticket";

/** More are not looked through. */
const maxTickets = 1000;

const unknownType: WorkItemType = {
  textField: "System.Description",
  categories: new Map(),
  transitions: undefined,
};

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
    /** Undefined if it was deleted. */
    read,
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
    /** Comments and, if the work item may enter one, changes to a state that ends it. */
    async close(ticket: Found, comment: string, duplicateOf?: number) {
      const closing = async ({ type, state }: Found) => ({
        comment,
        duplicateOf,
        state: doneState(await typeOf(type), state),
      });
      await change(ticket, closing).catch((error: unknown) => {
        if (!isAgainstRule(error)) throw error;
        return change(ticket, async () => ({ comment, duplicateOf }));
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

/** The tickets as they change in one report, and the work items that the service has. */
export function openBook(before: Tickets, desk: Pick<ReturnType<typeof openDesk>, "all" | "close">) {
  let tickets = before;
  let listed: Promise<readonly Found[]> | undefined;
  let isOpened = false;
  const list = () => {
    listed ??= desk.all();
    return listed;
  };
  /** Remembers the ticket of a problem, or that there is none. */
  const keep = (key: string, ticket: Ticket | undefined) => {
    const others = [...tickets].filter(([one]) => one !== key);
    tickets = new Map(ticket === undefined ? others : [...others, [key, ticket]]);
  };
  const ofKey = (found: readonly Found[], key: string) => found.filter(({ mark }) => mark?.key === key);
  return {
    tickets: () => tickets,
    keep,
    /** The work items of a problem, as they were before any was opened. They are listed once. */
    withKey: async (key: string) => ofKey(await list(), key),
    /** Takes over open ones that nobody remembers: those of a monitor, or all. */
    async adopt(monitor: string | undefined) {
      const more = (await list()).flatMap(({ mark, isOver, id }): [string, Ticket][] => {
        const isOther = monitor !== undefined && mark?.monitor !== monitor;
        if (mark === undefined || isOver || isOther) return [];
        return [[mark.key, { id, evidence: mark.evidence }]];
      });
      tickets = new Map([...more, ...tickets]);
    },
    /** Remembers one that was opened now. Somebody may have opened one at the same moment. */
    opened(key: string, ticket: Ticket) {
      keep(key, ticket);
      isOpened = true;
    },
    /** Closes all but the oldest of those of one problem, if any was opened or listed. */
    async closeTwins(commentOn: (oldest: number) => string) {
      if (!isOpened && listed === undefined) return;
      const found = await (isOpened ? desk.all() : list());
      for (const [key, ticket] of tickets) {
        const { oldest, twins } = twinsOf(ofKey(found, key));
        if (oldest === undefined || twins.length === 0) continue;
        for (const twin of twins) await desk.close(twin, commentOn(oldest.id), oldest.id);
        keep(key, { ...ticket, id: oldest.id });
      }
    },
  };
}
