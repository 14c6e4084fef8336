import { isCredentialProblem } from "../../../../shared/azure-devops/advice";
import type { HookSubscription } from "../../../../shared/azure-devops/hook-subscriptions";
import { HttpError, statusOf } from "../../../../shared/http/errors";
import type { Config } from "../../config/parse";
import { type Context, withinBudget } from "../../issue/context";
import { issueOf } from "../../issue/issue";
import type { IssueKind } from "../../issue/kind";
import { words } from "../../issue/parts";
import type { FoundProject } from "../../issue/report";
import type { OptionalStage } from "../../issue/stage";

/** As the configuration has it: that a hook starts the monitor, or the name of its incoming webhook. */
export type Hook = true | string;

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

/** The monitor's own pipeline, whose runs must not start it. */
export interface OwnPipelineName {
  /** Empty if it is unknown. */
  pipeline: string;
  projectId: string;
}

/**
 * Reports subscriptions that no longer start the monitor when a run fails. If the credential may not read them, `seemsSilent` says
 * by what ran whether the hook has stopped.
 */
export function subscriptionProblems(
  hook: Hook,
  seemsSilent: (report: FoundProject, agent: Context["agent"]) => boolean,
): OptionalStage {
  return {
    name: "the service hook",
    findsIssues: true,
    looksFor: ["state"],
    isEnabled: ({ config }) => config.isOwn,
    async run(report, context) {
      const subscriptions = await readSubscriptions(hook, report.config, context);
      const pipeline = {
        id: Number(context.agent.variable("System.DefinitionId")) || undefined,
        name: context.agent.variable("Build.DefinitionName") || "This monitor",
      };
      const isSilent = seemsSilent(report, context.agent);
      const problems = subscriptions
        ? hookProblems(subscriptions, ownPipelineOf(context))
        : [...(isSilent ? [silent] : [])];
      const issues = problems.map((problem) =>
        issueOf(brokenHook, { pipeline }, [words(problem)], { identity: problem }),
      );
      return { ...report, issues: [...report.issues, ...issues] };
    },
  };
}

function ownPipelineOf({ agent }: Context): OwnPipelineName {
  const projectId = agent.variable("System.TeamProjectId").toLowerCase();
  return { pipeline: agent.variable("Build.DefinitionName"), projectId };
}

/** Undefined if the credential may not read them. */
async function readSubscriptions(
  hook: Hook,
  { projectId }: Config,
  context: Context,
): Promise<HookSubscription[] | undefined> {
  try {
    const all = await withinBudget(context, (signal) => context.service.hookSubscriptions(signal));
    return meant(all, hook, projectId, ownPipelineOf(context));
  } catch (error) {
    const isForbidden =
      error instanceof HttpError && (isCredentialProblem(error.problem) || statusOf(error.problem) === 404);
    if (!isForbidden) throw error;
    return undefined;
  }
}

/** Names have no case. Without a name, those of the project that call an incoming webhook and can be the monitor's. */
export function meant(
  all: readonly HookSubscription[],
  hook: Hook,
  projectId: string | undefined,
  own: OwnPipelineName,
): HookSubscription[] {
  if (typeof hook === "string") return all.filter(({ webhook }) => isSame(webhook, hook));
  const candidates = all.filter(
    (subscription) =>
      subscription.webhook !== undefined &&
      isOfProject(subscription, projectId) &&
      (callsForFailures(subscription) || callsForRunsOf(own, subscription)),
  );
  return callsOne(candidates) ? candidates : candidates.filter(callsForFailures);
}

const isSame = (one = "", other = "") => one.toLowerCase() === other.toLowerCase();
const isOfProject = ({ projectId }: HookSubscription, id = "") => id === "" || ["", id].includes(projectId);
const callsForFailures = ({ buildStatus }: HookSubscription) => isSame(buildStatus, "failed");

function callsForRunsOf({ pipeline, projectId }: OwnPipelineName, subscription: HookSubscription): boolean {
  const { definitionName } = subscription;
  return isOfProject(subscription, projectId) && (definitionName === "" || isSame(definitionName, pipeline));
}

function callsOne(subscriptions: readonly HookSubscription[]): boolean {
  return new Set(subscriptions.map(({ webhook }) => webhook?.toLowerCase())).size < 2;
}

const byScheduleAlone = "is started by its schedule alone";
const silent = `${byScheduleAlone}: its service hook seems to have stopped, because it named none of the failures of the last reports. ${whereToLook}`;
/** The worst first. */
const states: Readonly<Record<string, string>> = {
  disabledBySystem: `${byScheduleAlone}: Azure DevOps disabled its service hook, because its calls kept failing`,
  disabledByInactiveIdentity: `${byScheduleAlone}: its service hook is disabled, because whoever created it is gone or lacks a permission`,
  disabledByUser: `${byScheduleAlone}: somebody disabled its service hook`,
  onProbation: `${byScheduleAlone} for now: its service hook is on probation, because a call failed, and failures meanwhile start nothing`,
};

/**
 * The problems of the monitor's subscriptions, worded to follow the pipeline, the worst first. If they call several incoming
 * webhooks, nobody knows which is the monitor's: none is a problem unless each has one.
 */
export function hookProblems(subscriptions: readonly HookSubscription[], own: OwnPipelineName): string[] {
  const each = subscriptions.map((subscription) => [...loopOf(subscription, own), ...stateOf(subscription)]);
  if (!callsOne(subscriptions) && each.some((problems) => problems.length === 0)) return [];
  const ranks = Object.values(states);
  const rank = (problem: string) => ranks.findIndex((state) => problem.startsWith(state));
  return [...new Set(each.flat())].sort((one, other) => rank(one) - rank(other));
}

function stateOf({ status }: HookSubscription): string[] {
  const state = Object.hasOwn(states, status) ? states[status] : undefined;
  return state === undefined ? [] : [`${state}. ${whereToLook}`];
}

/** A subscription for the results of other pipelines starts the monitor, but no run of the monitor fires it. */
function loopOf(subscription: HookSubscription, own: OwnPipelineName): string[] {
  if (callsForFailures(subscription) || !callsForRunsOf(own, subscription)) return [];
  const { buildStatus } = subscription;
  const results = buildStatus === "" ? "any result" : `the result ${buildStatus}`;
  return [
    `may start itself without end: its service hook calls for runs with ${results}, so for its own. Set its build status to Failed. ${whereToLook}`,
  ];
}

/** For people who try a configuration. */
export async function explainSubscriptions(
  hook: Hook,
  { config }: FoundProject,
  context: Context,
): Promise<string[]> {
  const lines = linesOf(await readSubscriptions(hook, config, context), ownPipelineOf(context));
  return ["", "Service hook:", ...lines.map((line) => `  ${line}`)];
}

function linesOf(subscriptions: readonly HookSubscription[] | undefined, own: OwnPipelineName): string[] {
  if (subscriptions === undefined)
    return [`The credential may not read the state of the subscription. ${whereToLook}`];
  if (subscriptions.length === 0)
    return [
      `The credential sees no subscription that calls the incoming webhook when a run has failed. ${whereToLook}`,
    ];
  if (!callsOne(subscriptions))
    return ['The subscriptions call several incoming webhooks. Name the monitor\'s in "service_hook".'];
  return subscriptions.flatMap((subscription) => {
    const problems = hookProblems([subscription], own);
    return problems.length === 0
      ? [`A subscription is ${subscription.status || "there"}.`]
      : problems.map((problem) => `This monitor ${problem}`);
  });
}
