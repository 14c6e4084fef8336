import fc from "fast-check";
import * as v from "valibot";
import { type Message, plainText, rowsOf } from "../../../../shared/chat/message";
import { type Pipeline, pathOf } from "../../../../shared/pipeline";
import { attachmentType } from "../../../../shared/report/form";
import { type MonitorReport, reportSchemas } from "../../../../shared/report/schema";
import { isTag, placeKeyOf } from "../../../../shared/subject";
import type { OtherProjects } from "../../../../tasks/PipelineMonitor/projects";
import { memoryBuildService } from "../../../memory-build-service";
import { type RunSketch, sketchRun } from "../../../sandbox/runs";
import { sanitize } from "../../../sanitize";
import { changes, memoryPipeline, now, watch } from "../monitor-stage";
import { channelOf } from "../target-stage";
import { featuresWith } from "./made-targets";

/** Projects with pipelines and branches that are easily taken for each other, and what is wrong with them. */

// Twins, prefixes of each other, right to left, with invisible characters, like the name of something else, and very long.
const long = "x".repeat(200);
const names = [
  ...["a", "A", "a on b", "a on pull request 5", "a (definition 2)", "Shop", "deploy", "deploy 2"],
  ...[
    "\u05d0\u05d1",
    "a\u200b",
    "\u2699\ufe0f a",
    `${long}y`,
    `${long}z`,
    `y${long}${long}`,
    `z${long}${long}`,
  ],
];
const folders = ["\\", "\\Billing", "\\Billing\\EU", "\\billing", `\\${long}`];
const branches = [
  ...["main", "master", "develop", "b", "a", "release/5", "release/52", long, `${long}y`].map(
    (one) => `refs/heads/${one}`,
  ),
  ...["refs/tags/b", "refs/tags/1.2.3", "refs/pull/5/merge", "refs/pull/52/merge", "refs/heads/tags/b"],
];
export const ownProject = "Night Shift";
const projects = [ownProject, "Night", "Shop", "Shop 2", "\u05d0\u05d1"];
const kinds = ["failed", "slow", "stuck", "missed"] as const;

/** A problem: of a run that failed, took too long or does not end, or of one that did not start. */
export interface Wrong {
  kind: (typeof kinds)[number];
  project: string;
  pipeline: Pipeline & { id: number; folder: string };
  branch: string;
  /** Whether it is over an hour later. */
  ends: boolean;
}

const pipelines = fc
  .uniqueArray(
    fc.record({
      project: fc.constantFrom(...projects),
      name: fc.constantFrom(...names),
      folder: fc.constantFrom(...folders),
    }),
    { minLength: 1, maxLength: 5, selector: (one) => JSON.stringify(one).toLowerCase() },
  )
  .map((all) => all.map(({ project, ...one }, index) => ({ project, pipeline: { id: index + 1, ...one } })));

/** Only the own project, the first, has schedules; no run of a pull request or tag is scheduled. */
function isPossible({ kind, project, branch }: Wrong): boolean {
  return kind !== "missed" || (project === ownProject && branch.startsWith("refs/heads/"));
}

export const anyWrongs = pipelines.chain((all) =>
  fc
    .uniqueArray(
      fc.record({
        kind: fc.constantFrom(...kinds),
        of: fc.constantFrom(...all),
        branch: fc.constantFrom(...branches),
        ends: fc.boolean(),
      }),
      {
        minLength: 1,
        maxLength: 6,
        selector: ({ of, branch }) => placeKeyOf({ pipeline: of.pipeline, branch }),
      },
    )
    .map((some) => some.map(({ of, ...one }): Wrong => ({ ...of, ...one })).filter(isPossible)),
);

function runsOf({ kind, pipeline, branch, ends }: Wrong, index: number, minute: number): RunSketch[] {
  const record = {
    definition: { id: pipeline.id, name: pipeline.name, path: pipeline.folder },
    sourceBranch: branch,
    sourceVersion: "c0ffee",
    reason: "schedule",
  };
  const id = 100 * (index + 1);
  const ran = (number: number, at: number, more: RunSketch): RunSketch[] =>
    at < minute ? [{ id: id + number, finishedSecondsAgo: (minute - at) * 60, record, ...more }] : [];
  const good = ends ? ran(2, 40 + index / 10, {}) : [];
  switch (kind) {
    case "failed":
      return [...ran(1, -10 - index / 10, { result: "failed" }), ...good];
    case "slow":
      return [...ran(1, -10 - index / 10, { runSeconds: 2000 }), ...good];
    case "stuck":
      // Before what is well again, so that a tag of the same pipeline ends it.
      return ends && minute > 0
        ? ran(1, 39, { runSeconds: 6000 })
        : [{ id: id + 1, unfinished: "running", runSeconds: 4000 + minute * 60, record }];
    case "missed":
      // It exists.
      return [...ran(1, -1600 - index, {}), ...good];
  }
}

