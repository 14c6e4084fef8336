import type { WorkItems } from "../../../../shared/azure-devops/work-items";
import { isMentionAnywhere } from "../../../../shared/chat/formats";
import { groupBy } from "../../../../shared/group-by";
import type { Sanitize } from "../../../../shared/text/sanitize";
import { alertKey, holderOf, renderAlert } from "../../alerts/alert";
import { receiptOf, sendEach, unsentReceipt } from "../../alerts/send-each";
import { keysOfWell } from "../../alerts/well";
import type { HourBefore } from "../../feature";
import { type Warner, warnOfSkipped } from "../../issue/context";
import type { Entry } from "../../issue/entry";
import { isIssue } from "../../issue/finding";
import { projectFingerprint } from "../../issue/ledger";
import { isOfRuns } from "../../issue/place";
import type { ToldProject, UnsentReport } from "../../issue/report";
import type { Decision } from "../../ledger/decide";
import { nowOf } from "../../targets/reports";
import type { Receipt, TargetReport } from "../../targets/target";
import { type Desk, isOfItem, openDesk } from "./desk";
import type { Ticket } from "./holds";
import { type Asker, leftOver, needsClosed, type Step, stepsFor, wishOf } from "./plan";
import { changeOf, commentOf, endComment, ticketFields } from "./ticket";

/** More work items are neither opened nor closed for one report. */
const maxChanges = 50;

export const boards = "Azure Boards";
const service = { name: boards, thing: "work item", opening: "opened or changed" };

interface Tracker {
  /** The id of the target. */
  id: string;
  type: string;
  /** Undefined for the project's own. */
  area: string | undefined;
}

/** The needs of the work of one report. */
interface Work extends Tracker, Asker {
  desk: Desk;
  projectOf: ReadonlyMap<string, ToldProject>;
  sanitize: Sanitize;
}

/** The changes for a decision; none if what was sent before, and not confirmed, had arrived. */
interface Planned {
  decision: Decision;
  steps: readonly Step[];
}

/**
 * Makes the work items of the service what they should be: one open for each problem that lasts, closed with it. The service
 * is the only memory of them, and of the monitors that hold them, so each report lists them. Throws only if it is cancelled.
 */
export async function track(
  tracker: Tracker,
  { report, decisions }: TargetReport,
  { own, remembered }: HourBefore,
  context: Warner & { service: WorkItems },
): Promise<Receipt> {
  const { agent, cancelled } = context;
  const isQuiet = decisions.every(({ act }) => act === "hold" || act === "forget");
  if (report.config.testFlag) return unsentReceipt(isQuiet, "testOnly");
  // Nobody knows which problems last.
  if (remembered === "unreadable") return unsentReceipt(isQuiet, "failed");
  const asker: Asker = {
    monitor: holderOf(own),
    target: tracker.id,
    // Decisions are as of this time, too; the agent's clock may differ.
    now: nowOf(report.projects),
  };
  const work: Work = {
    ...tracker,
    ...asker,
    desk: openDesk(context.service, { ...asker, type: tracker.type }, cancelled),
    projectOf: new Map(report.projects.map((project) => [projectFingerprint(project.config), project])),
    sanitize: agent.sanitize,
  };
  const planned = await planAll(decisions, work).catch((failure: unknown) => ({ failure }));
  if ("failure" in planned) {
    cancelled.throwIfAborted();
    if (isQuiet) warnOfSkipped("the open work items", context, planned.failure);
    return receiptOf(unplanned(decisions, planned.failure), service, agent);
  }
  const { all, byKey } = planned;
  const each = <T>(some: readonly T[], send: (item: T) => Promise<void>) =>
    sendEach(some, maxChanges, cancelled, send, isOfItem);
  const make = async (some: readonly Planned[]) => {
    const stepsOf = new Map(some.map(({ decision, steps }) => [decision, steps]));
    return each([...stepsOf.keys()], async (decision) => {
      for (const step of stepsOf.get(decision) ?? []) await take(work, step, decision.entry);
    });
  };
  const isEnd = ({ decision }: Planned) => wishOf(decision) === "ends";
  const opened = await make(all.filter((plan) => !isEnd(plan)));
  const ended = await make(all.filter(isEnd));
  const wells = new Set(Object.values(keysOfWell(report.projects, () => true)).flat());
  const isWhole = isWholeReport(report);
  const left = leftOver(byKey, decisions, (key, isState) => wells.has(key) || (isState && isWhole), asker);
  const tidied = await each(left, (step) => take(work, step));
  const receipt = receiptOf([opened, ended, tidied], service, agent);
  // What may have arrived, the next report sees.
  return { ...receipt, of: (decision) => (receipt.of(decision) === "done" ? "done" : "failed") };
}

