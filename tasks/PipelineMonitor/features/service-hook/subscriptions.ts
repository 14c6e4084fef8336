import { isCredentialProblem } from "../../../../shared/azure-devops/advice";
import type { HookSubscription } from "../../../../shared/azure-devops/hook-subscriptions";
import { HttpError, statusOf } from "../../../../shared/http/errors";
import type { Config } from "../../config/parse";
import { type Context, withinBudget } from "../../issue/context";
import { issueOf } from "../../issue/issue";
import type { IssueKind } from "../../issue/kind";
import { words } from "../../issue/parts";
import type { OptionalStage, ProjectReport } from "../../issue/report";
import { endOf } from "../../issue/window";

/** As the configuration has it: whether a hook starts the monitor, or the name of its incoming webhook. */
export type Hook = boolean | string;

const brokenHook: IssueKind = {
  code: "brokenHook",
  severity: "warning",
  rank: 5,
  tally: "with a broken service hook",
  isState: true,
  pagesNobody: true,
};

/** Where people look at what this step may not read. */
const whereToLook = "Look in Project settings, Service hooks.";

/** Reports subscriptions that no longer start the monitor when a run fails, if the credential may read them. */
export function subscriptionProblems(hook: Hook, isHooked: (now: number) => boolean): OptionalStage {
  return {
    name: "the service hook",
    findsIssues: true,
    looksFor: ["state"],
    isEnabled: ({ config, window }) => config.isOwn && isHooked(endOf(window)),
    async run(report, context) {
      const subscriptions = await readSubscriptions(hook, report.config, context);
      const pipeline = context.agent.variable("Build.DefinitionName") || "This monitor";
      const definitionId = Number(context.agent.variable("System.DefinitionId")) || undefined;
      // Of several that have a problem, one is enough to look.
      const [problem] = (subscriptions ?? []).flatMap(problemOf);
      if (problem === undefined) return report;
      const about = { pipeline, definitionId };
      const issue = issueOf(brokenHook, about, [words(problem)], { identity: problem });
      return { ...report, issues: [...report.issues, issue] };
    },
  };
}

/** Undefined if the credential may not read them. */
async function readSubscriptions(
  hook: Hook,
  { projectId }: Pick<Config, "projectId">,
  context: Context,
): Promise<HookSubscription[] | undefined> {
  try {
    const all = await withinBudget(context, (signal) => context.service.hookSubscriptions(signal));
    return all.filter((one) => isMeant(one, hook, projectId));
  } catch (error) {
    const isForbidden =
      error instanceof HttpError && (isCredentialProblem(error.problem) || statusOf(error.problem) === 404);
    if (!isForbidden) throw error;
    return undefined;
  }
}

/** Names have no case. Without a name, those of the project that call any incoming webhook. */
export function isMeant(
  { webhook, projectId }: HookSubscription,
  hook: Hook,
  ownProjectId: string | undefined,
): boolean {
  if (webhook === undefined) return false;
  if (typeof hook === "string") return webhook.toLowerCase() === hook.toLowerCase();
  return ownProjectId === undefined || ["", ownProjectId].includes(projectId);
}

const states: Readonly<Record<string, string>> = {
  onProbation:
    "is started by its schedule alone for now: its service hook is on probation, because a call failed, and failures meanwhile start nothing",
  disabledByUser: "is started by its schedule alone: somebody disabled its service hook",
  disabledBySystem:
    "is started by its schedule alone: Azure DevOps disabled its service hook, because its calls kept failing",
  disabledByInactiveIdentity:
    "is started by its schedule alone: its service hook is disabled, because whoever created it is gone or lacks a permission",
};

/** The problem of a subscription, worded to follow the pipeline; empty if nothing is known to be. */
export function problemOf({
  status,
  buildStatus,
}: Pick<HookSubscription, "status" | "buildStatus">): string[] {
  const state = Object.hasOwn(states, status) ? states[status] : undefined;
  if (state !== undefined) return [`${state}. ${whereToLook}`];
  return buildStatus.toLowerCase() === "failed"
    ? []
    : [
        `may start itself without end: its service hook calls for runs with ${buildStatus === "" ? "any result" : `the result ${buildStatus}`}, so for its own. Set its build status to Failed. ${whereToLook}`,
      ];
}

/** For people who try a configuration. */
export async function explainSubscriptions(
  hook: Hook,
  { config }: Pick<ProjectReport, "config">,
  context: Context,
): Promise<string[]> {
  if (hook === false) return [];
  const subscriptions = await readSubscriptions(hook, config, context);
  return ["", "Service hook:", ...linesOf(subscriptions).map((line) => `  ${line}`)];
}

function linesOf(subscriptions: readonly HookSubscription[] | undefined): string[] {
  if (subscriptions === undefined)
    return [`The credential may not read the state of the subscription. ${whereToLook}`];
  if (subscriptions.length === 0)
    return [
      `The credential sees no subscription that calls the incoming webhook when a run has failed. ${whereToLook}`,
    ];
  return subscriptions.map((one) => {
    const [problem] = problemOf(one);
    return problem === undefined ? `A subscription is ${one.status || "there"}.` : `This monitor ${problem}`;
  });
}
