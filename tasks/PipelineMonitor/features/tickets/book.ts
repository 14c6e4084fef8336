import type { Desk } from "./desk";
import { type Adoption, type Ticket, type Tickets, withAdopted } from "./plan";
import { type Found, twinsOf } from "./ticket";

/** The tickets as they change in one report, and the work items that the service has. */
export interface Book {
  tickets(): Tickets;
  /** Remembers the ticket of a problem, or that there is none. */
  keep(key: string, ticket: Ticket | undefined): void;
  /** The work items of a problem, as they were before any was opened. They are listed once. */
  withKey(key: string): Promise<Found[]>;
  adopt(adoption: Adoption, monitor: string): Promise<void>;
  /** Remembers one that was opened now. Somebody may have opened one at the same moment. */
  opened(key: string, ticket: Ticket): void;
  /** Closes all but the oldest of those of one problem, if any was opened or listed. */
  closeTwins(commentOn: (oldest: number) => string): Promise<void>;
}

export function openBook(before: Tickets, desk: Pick<Desk, "all" | "close">): Book {
  let tickets = before;
  let listed: Promise<readonly Found[]> | undefined;
  let isOpened = false;
  const list = () => {
    listed ??= desk.all();
    return listed;
  };
  const keep = (key: string, ticket: Ticket | undefined) => {
    const others = [...tickets].filter(([one]) => one !== key);
    tickets = new Map(ticket === undefined ? others : [...others, [key, ticket]]);
  };
  const ofKey = (found: readonly Found[], key: string) => found.filter(({ mark }) => mark?.key === key);
  return {
    tickets: () => tickets,
    keep,
    withKey: async (key) => ofKey(await list(), key),
    async adopt(adoption, monitor) {
      tickets = withAdopted(tickets, await list(), adoption, monitor);
    },
    opened(key, ticket) {
      keep(key, ticket);
      isOpened = true;
    },
    async closeTwins(commentOn) {
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
