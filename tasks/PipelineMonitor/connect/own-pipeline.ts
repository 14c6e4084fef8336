import { relative } from "node:path";
import type { Agent, Variables } from "../../../shared/agent/agent";
import { type BuildCredential, buildCredential } from "../../../shared/azure-devops/credential";
import { isBelow, normalAddress, sameOrganization } from "../../../shared/azure-devops/organization";
import { apiVersionOf } from "../../../shared/azure-devops/queries";
import { urlBelow, urlProblem } from "../../../shared/http/url";
import type { Pipeline } from "../../../shared/pipeline";
import { ownTag } from "../../../shared/report/form";
import { fingerprint } from "../config/fingerprint";
import type { Config } from "../config/parse";
import type { RunSource } from "./service";

/** Where the monitor's own runs are, and which tag marks those of this monitor. */
export interface OwnPipelineSetup extends RunSource {
  credential: BuildCredential;
  definitionId: string;
  runId: string;
  branch: string;
  collection: string;
  tag: string;
}

/**
 * Identified by the agent's variables; `unknown` is the reason why it cannot be read. The credential is the job
 * access token, or else that for the same organization.
 */
export function readOwnPipeline(
  agent: Agent,
  config: Config,
  credential: BuildCredential,
): OwnPipelineSetup | { unknown: string } {
  const definitionId = agent.variable("System.DefinitionId");
  const place = ownRunOf(agent);
  if (place === undefined || definitionId === "")
    return { unknown: "this is not a run of a pipeline, so there is no last report" };
  const { organization, project, runId } = place;
  if (typeof organization === "string")
    return { unknown: `this organization cannot be read: System.CollectionUri ${organization}` };
  const own = findOwnCredential(agent, organization, config, credential);
  if (own === undefined)
    return { unknown: "this job has no access token to read the runs of its own pipeline with" };
  return {
    project: urlBelow(organization, [project]),
    listParameters: apiVersionOf(config.listParameters),
    partlyIsSuccess: false,
    credential: own,
    definitionId,
    runId,
    branch: agent.variable("Build.SourceBranch"),
    // The id outlives the name.
    collection: agent.variable("System.CollectionId").toLowerCase() || normalAddress(organization),
    tag: ownTag(definitionId, stepDigest(agent)),
  };
}

/**
 * The configuration as this pipeline knows its organization and project: by the address at which the credential is valid, and
 * by the id that the project keeps.
 */
export function located(
  config: Config,
  { address = config.organization }: BuildCredential,
  agent: Agent,
): Config {
  const { projectName } = config;
  const { organization, project = "" } = ownRunOf(agent) ?? {};
  const id = agent.variable("System.TeamProjectId").toLowerCase();
  const isOwn =
    organization instanceof URL &&
    sameOrganization(organization, config.organization) &&
    [project.toLowerCase(), id].includes(projectName.toLowerCase());
  return {
    ...config,
    organization: address,
    project: urlBelow(address, [projectName]),
    ...(isOwn && id !== "" ? { projectId: id } : {}),
  };
}

export function ownRunPage(agent: Variables): URL | undefined {
  const { organization, project = "", runId = "" } = ownRunOf(agent) ?? {};
  const query = new URLSearchParams({ buildId: runId }).toString();
  return organization instanceof URL
    ? urlBelow(organization, [project, "_build", "results"], query)
    : undefined;
}

/** Whether something is about the pipeline of the monitor that looks at it. */
export function isOfOwnPipeline(
  { pipeline }: { readonly pipeline?: Pipeline | undefined },
  config: Config,
  agent: Variables,
): boolean {
  return String(pipeline?.id) === agent.variable("System.DefinitionId") && isOwnProject(config, agent);
}

export function isOwnProject({ project, projectId }: Config, agent: Variables): boolean {
  const page = ownRunPage(agent);
  const isSame =
    projectId !== undefined && projectId === agent.variable("System.TeamProjectId").toLowerCase();
  return isSame || (page !== undefined && isBelow(page, project));
}

/**
 * Undefined outside a run of a pipeline. A classic release also has a definition, and the id of the build that it
 * releases. `organization` may be the problem of its URL.
 */
function ownRunOf(agent: Variables) {
  const collectionUri = agent.variable("System.CollectionUri");
  const project = agent.variable("System.TeamProject");
  const runId = agent.variable("Build.BuildId");
  const isInPipeline = ["", "build"].includes(agent.variable("System.HostType").toLowerCase());
  if (!isInPipeline || [collectionUri, project, runId].includes("")) return undefined;
  return { organization: urlProblem(collectionUri) ?? new URL(collectionUri), project, runId };
}

function findOwnCredential(
  agent: Agent,
  organization: URL,
  config: Config,
  credential: BuildCredential,
): BuildCredential | undefined {
  const isSame = sameOrganization(config.organization, organization);
  const own = buildCredential({
    connection: undefined,
    buildAuth: "",
    jobToken: agent.jobToken,
    organization,
    collectionUri: organization.href,
    advice: agent,
  });
  if (own !== undefined && !("problem" in own)) return own;
  return isSame ? credential : undefined;
}

/**
 * Distinguishes the monitor's step from all others of its pipeline, and stays the same from run to run: the
 * branch, and the position in the pipeline. The agent numbers unnamed steps of the same task. The sources folder
 * differs between agents, so the path of the configuration is relative to it. A monitor without a configuration keeps its
 * memory when it gets a `monitor.json`.
 */
function stepDigest(agent: Agent): string {
  const places = [
    "Build.SourceBranch",
    ...["System.StageName", "System.PhaseName", "Agent.JobName", "System.TaskInstanceName"],
  ];
  const folder = agent.variable("System.DefaultWorkingDirectory");
  const path = agent.fileInput("configFile");
  const file = path === "" ? "monitor.json" : relative(folder, path).replaceAll("\\", "/");
  return fingerprint([...places.map((name) => agent.variable(name)), file]).slice(0, 12);
}
