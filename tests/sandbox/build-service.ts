import { type Acting, actReply } from "./acting";
import { attachmentReply, type SandboxAttachment } from "./attachments";
import {
  json,
  type LoopbackServer,
  type ReceivedRequest,
  type Reply,
  type ServerIdentity,
  startServer,
} from "./loopback";
import { repositoryReply, type SandboxRepositories, sourceOf } from "./repositories";
import { listViolations, pipelineList, runList } from "./run-list";
import type { SandboxTracker } from "./work-items";

/** A run that the sandbox's build service knows: its record in the list, its logs, their texts by id. */
export interface SandboxRun {
  record: Record<string, unknown>;
  logs: unknown[];
  logTexts: ReadonlyMap<number, string | (() => Iterable<Buffer>)>;
  /** Its timeline; none (204) for a run that could not begin, and unknown (404) for one that was deleted meanwhile. */
  timeline?: { records: readonly object[] } | "none" | "unknown";
  attachments?: readonly SandboxAttachment[];
  /** It is queued or running: no list holds it that is not asked for such runs. */
  isUnfinished?: boolean;
}

export interface BuildServiceOptions {
  runs: readonly SandboxRun[];
  /** The values of the Authorization header that are let in. */
  authorizations: readonly string[];
  organization?: string;
  project?: string;
  /** The runs of further projects, by name. */
  moreProjects?: Readonly<Record<string, readonly SandboxRun[]>>;
  /** The path in front of the organization, as an Azure DevOps Server has one; begins and ends in a slash. */
  basePath?: string;
  /** Serves over TLS. */
  identity?: ServerIdentity;
  pageSize?: number;
  /** Whether `$top` is of a page, with a token for the next one; else nothing comes after it. */
  isTopOfPage?: boolean;
  /** Recorded answers are all served, whatever minTime asks for. */
  recorded?: boolean;
  /** Whether pipelines can start, by their ids: enabled, unless it says otherwise. */
  queueStatuses?: Readonly<Record<string, string>>;
  /** By id, if they differ from those of their runs. */
  pipelineNames?: Readonly<Record<string, string>>;
  /** The service's own time, which its answers carry as their `Date`; without it, they carry none. */
  now?: (() => number) | undefined;
  /** Answers requests too that the specification does not foresee, such as those of other clients. */
  lenient?: boolean;
  /** Takes requests that change something; without it, no test expects any. */
  acting?: Acting;
  /** Where the YAML of pipelines is; without it, no test expects that anybody asks. */
  repositories?: SandboxRepositories;
  /** The subscriptions of service hooks to completed runs; undefined for an identity that may not read them. */
  hooks?: readonly object[];
  /** The runs that no list has yet, by their ids. */
  unlisted?: readonly number[];
  /** The work items of the project; without it, no test expects any. */
  tracker?: SandboxTracker;
  /** Answers requests to Azure DevOps that are not for builds, whatever their credential. */
  others?: (request: ReceivedRequest) => Reply | undefined;
}

/** The build service on loopback. */
export interface SandboxBuildService extends LoopbackServer {
  organization: string;
  project: string;
  /** Takes another run up, or the same one as it is by now; of a further project, if it is named. */
  put(run: SandboxRun, project?: string): void;
  /** Requests that the specification does not allow; a test expects none. */
  violations: string[];
}

