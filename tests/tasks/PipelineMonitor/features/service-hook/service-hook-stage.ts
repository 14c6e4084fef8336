import type { BuildService } from "../../../../../shared/azure-devops/client";
import type { MemoryAgentState } from "../../../../memory-agent";
import { memoryAgent } from "../../../../memory-agent";
import type { RunSketch } from "../../../../sandbox/runs";
import { memoryPipeline, type WatchChanges, watch } from "../../monitor-stage";

/** The id of the monitor's own pipeline, and of its run in the first hour. */
export const [ownDefinition, ownRunId] = [9, 900];

const ofOwnRun = {
  ...{ "System.CollectionUri": "https://dev.azure.com/contoso/", "System.TeamProject": "Night Shift" },
  ...{ "System.DefinitionId": String(ownDefinition), "Build.BuildId": String(ownRunId) },
  ...{ "Build.SourceBranch": "refs/heads/main", "Build.DefinitionName": "night watch" },
};
export const byHook = { "Build.Reason": "ResourceTrigger", "Resources.TriggeringCategory": "webhook" };

/** The agent of a run of the monitor's own pipeline. */
export function ownAgent({ variables, ...state }: MemoryAgentState = {}) {
  return memoryAgent({ ...state, variables: { ...ofOwnRun, ...variables } });
}

/** Hours of one monitor, which remembers. Each is given its hour after `now`, its runs, its agent and its keys. */
export function hookedMonitor(keys: object = {}) {
  const pipeline = memoryPipeline();
  return async (
    at: number,
    runs: readonly RunSketch[],
    { service, state, ...changes }: WatchChanges & { state?: MemoryAgentState } = {},
  ) => {
    const { agent: remembering, ...own } = pipeline(at);
    const { attachReport, tagRun } = remembering;
    const agent = { ...ownAgent(state), attachReport, tagRun };
    return watch(runs, {
      ...own,
      agent,
      keys: { notify: "changes", run_ct_min: -1, ...keys },
      ...(service === undefined ? {} : { service }),
      ...changes,
    });
  };
}

/** The service, with what it says of subscriptions. */
export const withSubscriptions = (read: BuildService["hookSubscriptions"]) => (): Partial<BuildService> => ({
  hookSubscriptions: read,
});
