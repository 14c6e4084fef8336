import * as v from "valibot";
import { finiteNumber } from "../../../../shared/json/schema";
import { fingerprint } from "../../config/fingerprint";
import { feature } from "../../feature";
import { projectFingerprint } from "../../issue/ledger";
import { takesSeverities } from "../../targets/severities";
import { ticketsKeys, ticketsMembers, ticketsOf } from "./keys";
import { type Tickets, ticketSchema } from "./plan";
import { ticketsProblems } from "./rules";
import { tryTicket } from "./test-ticket";
import { boards, track } from "./track";

const trackerId = fingerprint(["tickets"]);

/** Opens a work item for each problem of some severities, and closes it when the problem is over. */
export const tickets = feature({
  name: "tickets",
  keys: ticketsKeys,
  entryKeys: {},
  memory: {
    tickets: v.optional(v.record(v.string(), ticketSchema), {}),
    ticketsListedAt: v.optional(finiteNumber, 0),
    /** The fingerprint of the project that has them. */
    ticketsIn: v.optional(v.string(), ""),
  },
  objects: [{ path: ["tickets"], members: ticketsMembers, isSilencing: true }],
  problems: ticketsProblems,
  read: ({ keys, config }) => keys.tickets && { ...ticketsOf(keys.tickets), config },
  targets({ type, area, severities, config }, { memory, keep, ...hour }, task) {
    const ticketsIn = projectFingerprint(config);
    const isThere = memory.ticketsIn === ticketsIn;
    const tracker = { id: trackerId, type, area, takes: takesSeverities(severities, config) };
    const remembering = {
      tickets: new Map(isThere ? Object.entries(memory.tickets) : []),
      listedAt: isThere ? memory.ticketsListedAt : 0,
      keep: (all: Tickets, ticketsListedAt: number) =>
        keep({ tickets: Object.fromEntries(all), ticketsListedAt, ticketsIn }),
      ...hour,
    };
    return [
      {
        id: trackerId,
        name: boards,
        kind: "tracker",
        takes: tracker.takes,
        isMention: () => false,
        opensLogPages: true,
        tell: (telling, context) => track(tracker, telling, remembering, context),
        test: (service) => tryTicket(tracker, service, task),
        dispose: () => undefined,
      },
    ];
  },
});
