import fc from "fast-check";
import type { Run } from "../../../shared/azure-devops/records";
import { groupBy } from "../../../shared/group-by";
import { emptyJournal, journalType } from "../../../shared/journal/schema";
import { attachmentType, monitorTag } from "../../../shared/report/form";
import type { ReportProblem } from "../../../shared/report/schema";
import { isTag } from "../../../shared/subject";
import { zoneNamed } from "../../../shared/text/zone";
import { projectOf } from "../../../tab/geometry/project";
import { connectHub } from "../../../tab/host/hub-service";
import type { Get } from "../../../tab/host/service";
import { renderJournal } from "../../../tasks/PipelineMonitor/journal/journal-file";
import { noteRuns } from "../../../tasks/PipelineMonitor/journal/note";
import { attachmentReply } from "../../sandbox/attachments";
import type { SandboxRun } from "../../sandbox/build-service";
import { runList } from "../../sandbox/run-list";
import { sanitize } from "../../sanitize";
import { configWith } from "../../tasks/PipelineMonitor/monitor-stage";
import { quietHour } from "../example-reports";

/** Random projects and monitors: the runs themselves, and a service that has them and what monitors attached. */

export const [hour, day] = [3600, 24 * 3600];
export const project = {
  ...projectOf({ name: "Night Shift" }),
  url: "https://dev.azure.com/contoso/Night%20Shift",
};
export const zones = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Auckland"];

export interface World {
  now: number;
  runs: readonly Run[];
  monitors: readonly MonitorPlan[];
}

/** A monitor that has reported every so many seconds. */
interface MonitorPlan {
  id: number;
  zone: string;
  period: number;
  lastAgo: number;
  /** It knows what is wrong; one without looks at the runs of its period alone. */
  hasJournal: boolean;
  mutes: boolean;
  /** So many of its newest reports cannot be read. */
  torn: number;
}

const seconds = (max: number) => fc.integer({ min: 0, max });
const plan = fc.record({
  ...{ zone: fc.constantFrom(...zones), period: fc.constantFrom(hour, 6 * hour, day) },
  ...{ lastAgo: fc.oneof(seconds(hour), seconds(2 * day)), hasJournal: fc.boolean() },
  ...{ mutes: fc.boolean(), torn: fc.constantFrom(0, 0, 0, 1) },
});
const branches = fc.constantFrom(
  ...["refs/heads/main", "refs/heads/main", "refs/heads/main", "refs/heads/topic", "refs/heads/release/5"],
  ...["refs/tags/v1", "refs/tags/v2"],
);
const sketch = fc.record({
  ...{ pipeline: fc.integer({ min: 1, max: 4 }), branch: branches },
  ...{
    endedAgo: fc.oneof(seconds(3 * hour), seconds(day), seconds(20 * day)),
    took: seconds(900),
    // A run that is run again keeps the time at which it was queued.
    waited: fc.oneof(seconds(900), seconds(900), seconds(900), seconds(2 * day)),
  },
  result: fc.constantFrom("succeeded", "succeeded", "failed", "failed", "partiallySucceeded", "canceled"),
  reason: fc.constantFrom("schedule", "schedule", "schedule", "manual", "pullRequest"),
  commit: fc.constantFrom("a", "b", "c"),
});

/** Folders have pipelines of one name, and a pipeline is called otherwise since a time. */
const identities = fc.array(
  fc.record({
    name: fc.constantFrom("deploy", "nightly", "nightly on topic"),
    folder: fc.constantFrom("\\", "\\Billing", "\\Shop\\EU"),
    before: fc.option(fc.record({ name: fc.constantFrom("deploy", "old name"), ago: seconds(10 * day) }), {
      freq: 3,
    }),
  }),
  { minLength: 4, maxLength: 4 },
);

/** Days on which clocks change are among them. */
const moments = fc.integer({ min: Date.UTC(2026, 0, 1) / 1000, max: Date.UTC(2027, 0, 1) / 1000 });

export const worlds: fc.Arbitrary<World> = fc
  .record({
    now: moments,
    sketches: fc.array(sketch, { maxLength: 40 }),
    plans: fc.array(plan, { maxLength: 3 }),
    identities,
  })
  .map(({ now, sketches, plans, identities: known }) => ({
    now,
    runs: sketches.map(({ pipeline, endedAgo, took, waited, ...about }, index): Run => {
      const finishTime = now - endedAgo;
      const { name = "", folder, before } = known[pipeline - 1] ?? {};
      const isOld = before !== null && before !== undefined && endedAgo > before.ago;
      const times = { finishTime, startTime: finishTime - took, queueTime: finishTime - took - waited };
      const named = {
        id: index + 1,
        buildNumber: `n${index + 1}`,
        pipeline: { id: pipeline, name: isOld ? before.name : name, folder },
      };
      // The service gives these a branch of their own.
      const branch = about.reason === "pullRequest" ? "refs/pull/7/merge" : about.branch;
      return { ...named, ...about, ...times, branch, status: "completed" };
    }),
    monitors: plans.map((one, index) => ({ id: 90 + index, ...one })),
  }));

