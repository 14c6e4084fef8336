import { createHash } from "node:crypto";
import { relative } from "node:path";
import type { Agent } from "../../../shared/agent/agent";
import {
  type BuildCredential,
  buildCredential,
  isSameOrganization,
} from "../../../shared/azure-devops/credential";
import { apiVersionOf } from "../../../shared/azure-devops/queries";
import { urlBelow, urlProblem } from "../../../shared/http/url";
import type { Config } from "./parse";

/** Where the runs of the monitor's own pipeline are to be had, and what tells its own among them. */
export interface OwnPipelineSetup {
  project: URL;
  listParameters: string;
  credential: BuildCredential;
  definitionId: string;
  runId: string;
  tag: string;
}

/** How a monitor reports: to which webhook, undefined when to none, and how the message is written. */
export interface ReportTarget {
  webhook: URL | undefined;
  chatFormat: string;
}

/**
 * The monitor's own pipeline as the agent tells of it, read with the job's own access token, else with the credential of the
 * same organization; why it cannot be read when it cannot.
 */
export function readOwnPipeline(
  agent: Agent,
  config: Config,
  credential: BuildCredential,
  target: ReportTarget,
): OwnPipelineSetup | { unknown: string } {
  const collectionUri = agent.variable("System.CollectionUri");
  const project = agent.variable("System.TeamProject");
  const definitionId = agent.variable("System.DefinitionId");
  const runId = agent.variable("Build.BuildId");
  // A classic release has a definition, and the build that it releases.
  const isOfPipeline = ["", "build"].includes(agent.variable("System.HostType").toLowerCase());
  if (!isOfPipeline || [collectionUri, project, definitionId, runId].includes(""))
    return { unknown: "This is no run of a pipeline, so there is no last one." };
  const problem = urlProblem(collectionUri);
  if (problem !== undefined)
    return { unknown: `The address of this organization cannot be asked: System.CollectionUri ${problem}.` };
  const organization = new URL(collectionUri);
  const own = findOwnCredential(agent, organization, config, credential);
  if (own === undefined)
    return {
      unknown:
        "This job has no access token of its own, by which the runs of its own pipeline could be read.",
    };
  return {
    project: urlBelow(organization, [project]),
    listParameters: apiVersionOf(config.listParameters),
    credential: own,
    definitionId,
    runId,
    tag: reportTag([...stepIdentity(agent), identityOfChecks(config), ...identityOfTarget(target)]),
  };
}

function findOwnCredential(
  agent: Agent,
  organization: URL,
  config: Config,
  credential: BuildCredential,
): BuildCredential | undefined {
  const isSame = isSameOrganization(config.organization, organization.href);
  const own = buildCredential({
    connection: undefined,
    buildAuth: "",
    jobToken: agent.jobToken,
    organization,
    collectionUri: organization.href,
  });
  if (own !== undefined && !("problem" in own)) return own;
  return isSame ? credential : undefined;
}

/**
 * What identifies the monitor's step among all of its pipeline, from run to run: its branch, and where it stands. The agent
 * numbers steps of the same task that have no name. The folder that the sources are in differs from agent to agent.
 */
function stepIdentity(agent: Agent): string[] {
  const places = [
    "Build.SourceBranch",
    ...["System.StageName", "System.PhaseName", "Agent.JobName", "System.TaskInstanceName"],
  ];
  const folder = agent.variable("System.DefaultWorkingDirectory");
  const file = relative(folder, agent.fileInput("configFile")).replaceAll("\\", "/");
  return [...places.map((name) => agent.variable(name)), file];
}

/**
 * What a configuration checks, in one canonical text: a report by another one may have said nothing of what this one
 * reports. What only changes the wording of the message, or the version of the API, is not in it.
 */
function identityOfChecks({ project, listParameters, optional, ...config }: Config): string {
  const { checkUnfinished, historyRuns, runsPerWeekMax, schedules } = optional;
  const filters = listParameters.split("&").filter((parameter) => !/^(?:api-version=|$)/i.test(parameter));
  return JSON.stringify([
    project.href,
    filters.sort(),
    [config.runCountMin, config.queueSecondsMax],
    // A pipeline that is not checked is null.
    [
      config.defaultChecks ?? null,
      [...config.pipelines].map(([name, checks]) => [name, checks ?? null]).sort(byText),
    ],
    [checkUnfinished, historyRuns, runsPerWeekMax ?? null],
    schedules
      .map(({ pipeline, graceSeconds, schedules: crons }) => [
        pipeline,
        graceSeconds,
        crons.map(({ expression }) => expression).sort(),
      ])
      .sort(byText),
  ]);
}

function byText(one: unknown, other: unknown): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}

/** Who is told. The webhook is a secret: the tag, which everybody sees, is a short hash of all of it. */
function identityOfTarget({ webhook, chatFormat }: ReportTarget): string[] {
  return [webhook?.href ?? "", chatFormat];
}

/** The tag of a monitor: of what tells its step from every other of the pipeline, and stays from run to run. */
export function reportTag(parts: readonly string[]): string {
  const digest = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  return `monitor-reported-${digest.slice(0, 12)}`;
}