/** What all see at a minute. */
export interface Seen {
  /** The rows of the message, and its title. */
  rows: readonly string[];
  title: string;
  /** Of the specification's message. */
  plain: readonly string[];
  pages: readonly MonitorReport[];
  /** The titles of the open alerts, by their keys. */
  alerts: readonly string[];
}

/** Plays reports of a monitor of all projects. `entries` are of pipelines, by their paths. */
export async function playSubjects(
  all: readonly Wrong[],
  {
    minutes = [0, 60],
    keys = {},
    entries: own = {},
  }: { minutes?: readonly number[]; keys?: object; entries?: Readonly<Record<string, object>> } = {},
): Promise<Seen[]> {
  const pipeline = memoryPipeline();
  const open = new Map<string, string>();
  const seen: Seen[] = [];
  const scheduled = new Map<string, object[]>();
  for (const { kind, pipeline: of, branch } of all)
    if (kind === "missed")
      scheduled.set(pathOf(of), [...(scheduled.get(pathOf(of)) ?? []), { cron: "5 3 * * *", branch }]);
  const paths = new Set([...scheduled.keys(), ...Object.keys(own)]);
  const entries = Object.fromEntries(
    [...paths].map((path) => {
      const schedule = scheduled.get(path);
      return [path, { ...(schedule && { schedule, grace: 60 }), ...own[path] }];
    }),
  );
  for (const minute of minutes) {
    const hour = pipeline(minute / 60);
    const [rows, pages]: [string[], MonitorReport[]] = [[], []];
    let title = "";
    const attachReport: typeof hour.agent.attachReport = (type, ...of) => {
      if (type === attachmentType) pages.push(monitorOf(of[1]));
      hour.agent.attachReport(type, ...of);
    };
    const ofProject = (name: string) =>
      all.flatMap((one, index) => (one.project === name ? runsOf(one, index, minute) : []));
    const others: OtherProjects = {
      list: async () => ({
        projects: projects.map((name, index) => ({ name, id: `p-${index}` })),
        isCut: false,
      }),
      open: (url) =>
        memoryBuildService(
          url,
          ofProject(decodeURIComponent(url.pathname.split("/").at(-1) ?? "")).map((one) =>
            sketchRun(now + minute * 60_000, one),
          ),
        ),
    };
    const pager = {
      open: async ({ key, title }: { key: string; title: string }) => void open.set(key, title),
      close: async (key: string) => void open.delete(key),
    };
    const { posted } = await watch(ofProject(ownProject), {
      ...{ ...hour, agent: { ...hour.agent, attachReport }, projects: others },
      keys: {
        ...{ ...changes, check_unfinished: true, projects: ["*"] },
        paging: { kind: "pagerduty", key: "KEY", severities: ["high", "normal"] },
        pipelines: { default: { max_proc_time: 900, min_proc_time: 30 }, ...entries },
        ...keys,
      },
      projectId: "p-0",
      form: "product",
      features: featuresWith(() => channelOf(async () => {}), pager),
      async post(message: Message) {
        title = plainText(message.title, sanitize);
        for (const line of message.lines)
          rows.push(...rowsOf({ ...line, links: [] }).map((row) => plainText(row, sanitize)));
      },
    });
    seen.push({ rows, title, plain: posted, pages, alerts: [...open.values()] });
  }
  return seen;
}

function monitorOf(text: string): MonitorReport {
  const content: unknown = JSON.parse(text);
  return v.parse(reportSchemas.monitor, content);
}

/** Equal for wrongs that are one problem: of the runs of a branch, or of all tags of a pipeline. */
function problemOf({ kind, project, pipeline, branch }: Wrong): string {
  const isOfRuns = kind === "failed" || kind === "slow";
  const line = isOfRuns && isTag({ branch }) ? "tag" : branch;
  return JSON.stringify([project, pipeline.id, line, isOfRuns ? "" : kind]);
}

export function problemsOf(all: readonly Wrong[]): ReadonlySet<string> {
  return new Set(all.map(problemOf));
}

/** An hour later. A stuck run that has ended took too long. */
export function problemsAfter(all: readonly Wrong[]): ReadonlySet<string> {
  const over = problemsOf(all.filter(({ kind, ends }) => ends && kind !== "stuck"));
  const after = all.map((one): Wrong => (one.kind === "stuck" && one.ends ? { ...one, kind: "slow" } : one));
  return new Set([...problemsOf(after)].filter((problem) => !over.has(problem)));
}
