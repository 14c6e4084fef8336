import type { WorkItems } from "../../../../shared/azure-devops/work-items";
import { isMentionAnywhere } from "../../../../shared/chat/formats";
import { groupBy } from "../../../../shared/group-by";
import type { Sanitize, Sanitized } from "../../../../shared/text/sanitize";
import { alertKey, renderAlert } from "../../alerts/alert";
import { receiptOf, sendEach, unsentReceipt } from "../../alerts/send-each";
import { keysOfWell } from "../../alerts/well";
import { fingerprint } from "../../config/fingerprint";
import type { HourBefore } from "../../feature";
import type { Context } from "../../issue/context";
import type { Entry } from "../../issue/entry";
import { projectFingerprint } from "../../issue/ledger";
import type { ProjectReport } from "../../issue/report";
import { isNextDay } from "../../ledger/decide";
import { isOfRuns } from "../../ledger/states";
import { nowOf } from "../../targets/reports";
import type { Receipt, TargetReport } from "../../targets/target";
import { isOfItem, openDesk } from "./desk";
import {
  changeOf,
  commentOf,
  endOf,
  type Found,
  isClosedByPerson,
  type Mark,
  openOf,
  sinceOf,
  ticketFields,
  twinsOf,
} from "./ticket";

/** More work items are neither opened nor closed for one report. */
const maxChanges = 50;

export const boards = "Azure Boards";
const service = { name: boards, thing: "work item", opening: "opened or changed" };

/** The needs of the work of one report. */
interface Work {
  /** The id of the target. */
  id: string;
  type: string;
  /** Undefined for the project's own. */
  area: string | undefined;
  monitor: string;
  desk: ReturnType<typeof openDesk>;
  /** The work items of a problem, by its key. */
  ticketsOf(key: string): readonly Found[];
  projectOf: ReadonlyMap<string, ProjectReport>;
  /** In seconds since 1970. */
  now: number;
  sanitize: Sanitize;
}

/**
 * Makes the work items of the service what they should be: one open for each problem that lasts, closed with it. The service
 * is the only memory of them, so each report lists them. Throws only if it is cancelled.
 */
export async function track(
  tracker: Pick<Work, "id" | "type" | "area">,
  { report, decisions }: TargetReport,
  { own, isUnknown }: Pick<HourBefore, "own" | "isUnknown">,
  context: Pick<Context, "agent" | "cancelled"> & { service: WorkItems },
): Promise<Receipt> {
  const { agent, cancelled } = context;
  const { sanitize } = agent;
  const telling = decisions.filter(({ act }) => act === "tell" || act === "remind");
  // A step that was lost may have opened one of which nobody was told.
  const ending = decisions.filter(
    ({ act, entry }) => act === "tellEnd" || (act === "forget" && entry.end !== undefined),
  );
  const isQuiet = telling.length + ending.length === 0;
  if (report.config.testFlag) return unsentReceipt(isQuiet, "testOnly");
  // Nobody knows which problems last.
  if (isUnknown) return unsentReceipt(isQuiet, "failed");
  const desk = openDesk(context.service, cancelled);
  const listed = await desk.all().catch((failure: unknown) => ({ failure }));
  if ("failure" in listed) {
    cancelled.throwIfAborted();
    const left = <T>(all: T[]) => ({ done: [], tried: [], left: all, failure: listed.failure });
    return receiptOf([left(telling), left(ending), left([])], service, agent);
  }
  const byKey = groupBy(listed, ({ mark }) => mark?.key ?? "");
  const work: Work = {
    ...tracker,
    desk,
    monitor: fingerprint([own?.tag ?? ""]),
    ticketsOf: (key) => byKey.get(key) ?? [],
    projectOf: new Map(report.projects.map((project) => [projectFingerprint(project.config), project])),
    // Decisions are as of this time, too; the agent's clock may differ.
    now: nowOf(report.projects.map((project) => ({ report: project }))),
    sanitize,
  };
  const each = <T>(all: readonly T[], send: (one: T) => Promise<void>) =>
    sendEach(all, maxChanges, cancelled, send, isOfItem);
  const isNew = ({ entry }: (typeof telling)[number]) => work.ticketsOf(alertKey(entry)).length === 0;
  // Those without a ticket come first.
  const told = await each([...telling.filter(isNew), ...telling.filter((one) => !isNew(one))], ({ entry }) =>
    tell(work, entry),
  );
  const ended = await each(ending, ({ entry }) =>
    end(work, alertKey(entry), endOf(entry, sanitize), entry.end !== undefined),
  );
  const decided = new Set(decisions.map(({ entry }) => alertKey(entry)));
  const wells = new Set(Object.values(keysOfWell(report.projects, () => true)).flat());
  const isWhole = report.projects.every(({ unsure }) => unsure.length === 0);
  /** Whether a problem that nobody remembers is over. */
  const isShownOver = ({ key, finder }: Mark) => wells.has(key) || (isWhole && finder === work.monitor);
  const over = listed.flatMap(({ mark, isOver }) =>
    mark !== undefined && !isOver && !decided.has(mark.key) && isShownOver(mark) ? [mark.key] : [],
  );
  const doubled = [...byKey.keys()].filter(
    (key) => key !== "" && twinsOf(work.ticketsOf(key)).twins.length > 0,
  );
  const tidied = await each([...over, ...doubled], (key) =>
    over.includes(key) ? endUnknown(work, key) : closeTwins(work, key),
  );
  const receipt = receiptOf([told, ended, tidied], service, agent);
  // What may have arrived, the next report sees.
  return { ...receipt, of: (decision) => (receipt.of(decision) === "done" ? "done" : "failed") };
}

