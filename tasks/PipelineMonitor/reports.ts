import type { Message } from "../../shared/chat/message";
import { messageOf } from "../../shared/errors";
import type { Config } from "./config/parse";
import type { ReportOrigin } from "./config/setup";
import { attempt, type Context } from "./issue/context";
import type { Memory, OwnPipeline } from "./issue/memory";
import type { Delivery, ProjectReport, Report, Told } from "./issue/report";
import { page } from "./pages";
import { composeMessage } from "./render/message";
import { findGreeting } from "./silence/greeting";
import type { LastReports } from "./silence/last-report";
import { findMutes } from "./silence/mutes";
import { memoryBefore, memoryOf } from "./silence/remember";
import { unreadNotes } from "./silence/unread";
import { addressed } from "./silence/views";
import { type Informed, isChat, notesOfAll, type Target, type Views } from "./targets";

/** A report before its message is composed. */
export type Found = Omit<Report, "message" | "quiet" | "delivered" | "told" | "digestUntil">;

/** Shared by all reports of an hour. */
interface Hour {
  config: Config;
  origin: ReportOrigin;
  unread: readonly Config[];
  isListed: boolean;
  views: readonly Views[];
  /** In milliseconds since 1970. */
  startedAt: number;
  ownPipeline: OwnPipeline | undefined;
}

/** One report for each target, and one for the run's page, which has everything that goes to chats. */
export function findReports(
  targets: readonly Informed[],
  hour: Hour,
  { agent }: Pick<Context, "agent">,
): { byTarget: readonly { target: Informed; found: Found }[]; whole: Found } {
  const { config, origin, unread, isListed, views } = hour;
  const byTarget = targets.map((target, index) => {
    const projects = views.flatMap(({ byTarget }) => byTarget[index] ?? []);
    const { pastMutes, ...notes } = findNotes(target, projects, hour);
    if (index === 0) for (const warning of pastMutes) agent.warn(agent.sanitize(warning));
    return { target, found: { ...{ config, origin, unread, isListed, projects }, ...notes } };
  });
  const all = byTarget.map(({ found }) => found);
  const [own, ...others] = all;
  if (own === undefined) throw new Error("a monitor has a target");
  if (others.length === 0) return { byTarget, whole: own };
  const skipped = [...new Set(all.flatMap((report) => report.skipped))];
  const projects = views.map(({ whole }) => whole);
  return { byTarget, whole: { ...own, projects, notes: notesOfAll(all), skipped } };
}

/** Notes about no pipeline. */
function findNotes(
  { target, last }: Informed,
  projects: readonly ProjectReport[],
  { config, unread, isListed, startedAt, ownPipeline }: Hour,
) {
  const now = Math.floor(startedAt / 1000);
  const mutes = findMutes(projects, last);
  const ofProjects = unreadNotes({ config, isListed, unread, projects }, last.memory?.unread ?? [], now);
  const greeting = findGreeting(projects, last, ownPipeline);
  const tellsAll = isChat(target) && target.takes(undefined);
  return {
    ...{ mutes: mutes.lasting, pastMutes: mutes.past },
    unreadStates: tellsAll ? ofProjects.states : [],
    notes: tellsAll ? [...ofProjects.notes, ...mutes.ended, ...last.notes, ...greeting] : [],
    skipped: [...new Set([...last.skipped, ...projects.flatMap(({ skipped }) => skipped)])],
  };
}

/** Tells a target of a report: a chat by a message, the paging service by alerts. */
export async function tell(
  { target, last }: Informed,
  report: Found,
  ownRun: URL | undefined,
  context: Context,
): Promise<Told> {
  if (!isChat(target)) {
    const told = await attempt("paging", context, () => page(report.projects, { target, last }, context));
    return told ?? { delivered: "failed", isTold: false, alerts: last.memory?.alerts };
  }
  const projects = report.projects.map(addressed);
  const { message } = await composeMessage({ ...report, projects }, target.form, ownRun, context);
  return deliver(message, target, report.config, context);
}

/** Posts a message (rules 7 and 8). If it cannot be delivered, logs a warning, and the monitor continues. */
export async function deliver(
  message: Message,
  { name, post }: Pick<Target, "name" | "post">,
  { testFlag }: Pick<Config, "testFlag">,
  { agent, cancelled }: Pick<Context, "agent" | "cancelled">,
): Promise<Told> {
  if (message.lines.length === 0) return { delivered: "notNeeded", isTold: true };
  if (testFlag) return { delivered: "testOnly", isTold: false };
  try {
    await post(message);
    return { delivered: "sent", isTold: true };
  } catch (failure) {
    cancelled.throwIfAborted();
    const to = name === "" ? "" : ` to ${name}`;
    agent.warn(`The message${to} was not delivered. ${messageOf(failure)}`);
    return { delivered: "failed", isTold: false };
  }
}

/** If the target does not have the report, the next one begins as this one did. */
export function memoryOfTarget(
  { target, last }: Informed,
  { memories }: LastReports,
  report: Report,
  { isTold, alerts }: Told,
): Memory {
  const before = memories?.byTarget.get(target.id);
  const memory = isTold ? memoryOf(report, last) : (before ?? memoryBefore(report, last));
  return alerts === undefined ? memory : { ...memory, alerts };
}

/** A report is delivered only if every message that was needed is. */
export function deliveredToAll(all: readonly Told[]): Delivery {
  const order: readonly Delivery[] = ["failed", "testOnly", "sent"];
  return order.find((one) => all.some(({ delivered }) => delivered === one)) ?? "notNeeded";
}
