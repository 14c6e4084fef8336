import { idOf, type Run, type RunRecord } from "../../../../shared/azure-devops/records";
import type { HourBefore } from "../../feature";
import { type Context, withinBudget } from "../../issue/context";
import type { ListedProject } from "../../issue/report";
import type { OptionalStage } from "../../issue/stage";
import { requestedSince, takenUntil, type Window } from "../../issue/window";

/**
 * The run that a service hook named. No two runs of an organization have the same id, so one project after the other is asked
 * until one has it, the configuration's own first. Of the others, one that cannot be read has none.
 */
export function namedRun(
  id: number,
  own: NonNullable<HourBefore["ownProject"]>,
): {
  /** Takes the run into the list of its project, which may not have it yet. */
  stage: OptionalStage<ListedProject>;
  /** Whether all projects could say something of it, and none has it. */
  isMissing(): boolean;
} {
  let isMissing = true;
  let ofOwn: Promise<RunRecord | undefined> | undefined;
  let isFound: Promise<boolean> | undefined;

  async function read({ config }: ListedProject, context: Context): Promise<RunRecord | undefined> {
    const ask = ({ service, projectId }: typeof own) =>
      withinBudget(context, (signal) => service.run(id, signal, projectId));
    const askOwn = () => {
      ofOwn ??= ask(own).catch((error: unknown) => {
        isMissing = false;
        throw error;
      });
      return ofOwn;
    };
    if (config.isOwn) return askOwn();
    const isOfOwn = () =>
      askOwn().then(
        (record) => record !== undefined,
        () => true,
      );
    let record: RunRecord | undefined;
    isFound = (isFound ?? isOfOwn()).then(async (isKnown) => {
      if (isKnown) return true;
      const place = { service: context.service, projectId: config.projectId };
      record = await ask(place).catch(() => undefined);
      return record !== undefined;
    });
    await isFound;
    return record;
  }

  return {
    isMissing: () => isMissing,
    stage: {
      name: `run ${id}, which the service hook named`,
      findsIssues: true,
      async run(report, context) {
        const isListed = report.records.some((record) => idOf(record) === id);
        if (isListed) isFound = Promise.resolve(true);
        const record = isListed ? undefined : await read(report, context);
        if (isListed || record !== undefined) isMissing = false;
        if (record === undefined) return report;
        const why =
          "run" in record ? unfitFor(record.run, report.window, report.config.listParameters) : undefined;
        if (why === undefined) return { ...report, records: [record, ...report.records] };
        context.agent.print(`The service hook named run ${id}, which is not checked: ${why}.`);
        return report;
      },
    },
  };
}

/** Parameters of a list that leave out no run, or that our own query sets. */
const harmless = ["api-version", "$top", "queryorder", "continuationtoken", "mintime", "maxtime"];

type RunInList = Pick<Run, "finishTime" | "pipeline" | "branch">;

/** Why a run is none of the list that the rules see, whenever it was read; undefined if it is. */
export function unfitFor(
  { finishTime, pipeline, branch }: RunInList,
  window: Window,
  listParameters: string,
): string | undefined {
  if (finishTime === undefined) return "it has not finished";
  if (finishTime * 1000 < requestedSince(window).getTime())
    return "it finished before the runs that are checked";
  if (finishTime >= takenUntil(window)) return "it finished after this report began";
  const wanted: Readonly<Record<string, (value: string) => boolean>> = {
    definitions: (value) => value.split(",").includes(String(pipeline.id)),
    branchname: (value) => value === branch,
  };
  const others = [...new URLSearchParams(listParameters)].find(
    ([name, value]) => !harmless.includes(name.toLowerCase()) && wanted[name.toLowerCase()]?.(value) !== true,
  );
  return others && `\`url_params\` has ${others[0]}, and nobody knows whether it leaves out this run`;
}
