import type { AlertSender } from "../../../../shared/paging/delivery";
import { alertKey, holderOf, renderAlert } from "../../alerts/alert";
import { receiptOf, sendEach, toldOf, unsentReceipt } from "../../alerts/send-each";
import { keysOfWell } from "../../alerts/well";
import type { HourBefore } from "../../feature";
import { type Warner, warnOfSkipped } from "../../issue/context";
import { isIssue } from "../../issue/finding";
import { cameAgain } from "../../issue/knowledge";
import { projectFingerprint } from "../../issue/ledger";
import type { ToldProject } from "../../issue/report";
import type { Decision } from "../../ledger/decide";
import type { Receipt, Target, TargetReport } from "../../targets/target";
import { readRecorded, recordAlerts, type UnreadRecords } from "./intents-file";

/** Names in a warning what could not be read. */
const lostSteps = "the alerts of steps that were lost";

type HourOfPager = Pick<HourBefore, "own" | "ownRun" | "unfinished" | "remembered">;

/** Opens an alert for each problem that it is told of, and closes those that are over. Throws only if it is cancelled. */
export async function page(
  { id, name, pager, takes }: Pick<Target, "id" | "name" | "takes"> & { pager: AlertSender },
  { report, decisions }: TargetReport,
  {
    alerts: before,
    unread,
    keep,
    own,
    ownRun,
    unfinished,
    remembered,
  }: HourOfPager & {
    /** As the last report that wrote its memory has them. */
    alerts: Alerts;
    unread: UnreadRecords;
    keep(alerts: Alerts, unread: UnreadRecords): void;
  },
  context: Warner,
): Promise<Receipt> {
  const { agent, cancelled } = context;
  const recorded =
    own === undefined
      ? { alerts: [], unread, problem: undefined }
      : await readRecorded(unfinished, unread, own, cancelled);
  if (recorded.problem !== undefined) warnOfSkipped(lostSteps, context, recorded.problem);
  // Steps that were lost may have opened an alert, or closed it, or not.
  const alerts: Alerts = new Map([...before, ...recorded.alerts.map((key) => [key, "unknown"] as const)]);
  const projectOf = new Map<string, ToldProject>(
    report.projects.map((project) => [projectFingerprint(project.config), project]),
  );
  // What cannot be read now may be read next time, so nothing is guessed.
  const possible = remembered === "unreadable" ? [] : possibleAlerts(report.projects, takes, alerts);
  const { opening, closing, tidying } = planned(decisions, alerts, possible);
  const isQuiet = opening.length + closing.length === 0;
  if (report.config.testFlag) return unsentReceipt(isQuiet, "testOnly");
  const changing = [...opening, ...closing].map(keyOf);
  if (own !== undefined && changing.length > 0) recordAlerts(changing, own, agent);
  // No service that pages shows who holds an alert, so each monitor has its own.
  const keyThere = (key: string) => `${key}-${holderOf(own)}`;
  const monitor = ownRun === undefined ? [] : [{ label: "Monitor", href: agent.sanitize(ownRun.href) }];
  const close = (key: string) => pager.close(keyThere(key), cancelled);
  const opened = await sendEach(opening, maxChanges, cancelled, async ({ entry }) => {
    const { content } = entry;
    const project = projectOf.get(entry.project);
    if (project === undefined || !isIssue(content)) return;
    if (cameAgain(entry, id)) await close(alertKey(entry));
    const alert = renderAlert(content, project, keyThere(alertKey(entry)), agent.sanitize);
    await pager.open({ ...alert, links: [...alert.links, ...monitor] }, cancelled);
  });
  const closed = await sendEach(closing, maxChanges, cancelled, (decision) => close(keyOf(decision)));
  const tidied = await sendEach(tidying, maxChanges, cancelled, close);
  const [isOpened, isClosed] = [opened.done.map(keyOf), [...closed.done.map(keyOf), ...tidied.done]];
  const isDoubtful = [
    ...[...opened.tried, ...closed.tried].map(keyOf),
    ...tidied.tried,
    // They are closed next time, even if their pipelines do not run again.
    ...closed.left.map(keyOf),
    ...tidied.left,
  ];
  keep(
    new Map([
      ...alerts,
      ...isOpened.map((key) => [key, "open"] as const),
      ...isClosed.map((key) => [key, "closed"] as const),
      ...isDoubtful.map((key) => [key, "unknown"] as const),
    ]),
    recorded.unread,
  );
  return receiptOf([opened, closed, tidied], { name, thing: "alert", opening: "opened" }, agent);
}

function keyOf({ entry }: Decision): string {
  return alertKey(entry);
}

/**
 * The requests after which just the alerts of the problems that last are open. `possible` are the keys of alerts that may be open,
 * although nobody remembers it, and should not be. `tidying` are those of which nothing else is decided.
 */
function planned(decisions: readonly Decision[], alerts: Alerts, possible: readonly string[]) {
  const opening = toldOf(decisions, (decision) => alerts.get(keyOf(decision)) === "open");
  const closing = decisions.filter(({ act }) => act === "tellEnd");
  // A step that was lost may have opened an alert even of what nobody is paged for any more.
  const isPaged = (decision: Decision) =>
    decision.act === "hold" ? decision.why.by.closes !== true : decision.act !== "forget";
  const decided = new Set(decisions.filter(isPaged).map(keyOf));
  const mayBeOpen = [...alerts].flatMap(([key, state]) => (state === "closed" ? [] : [key]));
  const tidying = [...new Set([...mayBeOpen, ...possible])].filter((key) => !decided.has(key));
  return { opening, closing, tidying };
}

/** More alerts are neither opened nor closed for one report. */
const maxChanges = 200;

export const alertStates = ["open", "closed", "unknown"] as const;
/** An alert at the service, `unknown` if it did not confirm what it was asked last. */
export type AlertState = (typeof alertStates)[number];

/** Keyed by alert. Nothing is known of others; most were never open. */
export type Alerts = ReadonlyMap<string, AlertState>;

/** The alerts of earlier reports, and the fingerprint of the account that has them. */
interface AlertMemory {
  alertAccount: string;
  alerts: Readonly<Record<string, AlertState>>;
}

/** At another account, or with another key, nobody knows what became of an alert. */
export function alertsAt(account: string, { alertAccount, alerts }: AlertMemory): Alerts {
  const all = Object.entries(alerts);
  return new Map(
    account === alertAccount
      ? all
      : all.flatMap(([key, state]) => (state === "closed" ? [] : [[key, "unknown"] as const])),
  );
}

/** Few are remembered as closed: that spares closing them again. */
export function remembered(alerts: Alerts): AlertMemory["alerts"] {
  const closed = [...alerts].filter(([, state]) => state === "closed");
  const others = [...alerts].filter(([, state]) => state !== "closed");
  return Object.fromEntries([...others, ...closed.slice(0, maxChanges)]);
}

/**
 * Alerts that a step may have opened before it was lost, or that are open from a time that nobody remembers, and that
 * should be closed by what is true of the runs. Most are not open, so of the pipelines that are well only some are closed.
 */
export function possibleAlerts(
  projects: readonly ToldProject[],
  takes: Target["takes"],
  alerts: Alerts,
): string[] {
  const { ofRuns, ofPipelines } = keysOfWell(projects, takes);
  const dealtWith = [...alerts.values()].filter((state) => state !== "open").length;
  const isDoubtful = (key: string) => !alerts.has(key);
  return [
    ...ofRuns.filter(isDoubtful),
    ...ofPipelines.filter(isDoubtful).slice(0, Math.max(0, maxChanges - dealtWith)),
  ];
}
