import pMap from "p-map";
import type { Agent, Variables } from "../../../../shared/agent/agent";
import { type Run, runsIn } from "../../../../shared/azure-devops/records";
import { runState } from "../../../../shared/azure-devops/run-state";
import type { Timeline } from "../../../../shared/azure-devops/timeline";
import { placeKeyOf } from "../../../../shared/subject";
import { isOwnProject } from "../../connect/own-pipeline";
import type { Context } from "../../issue/context";
import type { ListedProject } from "../../issue/report";
import type { OptionalStage } from "../../issue/stage";
import { subjectOf } from "../../issue/subject";
import { withTimelines } from "../../logs/timelines";

/** A burst has one for each failure. More are reported as the list has them. */
const maxSupersededRead = 200;

/** Marks the runs that did nothing, because newer ones took their place. Requests are sent only about runs about which it `mayAsk`. */
export function supersededRuns(
  isReplaceable: (run: Run, report: ListedProject, agent: Variables) => boolean,
  mayAsk: (run: Run) => boolean,
): OptionalStage<ListedProject> {
  const candidatesIn = (report: ListedProject, agent: Agent) =>
    runsIn(report.records).filter((run) => runState(run) === "canceled" && isReplaceable(run, report, agent));
  return {
    name: "runs that newer ones replaced",
    isEnabled: (report, { agent }) => candidatesIn(report, agent).length > 0,
    async run(report, context) {
      const candidates = candidatesIn(report, context.agent);
      const superseded = await withTimelines(context, async (read, signal) => {
        const ids = new Set(candidates.map(({ id }) => id));
        const others = runsIn(report.records).filter(({ id }) => !ids.has(id));
        const newer = [...others, ...ownRun(report, context)];
        const asked = candidates.filter(mayAsk);
        const left = replacedBy(asked, newer).length < asked.length;
        const unfinished = left ? runsIn(await context.unfinishedRuns(signal)) : [];
        const replaced = replacedBy(candidates, [...newer, ...unfinished]);
        // It cannot have done anything if it never started. Whether the others have a start is documented nowhere.
        const inDoubt = replaced
          .filter((run) => run.startTime !== undefined && mayAsk(run))
          .slice(0, maxSupersededRead);
        const idleIn = async (run: Run) => {
          const timeline = await read(run.id);
          return timeline && !hasWorked(timeline) ? [run] : [];
        };
        const idle = await pMap(inDoubt, idleIn, { concurrency: context.connections });
        return new Set([...replaced.filter(({ startTime }) => startTime === undefined), ...idle.flat()]);
      });
      const records = report.records.map((record) =>
        "run" in record && superseded.has(record.run)
          ? { run: { ...record.run, isSuperseded: true } }
          : record,
      );
      return { ...report, records };
    },
  };
}

type QueuedRun = Pick<Run, "id" | "pipeline" | "branch">;

/** Those after which a newer run of their pipeline and branch was queued: the ids of runs grow. */
export function replacedBy<R extends Run>(candidates: readonly R[], others: readonly QueuedRun[]): R[] {
  const newest = new Map<string, number>();
  const keyOf = (run: QueuedRun) => placeKeyOf(subjectOf(run));
  for (const run of others) newest.set(keyOf(run), Math.max(run.id, newest.get(keyOf(run)) ?? 0));
  return candidates.filter((run) => run.id < (newest.get(keyOf(run)) ?? 0));
}

/** Only a job or a step that an agent worked on has a log. */
export function hasWorked({ records }: Timeline): boolean {
  return records.some(({ type, logId }) => ["Job", "Task"].includes(type) && logId !== undefined);
}

/** The monitor's own run is the newest of its pipeline that anybody waits for. */
function ownRun({ config }: ListedProject, { agent }: Context) {
  const [id, definitionId] = ["Build.BuildId", "System.DefinitionId"].map((name) =>
    Number(agent.variable(name)),
  );
  const branch = agent.variable("Build.SourceBranch");
  return id && definitionId && isOwnProject(config, agent)
    ? [{ id, pipeline: { id: definitionId, name: "" }, branch }]
    : [];
}