/** Opens a ticket for a problem that lasts, or tells the one that it has. */
async function tell(work: Work, entry: Entry): Promise<void> {
  const { id: target, desk, type, area, monitor, ticketsOf, projectOf, now, sanitize } = work;
  const { content } = entry;
  const told = entry.told[target];
  const project = projectOf.get(entry.project);
  if (project === undefined || !("about" in content)) return;
  const key = alertKey(entry);
  const tickets = ticketsOf(key);
  const [open] = openOf(tickets);
  const alert = renderAlert(content, project, key, sanitize);
  if (open !== undefined) {
    if (told !== undefined && isNextDay(told, now))
      await desk.comment(open, commentOf(changeOf(entry, project, sanitize), alert.links));
    return;
  }
  // A person who closes it, or deletes it, wants none as long as the problem lasts.
  const isLeft = told !== undefined && told.outdated !== "ended";
  if (isLeft || isClosedByPerson(tickets, sinceOf(entry))) return;
  const owner = alert.details["owner"] ?? "";
  const isState = !isOfRuns(entry.family) && content.at === undefined;
  const mark = { key, finder: isState ? monitor : undefined };
  await desk.open(type, isMentionAnywhere(owner) ? "" : owner, (how) =>
    ticketFields(alert, mark, { ...how, area }),
  );
}

/** Says on a ticket that its problem is over, or only that it is not followed any more. What a person closed stays as it is. */
async function end({ desk, ticketsOf }: Work, key: string, why: Sanitized, isOver: boolean): Promise<void> {
  const [ticket] = openOf(ticketsOf(key));
  if (ticket !== undefined) await (isOver ? desk.close : desk.comment)(ticket, commentOf(why));
}

/** Whatever shows that it is over may do so in the next report, too; so one that cannot be closed is left as it is. */
async function endUnknown({ desk, ticketsOf, sanitize }: Work, key: string): Promise<void> {
  const why = commentOf(sanitize("The problem is over."));
  for (const ticket of openOf(ticketsOf(key))) await desk.close(ticket, why, { orComments: false });
}

/** Somebody may have opened one at the same moment. */
async function closeTwins({ desk, ticketsOf, sanitize }: Work, key: string): Promise<void> {
  const { oldest, twins } = twinsOf(ticketsOf(key));
  if (oldest === undefined) return;
  const why = commentOf(sanitize(`Work item ${oldest.id} is about the same problem.`));
  for (const twin of twins) await desk.close(twin, why, { duplicateOf: oldest.id });
}
