import { memberAt } from "../../shared/json/path";
import type { SandboxRun } from "./build-service";
import { json, type ReceivedRequest, type Reply } from "./loopback";

/** How the build service acts on requests that change something. */
export interface Acting {
  /** The service's time, in milliseconds since 1970. */
  now: () => number;
  /** The pipelines, by their ids, that the credential must not queue. */
  denied?: readonly number[];
}

const refused = (status: number, message: string): Reply => ({ ...json({ message }), status });
const denial = (definition: unknown) =>
  refused(
    403,
    `Access denied. Needs Queue builds permissions for build definition ${definition} to perform the action.`,
  );

/**
 * Runs a run's failed jobs again, or starts a run: `PATCH …/builds/1?retry=true`, `POST …/builds`. Undefined if the request is
 * neither.
 */
export function actReply(
  { method, query, body }: ReceivedRequest,
  path: string,
  runs: ReadonlyMap<string, SandboxRun>,
  put: (run: SandboxRun) => void,
  { now, denied = [] }: Acting,
): Reply | undefined {
  const isDenied = (definition: unknown) => denied.some((id) => id === definition);
  const [, retried] = /^\/(\d+)$/.exec(path) ?? [];
  if (method === "PATCH" && retried !== undefined && query.get("retry") === "true" && body === "{}") {
    const run = runs.get(retried);
    if (run === undefined) return refused(404, `The requested build ${retried} could not be found.`);
    const definition = memberAt(run.record, ["definition", "id"]);
    if (isDenied(definition)) return denial(definition);
    if (run.record["status"] !== "completed") return refused(400, "The build is not completed.");
    const again = running(run);
    put(again);
    return json(again.record);
  }
  if (method !== "POST" || path !== "") return undefined;
  const asked: unknown = JSON.parse(body);
  const definition = memberAt(asked, ["definition", "id"]);
  if (isDenied(definition)) return denial(definition);
  const before = [...runs.values()].find(
    ({ record }) => memberAt(record, ["definition", "id"]) === definition,
  );
  if (before === undefined) return refused(404, `Definition ${definition} was not found.`);
  const run = started(before, 1 + Math.max(...[...runs.keys()].map(Number)), {
    sourceBranch: memberAt(asked, ["sourceBranch"]),
    queueTime: new Date(now()).toISOString(),
  });
  put(run);
  return json(run.record);
}

/** The same run in its next attempt. */
export function running(run: SandboxRun): SandboxRun {
  const { result: _, finishTime: __, ...record } = run.record;
  return {
    ...run,
    record: { ...record, status: "inProgress" },
    isUnfinished: true,
    timeline: { records: [{ type: "Job", id: "job", state: "inProgress", attempt: 2, issues: [] }] },
  };
}

/** A run that was started by hand. */
export function started(like: SandboxRun, id: number, changes: Record<string, unknown>): SandboxRun {
  const { result: _, startTime: __, finishTime: ___, ...record } = like.record;
  return {
    ...{ logs: [], logTexts: new Map(), isUnfinished: true },
    record: {
      ...{ ...record, id, buildNumber: `20261120.${id}`, status: "notStarted", reason: "manual" },
      ...changes,
    },
  };
}