/** The build service on loopback: the run list with its filters, orders and pages; pipelines by name, runs, timelines, log lists, logs. */
export async function startBuildService(options: BuildServiceOptions): Promise<SandboxBuildService> {
  const { organization = "contoso", project = "Night Shift", basePath = "/" } = options;
  const violations: string[] = [];
  const byId = (runs: readonly SandboxRun[]) => new Map(runs.map((run) => [String(run.record["id"]), run]));
  const runsById = byId(options.runs);
  const projects = new Map([
    [project, runsById],
    ...Object.entries(options.moreProjects ?? {}).map(([name, runs]) => [name, byId(runs)] as const),
  ]);
  const put = (run: SandboxRun, name = project) =>
    void projects.get(name)?.set(String(run.record["id"]), run);

  function answer(request: ReceivedRequest): Reply {
    if (!options.authorizations.includes(request.headers.authorization ?? ""))
      return failure(401, "TF400813: The user '' is not authorized to access this resource.");
    const base = `${basePath}${organization}/`;
    if (/_apis\/permissions\/33344d9c-fc72-4d6f-aba5-fa317101a7e9\/128$/.test(request.path)) {
      const definition = Number(request.query.get("tokens")?.split("/").at(-1));
      return json({ count: 1, value: [options.acting?.denied?.includes(definition) !== true] });
    }
    if (request.path === `${base}_apis/hooks/subscriptions`) return subscriptionList(request, options.hooks);
    if (request.path === `${base}_apis/projects`)
      return json({
        count: projects.size,
        value: [...projects.keys()].map((name) => ({ name, id: `id of ${name}` })),
      });
    const asked = decodeURIComponent(request.path.slice(base.length).split("/")[0] ?? "");
    const runsById = projects.get(asked);
    if (runsById === undefined && options.moreProjects !== undefined)
      return failure(404, `TF200016: The following project does not exist: ${asked}.`);
    const tracked = options.tracker?.reply(request, `${base}${asked}/_apis/wit`);
    if (tracked !== undefined) return tracked;
    const { repositories } = options;
    return (
      (repositories && repositoryReply(request, `${base}${asked}/_apis`, repositories)) ??
      answerOf(request, `${base}${asked}/_apis/build`, runsById ?? new Map())
    );
  }

  function answerOf(request: ReceivedRequest, api: string, runsById: ReadonlyMap<string, SandboxRun>): Reply {
    const prefix = `${api}/builds`;
    const pipelines = `${api}/definitions`;
    const below = request.path.slice(prefix.length);
    const { acting } = options;
    const isActing = acting !== undefined && request.method !== "GET";
    const acted = isActing ? actReply(request, below, runsById, (run) => put(run), acting) : undefined;
    if (acted !== undefined) return acted;
    const faults = options.lenient ? [] : violationsOf(request, prefix, pipelines);
    violations.push(...faults);
    if (faults.length > 0) return failure(400, faults.join("; "));
    const [, runId, part, logId] =
      /^\/(\d+)(?:\/(logs(?=\/|$)|timeline(?=$)|.*attachments\/.*)(?:\/(\d+))?)?$/.exec(below) ?? [];
    const [, definitionId] = /^\/(\d+)$/.exec(request.path.slice(pipelines.length)) ?? [];
    if (request.path.startsWith(pipelines) && definitionId !== undefined)
      return json({
        ...{ id: Number(definitionId), path: "\\", project: { id: "9a3b" } },
        name: options.pipelineNames?.[definitionId] ?? `pipeline ${definitionId}`,
        queueStatus: options.queueStatuses?.[definitionId] ?? "enabled",
        ...(options.repositories && sourceOf(definitionId, options.repositories.sources)),
      });
    if (request.path === pipelines) return pipelineList(request, [...runsById.values()]);
    const isListed = ({ record }: SandboxRun) => options.unlisted?.includes(Number(record["id"])) !== true;
    if (request.path === prefix) return runList(request, [...runsById.values()].filter(isListed), options);
    const run = runsById.get(runId ?? "");
    if (run === undefined) return notFound(`The requested build ${runId} could not be found.`);
    if (part === undefined) return json(run.record);
    if (part === "timeline") return timelineReply(run);
    if (part !== "logs")
      return attachmentReply(request.path, run.attachments ?? []) ?? notFound(`no ${request.path}`);
    return logId === undefined
      ? json({ count: run.logs.length, value: run.logs })
      : logText(run, Number(logId));
  }

  const allViolations = () => [...violations, ...(options.tracker?.violations ?? [])];
  const server = await startServer(
    (request) => dated(options.others?.(request) ?? answer(request), options.now),
    options.identity,
  );
  return {
    ...{ ...server, address: new URL(basePath, server.address), organization, project, put },
    get violations() {
      return allViolations();
    },
  };
}

function timelineReply({ record, timeline = { records: [] } }: SandboxRun): Reply {
  if (timeline === "unknown") return notFound(`The timeline of build ${record["id"]} could not be found.`);
  return timeline === "none" ? { status: 204, body: "" } : json(timeline);
}

/** Without its filters, the list would have subscriptions of every other event and consumer, too. */
function subscriptionList({ query }: ReceivedRequest, hooks: BuildServiceOptions["hooks"]): Reply {
  if (hooks === undefined)
    return failure(403, "TF50309: The following account does not have sufficient permissions: View.");
  // The publisher has two names.
  const asked = ["publisherId", "eventType", "consumerId", "consumerActionId"].map((name) => query.get(name));
  if (asked.join() !== ",build.complete,webHooks,httpRequest") return failure(400, `asked for ${asked}`);
  return json({ count: hooks.length, value: hooks });
}

function dated(reply: Reply, now: BuildServiceOptions["now"]): Reply {
  return now === undefined
    ? reply
    : { ...reply, headers: { ...reply.headers, date: new Date(now()).toUTCString() } };
}

function violationsOf(request: ReceivedRequest, prefix: string, pipelines: string): string[] {
  const isOfPipelines = request.path === pipelines;
  const isOfPipeline =
    request.path.startsWith(pipelines) && /^\/\d+$/.test(request.path.slice(pipelines.length));
  const isList = request.path === prefix;
  const isLog = /\/logs\/\d+$/.test(request.path);
  const isOfLogs = /\/logs(\/\d+)?$/.test(request.path);
  const expectedAccept = isLog ? "text/plain" : "application/json";
  const rules: [boolean, string][] = [
    [request.method === "GET", "all calls are GET"],
    [
      request.path.startsWith(prefix) || isOfPipelines || isOfPipeline,
      `${request.path} is no path of this project`,
    ],
    [
      isList || isOfPipelines || [...request.query.keys()].join() === (isOfLogs ? "" : "api-version"),
      "a run and its timeline are asked for with the api-version alone, its logs without a query",
    ],
    [
      !isOfPipelines || request.query.has("name") || [...request.query.keys()].join() === "api-version",
      "pipelines are asked for by name, or all of them with the api-version alone",
    ],
    [request.headers.accept === expectedAccept, `Accept is ${expectedAccept}`],
    ...(isList ? listViolations(request) : []),
  ];
  return rules.filter(([kept]) => !kept).map(([, rule]) => `${rule}: ${request.target}`);
}

function logText(run: SandboxRun, logId: number): Reply {
  const text = run.logTexts.get(logId);
  if (text === undefined) return notFound(`The requested log ${logId} could not be found.`);
  const body = typeof text === "string" ? text : text();
  return { status: 200, headers: { "content-type": "text/plain" }, body };
}

const failure = (status: number, message: string): Reply => ({
  ...{ ...json({ message, typeKey: status === 404 ? "BuildNotFoundException" : undefined }), status },
});
const notFound = (message: string) => failure(404, message);
