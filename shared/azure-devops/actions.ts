import * as v from "valibot";
import { parseAs } from "../http/body";
import { urlBelow } from "../http/url";
import { parseList } from "./lists";
import { id } from "./records";
import type { Project } from "./requests";

/** The permission "Queue builds" in the namespace Build, as Microsoft's reference of security namespaces lists them. */
const buildSecurity = { namespace: "33344d9c-fc72-4d6f-aba5-fa317101a7e9", queueBuilds: "128" };

const startedSchema = v.object({ id });
const securedSchema = v.object({ path: v.string(), project: v.object({ id: v.string() }) });

/** Changes something at the service. Each sends one request; after a failure, it may have arrived. */
export function actOnRuns({ project, at, ofOne, json }: Project) {
  return {
    /** Runs the failed jobs of a finished run again. */
    async retryRun(runId: number, signal: AbortSignal): Promise<void> {
      const url = at(["build", "builds", String(runId)], `retry=true&${ofOne}`);
      await json({ url, method: "PATCH", body: "{}", signal }, () => undefined);
    },
    /** Starts a pipeline on a branch, such as refs/heads/main, and returns the id of the run. */
    startRun(definitionId: number, branch: string, signal: AbortSignal): Promise<number> {
      const body = JSON.stringify({ definition: { id: definitionId }, sourceBranch: branch });
      const url = at(["build", "builds"], ofOne);
      return json(
        { url, body, signal },
        (started) => parseAs(startedSchema, started, "a run without an id").id,
      );
    },
    /** Whether the credential's identity has the permission "Queue builds" on a pipeline. Changes nothing. */
    async mayQueue(definitionId: number, signal: AbortSignal): Promise<boolean> {
      const url = at(["build", "definitions", String(definitionId)], ofOne);
      const token = await json({ url, signal }, (body) => securityToken(body, definitionId));
      const query = `tokens=${encodeURIComponent(token)}&${ofOne}`;
      const permission = ["_apis", "permissions", buildSecurity.namespace, buildSecurity.queueBuilds];
      return json(
        { url: urlBelow(new URL(".", project), permission, query), signal },
        (body) => parseList(body)[0] === true,
      );
    },
  };
}

/** Names a pipeline to the service's permissions: project, folders and id. */
function securityToken(pipeline: unknown, definitionId: number): string {
  const unknown = "a pipeline without its project or folder";
  const { path, project } = parseAs(securedSchema, pipeline, unknown);
  const folders = path.split("\\").filter((folder) => folder !== "");
  return [project.id, ...folders, String(definitionId)].join("/");
}
