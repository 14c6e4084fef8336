import type { TaskContext } from "../../../shared/agent/task";
import type { BuildService } from "../../../shared/azure-devops/client";
import { createBuildService } from "../../../shared/azure-devops/client";
import type { BuildCredential } from "../../../shared/azure-devops/credential";
import type { Config } from "../config/parse";

/** Where to read runs. */
export type RunSource = Pick<Config, "project" | "listParameters" | "partlyIsSuccess" | "elsewhere">;

/** The caller must call `dispose`. */
export function openService(
  { project, listParameters, partlyIsSuccess, elsewhere }: RunSource,
  credential: BuildCredential,
  { agent, clock, cancelled }: TaskContext,
  limits: { connections?: number } = {},
): BuildService {
  const settings = {
    project,
    listParameters,
    partlyIsSuccess,
    authorization: (rejected?: string) => credential.authorization({ clock, cancelled }, rejected),
    credentialAdvice: credential.advice,
    doubt: elsewhere?.sentence,
    network: agent.network(project),
    clock,
  };
  return createBuildService(settings, limits.connections);
}
