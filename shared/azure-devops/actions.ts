import { urlBelow } from "../http/url";
import { parseSecurityToken } from "./pipelines";
import { parseList, parseStartedRun } from "./records";
import type { Requests } from "./requests";
import type { Project } from "./runs";
import type { RunActions } from "./service";

/** The permission "Queue builds" in the namespace Build, as Microsoft's reference of security namespaces lists them. */
const buildSecurity = { namespace: "33344d9c-fc72-4d6f-aba5-fa317101a7e9", queueBuilds: "128" };

export function actOnRuns(
  { project, ofRun, builds }: Project,
  { json, act }: Pick<Requests, "json" | "act">,
): RunActions {
  return {
    retryRun: (runId, signal) =>
      act(
        urlBelow(project, builds(String(runId)), `retry=true&${ofRun}`),
        "PATCH",
        "{}",
        signal,
        () => undefined,
      ),
    startRun: (definitionId, branch, signal) => {
      const run = { definition: { id: definitionId }, sourceBranch: branch };
      return act(urlBelow(project, builds(), ofRun), "POST", JSON.stringify(run), signal, parseStartedRun);
    },
    async mayQueue(definitionId, signal) {
      const definition = urlBelow(project, ["_apis", "build", "definitions", String(definitionId)], ofRun);
      const token = await json(definition, signal, (body) => parseSecurityToken(body, definitionId));
      const query = `tokens=${encodeURIComponent(token)}&${ofRun}`;
      const permission = ["_apis", "permissions", buildSecurity.namespace, buildSecurity.queueBuilds];
      return json(
        urlBelow(new URL(".", project), permission, query),
        signal,
        (body) => parseList(body)[0] === true,
      );
    },
  };
}