/** The runs of a monitor, the newest first, with what they attached. */
function monitorRuns({ now, runs }: World, monitor: MonitorPlan): SandboxRun[] {
  return Array.from({ length: 4 }, (_, back) => {
    const at = now - monitor.lastAgo - back * monitor.period;
    const tag = `monitor-reported-${monitor.id}-0123456789ab`;
    const record = recordOf({
      ...{
        id: monitor.id * 100 - back,
        buildNumber: `m${back}`,
        pipeline: { id: monitor.id, name: `monitor ${monitor.id}` },
      },
      ...{
        status: "completed",
        result: "succeeded",
        queueTime: at - 60,
        startTime: at - 50,
        finishTime: at,
        reason: "schedule",
      },
    });
    // Made when somebody asks for them: most are never read.
    const report = {
      ...{ type: attachmentType, name: "report.json" },
      get text() {
        return back < monitor.torn ? "torn" : JSON.stringify(reportAt(runs, monitor, at));
      },
    };
    const journal = {
      ...{ type: journalType, name: `${tag}.json` },
      get text() {
        return journalAt(runs, monitor, at);
      },
    };
    return {
      record: { ...record, tags: [monitorTag, ...(monitor.hasJournal ? [tag] : [])] },
      ...{ logs: [], logTexts: new Map() },
      attachments: [report, ...(monitor.hasJournal ? [journal] : [])],
    };
  });
}

/** The pipeline and the branch; all tags of a pipeline are one. */
export function branchOf({ pipeline, branch = "" }: Run): string {
  return `${pipeline.id} ${isTag({ branch }) ? "tags" : branch}`;
}

const known = (runs: readonly Run[], at: number) => runs.filter(({ finishTime = 0 }) => finishTime <= at);

function reportAt(runs: readonly Run[], { zone, period, hasJournal, mutes }: MonitorPlan, at: number) {
  const seen = known(runs, at).filter(
    ({ finishTime = 0, reason }) => reason !== "pullRequest" && (hasJournal || finishTime > at - period),
  );
  const problems = [...groupBy(seen, branchOf)].flatMap(([key, some]): ReportProblem[] => {
    const last = some.toSorted(
      (one, other) => (other.finishTime ?? 0) - (one.finishTime ?? 0) || other.id - one.id,
    )[0];
    if (last === undefined || last.result === "succeeded") return [];
    const { finishTime: time = 0 } = last;
    if (isTag(last) && time < at - day) return [];
    const kind =
      last.result === "canceled" ? "canceled" : last.result === "failed" ? "failed" : "partiallySucceeded";
    return [
      {
        ...{
          key,
          project: project.name,
          pipeline: last.pipeline.name,
          definition: last.pipeline,
          kind,
          sentence: kind,
          severity: "failure",
        },
        ...{ importance: "normal", since: time, last: time, count: 1, number: last.buildNumber },
        ...{ runUrl: `${project.url}/_build/results?buildId=${last.id}` },
        ...(last.branch === undefined ? {} : { branch: last.branch }),
        state: { kind: mutes ? "muted" : "told", why: "" },
      },
    ];
  });
  return { ...quietHour(), ...{ project: project.name, zone, problems, from: at - period, to: at } };
}

const config = configWith({ window: "since_last_report" });

export function journalAt(runs: readonly Run[], { zone }: Pick<MonitorPlan, "zone">, at: number): string {
  const journal = noteRuns(
    { ...emptyJournal, ...{ name: project.name, url: project.url, since: at - 60 * day, isFilled: true } },
    known(runs, at),
    { ...config, zone: zoneNamed(zone) ?? config.zone },
  );
  const facts = { run: "1", now: at, zone: zoneNamed(zone) ?? config.zone, ownerOf: () => "" };
  return renderJournal(new Map([[projectOf({ name: "0123456789abcdef" }).id, journal]]), facts, sanitize);
}

export function recordOf({
  pipeline,
  branch,
  commit,
  queueTime = 0,
  startTime = 0,
  finishTime = 0,
  ...run
}: Run) {
  const text = (time: number) => new Date(time * 1000).toISOString();
  return {
    ...{
      ...run,
      definition: { ...pipeline, path: pipeline.folder },
      sourceBranch: branch,
      sourceVersion: commit,
    },
    ...{ queueTime: text(queueTime), startTime: text(startTime), finishTime: text(finishTime) },
  };
}

/** The hub's service over such a world, as if it had been asked at its present. */
export function serviceOf(world: World) {
  return connectHub(project.url, getOf(world));
}

/** What that service answers. */
export function getOf(world: World): Get {
  const watched = world.runs.map(
    (run): SandboxRun => ({ record: recordOf(run), logs: [], logTexts: new Map() }),
  );
  const all = [...watched, ...world.monitors.flatMap((monitor) => monitorRuns(world, monitor))];
  return async (url: string) => {
    const { pathname, searchParams: query } = new URL(url);
    const path = decodeURIComponent(pathname);
    const run = all.find(({ record }) => String(record["id"]) === /\/builds\/(\d+)\//.exec(path)?.[1]);
    const request = { method: "GET", target: url, path, query, headers: {}, body: "", nthOnConnection: 1 };
    const reply = path.endsWith("/builds")
      ? runList(request, all, { runs: all, authorizations: [], isTopOfPage: true })
      : attachmentReply(path, run?.attachments ?? []);
    if (reply === undefined || reply.status === 404) return undefined;
    return { text: String(reply.body), next: reply.headers?.["x-ms-continuationtoken"] };
  };
}
