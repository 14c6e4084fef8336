import type { Run } from "../../../../shared/azure-devops/records";
import { withinBudget } from "../../issue/context";
import type { OptionalStage } from "../../issue/report";
import { requestedSince, takenUntil, type Window } from "../../issue/window";

/**
 * The id that a hook handed over. In runs that no hook started, the service may leave the input empty, or the expression as it
 * is: undefined then.
 */
export function hookRunIdIn(input: string): number | undefined {
  const [id] = /^\d{1,15}$/.exec(input.trim()) ?? [];
  return id === undefined ? undefined : Number(id);
}

/** Takes the run that a service hook named into the list, which may not have it yet. */
export function namedRun(id: number): OptionalStage {
  return {
    name: `run ${id}, which the service hook named`,
    findsIssues: true,
    isEnabled: ({ records }) =>
      records.every((record) => ("run" in record ? record.run.id : record.unreadable.id) !== id),
    async run(report, context) {
      const { agent, service } = context;
      const record = await withinBudget(context, (signal) => service.run(id, signal));
      const why =
        record === undefined
          ? "this project has no such run"
          : "run" in record
            ? unfitFor(record.run, report.window, report.config.listParameters)
            : undefined;
      if (record !== undefined && why === undefined)
        return { ...report, records: [record, ...report.records] };
      agent.print(`The service hook named run ${id}, which is not checked: ${why}.`);
      return report;
    },
  };
}

/** Parameters of a list that leave out no run, or that our own query sets. */
const harmless = ["api-version", "$top", "queryorder", "continuationtoken", "mintime", "maxtime"];

/** Why a run is none of the list that the rules see, whenever it was read; undefined if it is. */
export function unfitFor(
  { finishTime, definitionId, branch }: Pick<Run, "finishTime" | "definitionId" | "branch">,
  window: Window,
  listParameters: string,
): string | undefined {
  if (finishTime === undefined) return "it has not finished";
  if (finishTime * 1000 < requestedSince(window).getTime())
    return "it finished before the runs that are checked";
  if (finishTime >= takenUntil(window)) return "it finished after this report began";
  const wanted: Readonly<Record<string, (value: string) => boolean>> = {
    definitions: (value) => value.split(",").includes(String(definitionId)),
    branchname: (value) => value === branch,
  };
  const others = [...new URLSearchParams(listParameters)].find(
    ([name, value]) => !harmless.includes(name.toLowerCase()) && wanted[name.toLowerCase()]?.(value) !== true,
  );
  return others && `\`url_params\` has ${others[0]}, and nobody knows whether it leaves out this run`;
}
