import type { TaskContext } from "../../../../shared/agent/task";
import type { BuildService } from "../../../../shared/azure-devops/client";
import { messageOf } from "../../../../shared/errors";
import type { Entries } from "../../config/entries";
import type { Repairable } from "./repair-form";

/** Each takes three requests. */
const maxPipelines = 50;

type PermissionService = Pick<BuildService, "pipelineNames" | "pipelinesNamed" | "mayQueue">;

/** Which pipelines the monitor may repair, those with a known issue that it would retry included, and whether the credential has the permission. Acts on nothing. */
export async function explainRepairs(
  allowed: Entries<Repairable>,
  retried: ReadonlySet<string>,
  service: PermissionService,
  { cancelled }: Pick<TaskContext, "cancelled">,
): Promise<string[]> {
  const names = new Set(await service.pipelineNames(cancelled));
  const chosen = [...names].filter((name) => {
    const { lostAgent, missed } = allowed.entryFor(name);
    return lostAgent || missed || retried.has(name);
  });
  const explained: string[] = [];
  for (const name of chosen.slice(0, maxPipelines)) {
    const what = describe(allowed.entryFor(name), retried.has(name));
    explained.push(`${name}: ${what}. ${await permissionTo(name, service, cancelled)}`);
  }
  const left = chosen.length - explained.length;
  const more = left === 0 ? [] : [`and ${left} more, which are not asked about`];
  return ["", "Repairs:", ...explained, ...more];
}

function describe({ lostAgent, missed }: Repairable, isRetried: boolean): string {
  return [
    ...(isRetried ? ["failed jobs are run again once after a known issue"] : []),
    ...(lostAgent ? ["failed jobs are run again once if their agent was lost"] : []),
    ...(missed ? ["a missed run is started once"] : []),
  ].join("; ");
}

async function permissionTo(name: string, service: PermissionService, signal: AbortSignal): Promise<string> {
  try {
    const ids = await service.pipelinesNamed(name, signal);
    const answers = await Promise.all(ids.map((id) => service.mayQueue(id, signal)));
    return answers.every(Boolean)
      ? 'The credential\'s identity may queue it. A personal access token also needs the scope "Build (read and execute)".'
      : 'The credential\'s identity may not queue it: grant it "Queue builds" in the security settings of the pipeline.';
  } catch (error) {
    signal.throwIfAborted();
    return `Could not ask whether the credential may queue it: ${messageOf(error)}`;
  }
}
