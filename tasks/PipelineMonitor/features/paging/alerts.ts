import type { Pager } from "../../../../shared/paging/delivery";
import type { HourBefore } from "../../feature";
import { type Context, warnOfSkipped } from "../../issue/context";
import { projectFingerprint } from "../../issue/ledger";
import { alreadyTold } from "../../issue/reason";
import type { Decision } from "../../ledger/decide";
import { alertKey, renderAlert, withOwner } from "../../targets/alert";
import { deliveredOf, type Sent, sendEach, warningOf } from "../../targets/send-each";
import type { Receipt, Target, TargetReport } from "../../targets/target";
import { readRecorded, recordAlerts, type UnreadRecords } from "./intents-file";
import { type AlertState, type Alerts, maxChanges, possibleAlerts, withRecorded } from "./states";

/** Names in a warning what could not be read. */
const lostSteps = "the alerts of steps that were lost";

interface PagingTarget extends Pick<Target, "takes"> {
  id: string;
  /** Names the service to people. */
  name: string;
  pager: Pick<Pager, "open" | "close">;
}

interface Remembering extends Pick<HourBefore, "own" | "unfinished" | "isUnknown"> {
  /** As the last report that wrote its memory has them. */
  alerts: Alerts;
  unread: UnreadRecords;
  keep(alerts: Alerts, unread: UnreadRecords): void;
}

/** The requests after which just the alerts of the problems that last are open. */
interface Plan {
  opening: Decision[];
  closing: Decision[];
  /** The keys of alerts that may be open, and of which nothing else is decided. */
  tidying: string[];
}

/** Opens an alert for each problem that it is told of, and closes those that are over. Throws only if it is cancelled. */
export async function page(
  { id, name, pager, takes }: PagingTarget,
  telling: TargetReport,
  { alerts: before, unread, keep, own, unfinished, isUnknown }: Remembering,
  context: Pick<Context, "agent" | "cancelled">,
): Promise<Receipt> {
  const { agent, cancelled } = context;
  const { report } = telling;
  const recorded =
    own === undefined
      ? { alerts: [], unread, problem: undefined }
      : await readRecorded(unfinished, unread, own, cancelled);
  if (recorded.problem !== undefined) warnOfSkipped(lostSteps, context, recorded.problem);
  const alerts = withRecorded(before, recorded.alerts);
  const projectOf = new Map(report.projects.map((project) => [projectFingerprint(project.config), project]));
  // What cannot be read now may be read next time, so nothing is guessed.
  const possible = isUnknown ? [] : possibleAlerts(report.projects, takes, alerts);
  const { opening, closing, tidying } = planned(telling.decisions, alerts, possible);
  const isQuiet = opening.length + closing.length === 0;
  if (report.config.testFlag) return { delivered: isQuiet ? "notNeeded" : "testOnly", of: () => "failed" };
  const unopened = opening.map(({ entry }) => alertKey(entry)).filter((key) => alerts.get(key) !== "open");
  const changing = [...unopened, ...closing.map(({ entry }) => alertKey(entry))];
  if (own !== undefined && changing.length > 0) recordAlerts(changing, own, agent);
  const opened = await sendEach(opening, maxChanges, cancelled, async ({ entry }) => {
    const key = alertKey(entry);
    const { content, told } = entry;
    const project = projectOf.get(entry.project);
    if (project === undefined || !("about" in content)) return;
    if (told[id]?.outdated === "ended") await pager.close(key, cancelled);
    const issue = withOwner(content, project.config, () => false);
    await pager.open(renderAlert(issue, project, key, agent.sanitize), cancelled);
  });
  const closed = await sendEach(closing, maxChanges, cancelled, ({ entry }) =>
    pager.close(alertKey(entry), cancelled),
  );
  const tidied = await sendEach(tidying, maxChanges, cancelled, (key) => pager.close(key, cancelled));
  keep(
    new Map([
      ...alerts,
      ...statesAfter(opened, "open", ({ entry }) => alertKey(entry)),
      ...statesAfter(closed, "closed", ({ entry }) => alertKey(entry)),
      ...statesAfter(tidied, "closed", (key) => key),
      // They are closed next time, even if their pipelines do not run again.
      ...[...closed.left.map(({ entry }) => alertKey(entry)), ...tidied.left].map(
        (key) => [key, "unknown"] as const,
      ),
    ]),
    recorded.unread,
  );
  const problems = [
    warningOf(opened, "alert", "not opened", name),
    warningOf(closed, "alert", "not closed", name),
    warningOf(tidied, "alert", "not closed", name),
  ].filter((warning) => warning !== "");
  for (const problem of problems) agent.warn(problem);
  const isSent = !isQuiet || tidying.length > 0;
  return {
    delivered: problems.length > 0 ? "failed" : isSent ? "sent" : "notNeeded",
    of: (decision) => deliveredOf(decision, [opened, closed]),
  };
}

/** `possible` are the keys of alerts that may be open, although nobody remembers it, and should not be. */
function planned(decisions: readonly Decision[], alerts: Alerts, possible: readonly string[]): Plan {
  const isOpen = ({ entry }: Decision) => alerts.get(alertKey(entry)) === "open";
  const opening = decisions.filter((one) => {
    if (one.act === "hold") return one.why.by === alreadyTold && !isOpen(one);
    return one.act === "tell" || one.act === "remind";
  });
  const closing = decisions.filter(({ act }) => act === "tellEnd");
  // A step that was lost may have opened an alert even of what nobody is paged for any more.
  const isUnpaged = (one: Decision) =>
    one.act === "forget" || (one.act === "hold" && one.why.by.closes === true);
  const decided = new Set(decisions.filter((one) => !isUnpaged(one)).map(({ entry }) => alertKey(entry)));
  const mayBeOpen = [...alerts].flatMap(([key, state]) => (state === "closed" ? [] : [key]));
  const tidying = [...new Set([...mayBeOpen, ...possible])].filter((key) => !decided.has(key));
  return { opening, closing, tidying };
}

function statesAfter<T>(
  { done, tried }: Sent<T>,
  state: AlertState,
  keyOf: (one: T) => string,
): [string, AlertState][] {
  return [
    ...done.map((one): [string, AlertState] => [keyOf(one), state]),
    ...tried.map((one): [string, AlertState] => [keyOf(one), "unknown"]),
  ];
}
