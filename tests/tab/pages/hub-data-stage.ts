import { hasSucceeded } from "../../../shared/azure-devops/run-state";
import { monitorTag } from "../../../shared/report/form";
import type { MonitorReport, ReportProblem } from "../../../shared/report/schema";
import { projectOf } from "../../../tab/geometry/project";
import type { ProjectRun } from "../../../tab/geometry/project-run";
import type { HubService } from "../../../tab/host/hub-service";
import type { MonitorStep } from "../../../tab/host/monitor-steps";
import { type HubData, hubData } from "../../../tab/pages/hub/hub-data";
import { readHub } from "../../../tab/pages/hub/read-hub";
import { quietHour } from "../example-reports";
import { hour, nightShift, now, pipeline, problem, watched } from "../geometry/night-stage";
import { madeRun, type RunChanges } from "../made-run";

/** What the hub shows of a service in memory. */

export const project = { ...nightShift, url: "https://dev.azure.com/contoso/Night%20Shift" };
export const tagOf = (number: number, definitionId = number) =>
  `monitor-reported-${definitionId}-00000000000${number}`;

/** A monitor's runs, hour by hour. */
export const runsOf = (number: number, newest = 1140, changes: RunChanges = {}, length = 5) =>
  Array.from({ length }, (_, back) =>
    madeRun({
      ...{ id: 100 * number + 9 - back, pipeline: `monitor ${number}`, definitionId: number },
      ...{ tags: [monitorTag, tagOf(number)], finishTime: now - newest - back * hour, ...changes },
    }),
  );
export const twoTags = runsOf(1, 1140, { tags: [monitorTag, tagOf(1), tagOf(2, 1)] });

export const reportWith = (changes: Partial<MonitorReport>) => [
  { ...quietHour(), project: "Night Shift", ...changes },
];
export const stepOf = (number: number, changes: Partial<MonitorStep> = {}): MonitorStep => ({
  ...{ tag: tagOf(number), problems: [], nights: [watched([pipeline()]).night], reports: reportWith({}) },
  ...changes,
});
export const telling = (number: number, ...problems: ReportProblem[]) =>
  stepOf(number, { reports: reportWith({ problems }) });
export const untagged = (name: string): MonitorStep => ({
  ...telling(0, problem({ pipeline: name })),
  ...{ tag: undefined, nights: undefined },
});
export const muted = { kind: "muted", why: "" } as const;
export const broken = new Error("The service returned 500.");

/** What a service has: of monitors by their numbers, the steps of their newest runs or why they cannot be read. */
export interface Given {
  steps: Readonly<Record<number, readonly MonitorStep[] | Error>>;
  /** By default, each of these monitors reported 19 minutes ago. */
  monitorRuns: ProjectRun[];
  /** By the ids of the runs; those of other runs cannot be read. */
  stepsOfRuns: Readonly<Record<number, readonly MonitorStep[] | Error>>;
  recent: ProjectRun[];
  unfinished: ProjectRun[];
  wait: HubService["wait"];
  defaultBranch: string;
  /** That of the project; unknown by default. */
  projectId: string;
}

export async function load(given: Partial<Given>): Promise<HubData> {
  const service = serviceWith(given);
  const own = { ...project, ...service.project };
  return hubData(await readHub(service, () => now), own, { now, timeZone: "UTC" });
}

export function serviceWith({
  steps = {},
  recent = [],
  unfinished = [],
  ...given
}: Partial<Given>): HubService {
  const numbers = Object.keys(steps).map(Number);
  return {
    project: projectOf({ name: project.name, id: given.projectId }),
    monitorRuns: async () => ({ runs: given.monitorRuns ?? numbers.flatMap((number) => runsOf(number)) }),
    async steps(id) {
      const found =
        given.stepsOfRuns?.[id] ?? steps[(id - 9) / 100] ?? new Error(`${id} is not the newest run`);
      if (found instanceof Error) throw found;
      return [...found];
    },
    monitorRunsSince: async () => ({ runs: [], isCut: false }),
    defaultBranch: async () => given.defaultBranch,
    failures: async () => ({ runs: recent.filter((run) => !hasSucceeded(run)), isCut: false }),
    lastSuccesses: async () => ({ runs: recent.filter(hasSucceeded), isCut: false }),
    lastSuccess: async () => undefined,
    successesBeside: async () => ({ before: undefined, after: undefined }),
    runsSince: async () => ({ runs: recent, isCut: false }),
    others: async () => [],
    unfinishedRuns: async () => ({ runs: unfinished, isCut: false }),
    wait: given.wait ?? (async () => undefined),
    runsBetween: async () => [],
  };
}
export const pipelinesOf = ({ problems }: HubData) => problems.map(({ name }) => name);
export const failedOf = (changes: RunChanges) =>
  madeRun({ id: 5, finishTime: now - 60, result: "failed", ...changes });
export const failed = failedOf({});