/** Lists the tickets, and finds what is to be done for each decision: first for problems without one. */
async function planAll(decisions: readonly Decision[], { desk, ...asker }: Work) {
  const keyOf = ({ mark }: Ticket) => mark?.key ?? "";
  const byKey = groupBy(
    (await desk.open()).filter(({ mark }) => mark !== undefined),
    keyOf,
  );
  const openOf = ({ entry }: Decision) => byKey.get(alertKey(entry)) ?? [];
  const isAsked = decisions.some((decision) => needsClosed(decision, openOf(decision), asker.target));
  const closed = isAsked ? groupBy(await desk.closed(), keyOf) : undefined;
  const all = decisions.flatMap((decision): Planned[] => {
    const tickets = { open: openOf(decision), closed: closed?.get(alertKey(decision.entry)) ?? [] };
    const steps = stepsFor(decision, tickets, asker);
    const isSettled = decision.act === "hold" || decision.act === "forget";
    return steps.length === 0 && isSettled ? [] : [{ decision, steps }];
  });
  const opens = ({ steps }: Planned) => steps.some(({ act }) => act === "open");
  return { byKey, all: [...all.filter(opens), ...all.filter((plan) => !opens(plan))] };
}

/** Nothing was done, because the tickets could not be listed. */
function unplanned(decisions: readonly Decision[], failure: unknown): Parameters<typeof receiptOf>[0] {
  const left = <T>(all: T[]) => ({ done: [], tried: [], left: all, failure });
  const ended = decisions.filter(({ act }) => act === "tellEnd");
  return [left(decisions.filter(({ act }) => act === "tell" || act === "remind")), left(ended), left([])];
}

/** Whether a problem that lasts as long as each report finds it is over if this one has not. */
function isWholeReport({ projects, unread, isListed }: UnsentReport): boolean {
  return isListed && unread.length === 0 && projects.every(({ mayLast }) => mayLast.length === 0);
}

/** Without an entry, nobody remembers more of the problem than its ticket. */
async function take(work: Work, step: Step, entry?: Entry): Promise<void> {
  const { desk, projectOf, sanitize } = work;
  const project = projectOf.get(entry?.project ?? "");
  switch (step.act) {
    case "open":
      return create(work, step.entry);
    case "hold": {
      if (!step.comments || entry === undefined || project === undefined) return desk.hold(step.ticket);
      const links = isIssue(entry.content) ? renderAlert(entry.content, project, "", sanitize).links : [];
      return desk.hold(step.ticket, commentOf(changeOf(entry, project, sanitize), links));
    }
    case "letGo": {
      if (step.why === "copy") return desk.letGo(step.ticket);
      const why = sanitize(`Work item ${"main" in step ? step.main : ""} is about the same problem.`);
      if (step.why === "twin")
        return desk.letGo(step.ticket, { comment: commentOf(why), duplicateOf: step.main });
      return desk.letGo(step.ticket, { comment: commentOf(endComment(step.why, entry, project, sanitize)) });
    }
  }
}

/** Opens a ticket for a problem that lasts. */
async function create(work: Work, entry: Entry): Promise<void> {
  const { desk, type, area, monitor, now, projectOf, sanitize } = work;
  const { content, family } = entry;
  const project = projectOf.get(entry.project);
  if (project === undefined || !isIssue(content)) return;
  const key = alertKey(entry);
  const alert = renderAlert(content, project, key, sanitize);
  const owner = alert.details["owner"] ?? "";
  const isState = !isOfRuns(family) && content.at === undefined;
  const mark = { key, isState, holds: [{ monitor, at: now }] };
  await desk.create(type, isMentionAnywhere(owner) ? "" : owner, (how) =>
    ticketFields(alert, mark, { ...how, area }),
  );
}
