import type { WorkItems } from "../../../../shared/azure-devops/work-items";
import { isMentionAnywhere } from "../../../../shared/chat/formats";
import type { Alert } from "../../../../shared/paging/service";
import type { Sanitize, Sanitized } from "../../../../shared/text/sanitize";
import { daySeconds } from "../../../../shared/text/time";
import { alertKey, renderAlert } from "../../alerts/alert";
import { receiptOf, sendEach, unsentReceipt } from "../../alerts/send-each";
import { fingerprint } from "../../config/fingerprint";
import type { HourBefore } from "../../feature";
import { attempt, type Context } from "../../issue/context";
import type { Entry } from "../../issue/entry";
import { projectFingerprint } from "../../issue/ledger";
import type { ProjectReport } from "../../issue/report";
import { isNextDay } from "../../ledger/decide";
import { nowOf } from "../../targets/reports";
import type { Receipt, TargetReport } from "../../targets/target";
import { isOfItem, openBook, openDesk } from "./desk";
import { adoptionNow, evidenceFor, evidenceIn, leftOver, planned, sinceOf, type Tickets } from "./plan";
import { changeOf, commentOf, endOf, type Found, type Mark, openOf, ticketFields, ticketFor } from "./ticket";

/** More work items are neither opened nor closed for one report. */
const maxChanges = 50;
/** Names in a warning what could not be read. */
const openTickets = "the open work items";

export const boards = "Azure Boards";

/** The needs of the work of one report. */
interface Work {
  /** The id of the target. */
  id: string;
  type: string;
  /** Undefined for the project's own. */
  area: string | undefined;
  monitor: string;
  desk: ReturnType<typeof openDesk>;
  book: ReturnType<typeof openBook>;
  projectOf: ReadonlyMap<string, ProjectReport>;
  /** In seconds since 1970. */
  now: number;
  sanitize: Sanitize;
}

/** Opens a work item for each problem that it is told of, tells it what changes, and closes it. Throws only if it is cancelled. */
export async function track(
  tracker: Pick<Work, "id" | "type" | "area">,
  { report, decisions }: TargetReport,
  {
    tickets,
    listedAt,
    keep,
    own,
    isUnknown,
    ...before
  }: Pick<HourBefore, "own" | "unfinished" | "isBlind" | "isUnknown"> & {
    /** As the last report that wrote its memory has them, and when the service was asked for all, in seconds since 1970. */
    tickets: Tickets;
    listedAt: number;
    keep(tickets: Tickets, listedAt: number): void;
  },
  context: Pick<Context, "agent" | "cancelled"> & { service: WorkItems },
): Promise<Receipt> {
  const { agent, cancelled, service } = context;
  const known = planned(decisions, tickets);
  const isQuiet = known.telling.length + known.ending.length === 0;
  if (report.config.testFlag) return unsentReceipt(isQuiet, "testOnly");
  // Nobody knows what was opened, and the next report may.
  if (isUnknown) return unsentReceipt(isQuiet, "failed");
  // Decisions are as of this time, too; the agent's clock may differ.
  const now = nowOf(report.projects.map((project) => ({ report: project })));
  const desk = openDesk(service, cancelled);
  const book = openBook(tickets, desk);
  const { sanitize } = agent;
  const work: Work = {
    ...tracker,
    desk,
    book,
    now,
    sanitize,
    monitor: fingerprint([own?.tag ?? ""]),
    projectOf: new Map(report.projects.map((project) => [projectFingerprint(project.config), project])),
  };
  const lookedAt = await adopt(work, listedAt, before, context);
  const { telling, ending } = planned(decisions, book.tickets());
  // If the step is lost from here on, the next report looks for what it opened.
  if (own !== undefined && telling.length > 0) agent.tagRun(own.tag);
  const each = <T>(all: readonly T[], send: (one: T) => Promise<void>) =>
    sendEach(all, maxChanges, cancelled, send, isOfItem);
  const told = await each(telling, ({ entry }) => tell(work, entry));
  const ended = await each(ending, ({ entry }) =>
    end(
      work,
      alertKey(entry),
      endOf(entry, work.projectOf.get(entry.project), sanitize),
      entry.end !== undefined,
    ),
  );
  const over = leftOver(decisions, book.tickets(), () => evidenceIn(report.projects, work.monitor));
  const isOver = sanitize("The problem is over.");
  const tidied = await each(over, (key) => end(work, key, isOver, true));
  await attempt(openTickets, context, () =>
    book.closeTwins((oldest) => commentOf(sanitize(`Work item ${oldest} is about the same problem.`))),
  );
  keep(book.tickets(), lookedAt);
  const words = { name: boards, thing: "work item", opening: "opened or changed" };
  return receiptOf([told, ended, tidied], words, agent);
}

