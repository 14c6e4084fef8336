import { writeOrWarn } from "../../shared/agent/write-or-warn";
import type { Message, MessageForm } from "../../shared/chat/message";
import { groupBy } from "../../shared/group-by";
import { attempt, type Context } from "./issue/context";
import type { Entry } from "./issue/entry";
import { type Finding, isIssue } from "./issue/finding";
import type { Delivery, Report, ToldProject, UnsentReport, WholeReport } from "./issue/report";
import { afterDelivery } from "./ledger/after-delivery";
import { attachReports } from "./render/attachment";
import { renderIssueLine } from "./render/lines";
import { renderMessageText, renderTable } from "./render/log";
import { type ComposedMessage, composeMessage } from "./render/message";
import { isOfIssues } from "./render/report-line";
import { renderSummary } from "./render/summary";
import { quietText } from "./render/totals";
import type { HourSetup, Setup } from "./setup";
import type { Channel } from "./targets/channel";
import { mentionWarnings } from "./targets/mentions";
import type { ForTarget } from "./targets/reports";
import { isGuest, type Receipt, type Target, type TargetReport } from "./targets/target";

/** A target's report, and what became of it; undefined if this run does not serve the target. */
export interface TargetResult extends ForTarget {
  receipt: Receipt | undefined;
}

/** The report of each target, and that of all together. */
interface DecidedReports {
  byTarget: readonly ForTarget[];
  whole: WholeReport;
}

/**
 * Prints the message of a report (rule 7), or the line in its place, tells all targets, and shows the report on the run's page.
 * A product's message stands between a table of the pipelines and all lines of the specification.
 */
export async function tellAll(
  given: DecidedReports,
  { onIssues, ownRun, channel: { form } }: Pick<HourSetup, "onIssues" | "ownRun"> & { channel: Channel },
  context: Context,
): Promise<{ report: Report; answered: readonly TargetResult[] }> {
  const { agent } = context;
  const { keys, testFlag, locate } = given.whole.config;
  const targets = given.byTarget.map(({ target }) => target);
  for (const warning of testFlag ? [] : mentionWarnings(keys, targets)) agent.warn(locate(warning));
  const composed = (report: UnsentReport, form: MessageForm) =>
    composeMessage(report, form, ownRun, agent.sanitize);
  const usual = await attempt(groups, context, () => composed(given.whole, form));
  const { whole, byTarget } = usual === undefined ? withoutCauses(given) : given;
  const message = usual ?? composed(whole, form);
  const isComplete = whole.isListed && whole.unread.length === 0;
  const quietLine = quietText(whole.projects, isComplete, agent.sanitize);
  const isQuiet = message.lines.length === 0;
  const text = (shown: Message, form: MessageForm) => renderMessageText(shown, form, agent.sanitize);
  for (const line of [
    ...(form === "product" ? renderTable(whole.projects, agent.sanitize) : []),
    ...(isQuiet ? [quietLine] : text(message, form)),
    // A product's message may shorten the lines of the specification.
    ...(form === "product" && !isQuiet
      ? ["", ...text(composed(whole, "specification"), "specification")]
      : []),
  ])
    agent.print(line);
  listIssues(message, onIssues, agent);
  const targetCount = byTarget.filter(({ target }) => target.tell !== undefined).length;
  const answered = await Promise.all(
    byTarget.map(async ({ target, decisions, report }): Promise<TargetResult> => {
      // If only one target is served, it is the step's own webhook: its message is the one that was printed.
      const compose = (own: MessageForm) => (targetCount === 1 ? message : composed(report, own));
      const receipt = await tell(target, { report, decisions, compose }, context);
      return { target, decisions, report, receipt };
    }),
  );
  const delivered = deliveredToAll(answered);
  const report = { ...whole, message, quietLine, delivered, targetCount };
  // What the targets were told has to be remembered, whatever becomes of the page.
  writeOrWarn("the summary of the run's page", agent, () =>
    agent.summary("Pipeline Monitor", renderSummary(report, agent.sanitize)),
  );
  writeOrWarn("the tab of the run's page", agent, () => attachReports(report, agent));
  return { report, answered };
}

/** Names what is skipped if the problems of one cause cannot be told together. */
const groups = "groups of causes";

/** Each problem by itself, without its cause: the fault may be in how problems of one cause are told. */
function withoutCauses({ byTarget, whole }: DecidedReports) {
  const unexplained = <F extends Finding>(finding: F): F =>
    isIssue(finding) ? { ...finding, explanation: undefined } : finding;
  const plain = <P extends ToldProject>(project: P): P => ({
    ...project,
    issues: project.issues.map(unexplained),
    lasting: project.lasting.map(({ entry, silenced }) => {
      return { silenced, entry: { ...entry, content: unexplained(entry.content) } };
    }),
  });
  const skipping = <R extends UnsentReport>(report: R): R => ({
    ...report,
    skipped: [...report.skipped, groups],
  });
  const plainByTarget = byTarget.map(({ report, ...target }) => ({
    ...target,
    report: { ...skipping(report), projects: report.projects.map(plain) },
  }));
  return { whole: { ...skipping(whole), projects: whole.projects.map(plain) }, byTarget: plainByTarget };
}

/** A fault at one target costs no other its message. */
async function tell(target: Target, telling: TargetReport, context: Context): Promise<Receipt | undefined> {
  if (target.tell === undefined) return undefined;
  const isChat = target.kind === "chat";
  const receipt = await attempt(isChat ? "the message" : target.name, context, () =>
    target.tell?.(telling, context),
  );
  return receipt ?? { delivered: "failed", of: () => (isChat ? "failed" : "unsure") };
}

/** A report is delivered only if every message that was needed is. */
function deliveredToAll(all: readonly TargetResult[]): Delivery {
  const order: readonly Delivery[] = ["failed", "testOnly", "sent"];
  return order.find((worst) => all.some(({ receipt }) => receipt?.delivered === worst)) ?? "notNeeded";
}

/** The entries that were decided, after all targets have answered, and those of projects that could not be read. */
export function entriesAfter(
  { decided, unasked = [], now }: { decided: readonly Entry[]; unasked?: readonly Entry[]; now: number },
  answered: readonly TargetResult[],
): Entry[] {
  const all = answered
    .filter(({ target }) => !isGuest(target))
    .flatMap(({ decisions, receipt }) => decisions.map((decision) => ({ receipt, decision })));
  const byEntry = groupBy(all, ({ decision }) => keyOf(decision.entry));
  const asked = decided.map((entry) =>
    (byEntry.get(keyOf(entry)) ?? []).reduce(
      (after, { receipt, decision }) =>
        afterDelivery(after, decision, receipt?.of(decision) ?? "failed", now),
      entry,
    ),
  );
  return [...asked, ...unasked];
}

function keyOf({ project, key }: Entry): string {
  return `${project} ${key}`;
}

/** The page of a run shows ten issues of a kind. The step's result is one, and an undelivered message may be another. */
const maxListedIssues = 8;
const issueKinds = { succeed: undefined, warn: "warning", fail: "error" } as const;

/** Lists the problems of a message on the run's page. */
function listIssues({ alone }: ComposedMessage, onIssues: Setup["onIssues"], agent: Context["agent"]): void {
  const kind = issueKinds[onIssues];
  if (kind === undefined) return;
  const listed = alone.filter((line) => isOfIssues(line) && line.urgency !== "info");
  for (const line of listed.slice(0, maxListedIssues))
    agent.issue(kind, renderIssueLine(line, agent.sanitize));
}