/** Returns when the service was asked for all. What it did not answer is asked again by the next report. */
async function adopt(
  { book, monitor, now }: Work,
  listedAt: number,
  before: Parameters<typeof adoptionNow>[1],
  context: Pick<Context, "agent" | "cancelled">,
): Promise<number> {
  const adoption = adoptionNow(listedAt, before, now);
  if (adoption === "none") return listedAt;
  const adopted = await attempt(openTickets, context, async () => {
    await book.adopt(adoption === "own" ? monitor : undefined);
    return now;
  });
  return adopted ?? (adoption === "all" ? 0 : now - daySeconds);
}

/** Opens a ticket for a problem that lasts, or tells the one that it has. */
async function tell(work: Work, entry: Entry): Promise<void> {
  const { id: target, desk, book, monitor, projectOf, now, sanitize } = work;
  const { content } = entry;
  const told = entry.told[target];
  const project = projectOf.get(entry.project);
  if (project === undefined || !("about" in content)) return;
  const key = alertKey(entry);
  const isKnown = book.tickets().has(key);
  const found = await ticketsOf(work, key);
  // A person who deletes it wants none, as long as the problem lasts.
  if (found.length === 1 && found.includes(undefined) && told?.outdated !== "ended") return;
  const ticket = ticketFor(
    found.filter((one) => one !== undefined),
    sinceOf(entry),
    // A ticket is forgotten when it is closed, unless that was not confirmed.
    !isKnown || told?.outdated === "ended",
  );
  const alert = renderAlert(content, project, key, sanitize);
  const evidence = evidenceFor(entry, monitor);
  if (ticket === undefined) {
    const { id } = await open(work, { key, monitor, evidence }, alert);
    return book.opened(key, { id, evidence });
  }
  book.keep(key, { id: ticket.id, evidence });
  if (!ticket.isOver && told !== undefined && isNextDay(told, now))
    await desk.comment(ticket, commentOf(changeOf(entry, project, sanitize), alert.links));
}

/** The remembered one, undefined if it was deleted. If it is not open any more, a step that was lost may have opened another. */
async function ticketsOf({ desk, book }: Work, key: string): Promise<(Found | undefined)[]> {
  const known = book.tickets().get(key);
  if (known === undefined) return book.withKey(key);
  const ticket = await desk.read(known.id);
  return ticket?.isOver === false ? [ticket] : [ticket, ...openOf(await book.withKey(key))];
}

function open({ desk, type, area }: Work, mark: Mark, alert: Alert): Promise<Found> {
  const owner = alert.details["owner"] ?? "";
  return desk.open(type, isMentionAnywhere(owner) ? "" : owner, (how) =>
    ticketFields(alert, mark, { ...how, area }),
  );
}

/** Says on a ticket that its problem is over, or only that it is not followed any more. What a person closed stays as it is. */
async function end(work: Work, key: string, why: Sanitized, isOver: boolean): Promise<void> {
  const { desk, book } = work;
  const [ticket] = openOf((await ticketsOf(work, key)).filter((one) => one !== undefined));
  if (ticket !== undefined) await (isOver ? desk.close : desk.comment)(ticket, commentOf(why));
  book.keep(key, undefined);
}
