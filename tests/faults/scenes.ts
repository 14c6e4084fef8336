import { everyExtra } from "../packaged/extras-stage";
import { lostRun, main, repairKeys } from "../packaged/repairs-stage";
import type { BuildServiceOptions, SandboxRun } from "../sandbox/build-service";
import type { SandboxRepositories } from "../sandbox/repositories";
import { type RunSketch, sketchRun } from "../sandbox/runs";

/** The day's first report, which asks for all that there is to ask for. */
export const now = Date.UTC(2026, 10, 20, 0, 19);

interface Scene {
  config: Record<string, unknown>;
  runs: readonly RunSketch[];
  /** The runs of further projects, by name. */
  moreProjects?: Readonly<Record<string, readonly SandboxRun[]>>;
  /** Where the YAML of its pipelines is. */
  repositories?: SandboxRepositories;
  /** When an earlier run of the monitor reported; without it, there is none. */
  reportedAt?: number;
  /** The runs that no list has yet, and what the service has of service hooks. */
  service?: Pick<BuildServiceOptions, "unlisted" | "hooks">;
  /** Inputs of the step, besides the usual ones. */
  inputs?: Readonly<Record<string, string>>;
}

/** The scenes by what makes the monitor ask an endpoint. */
export type SceneName =
  | "plain"
  | "extras"
  | "unknownPipeline"
  | "known"
  | "everyProject"
  | "shop"
  | "digest"
  | "owners"
  | "ownersOnGitHub"
  | "explained"
  | "metrics"
  | "heartbeat"
  | "namedRun"
  | "hooked"
  | "lostAgent"
  | "missedRun";

const failed = { id: 1, result: "failed", logs: ["1", "2", "3", "4", "an error", "long\nlonger"] };
const healthy = [2, 3, 4, 5].map((id) => ({ id, finishedSecondsAgo: 600 + id }));
const usual = { config: {}, runs: [failed, ...healthy] };
/** A schedule that the runs of the cells keep to. */
const scheduledPipelines = {
  default: { max_proc_time: 900, min_proc_time: 30 },
  "nightly import": { schedule: "0 0 * * *" },
};
const scheduledRuns = [2, 3, 4, 5].map((id) => ({
  ...{ id, finishedSecondsAgo: 86_400 + id, runSeconds: 60 },
  record: { sourceBranch: main, reason: "schedule" },
}));
const Shop = [sketchRun(now, { id: 50, pipeline: "orders", definitionId: 9 })];

const ownedBy = (type: string): Scene => ({
  ...{ ...usual, config: { owners: "codeowners" } },
  repositories: {
    sources: { 7: { yaml: "nightly.yml", type, id: "contoso" } },
    files: { "contoso/.github/CODEOWNERS": "* @contoso/ops" },
  },
});

export const scenes: Readonly<Record<SceneName, Scene>> = {
  plain: usual,
  extras: { ...usual, config: { ...everyExtra, runs_per_week_max: 1000, pipelines: scheduledPipelines } },
  unknownPipeline: {
    ...usual,
    config: {
      ...{ ...everyExtra, runs_per_week_max: 1000 },
      pipelines: { ...scheduledPipelines, "monthly close": { schedule: "0 0 1 * *" } },
    },
  },
  // The pipeline failed again since the earlier run of the monitor.
  known: {
    config: { notify: "changes" },
    runs: [...usual.runs, { ...failed, id: 6, finishedSecondsAgo: 100 }],
    reportedAt: now - 300_000,
  },
  everyProject: { ...usual, config: { projects: ["*"] }, moreProjects: { Shop } },
  shop: { ...usual, config: { projects: ["Shop"] }, moreProjects: { Shop } },
  explained: { ...usual, inputs: { action: "explain" } },
  metrics: { ...usual, config: { metrics: true, window: "since_last_report" } },
  heartbeat: usual,
  namedRun: {
    config: {},
    runs: [...usual.runs, { ...failed, id: 6, pipeline: "price feed", finishedSecondsAgo: 5 }],
    service: { unlisted: [6] },
    inputs: { hookRunId: "6" },
  },
  hooked: {
    ...usual,
    config: { service_hook: true },
    service: {
      hooks: [
        {
          ...{ status: "onProbation", publisherInputs: { buildStatus: "Failed" } },
          consumerInputs: { url: "https://h/_apis/public/distributedtask/webhooks/night-7f3a" },
        },
      ],
    },
  },
  lostAgent: {
    runs: [{ ...lostRun, id: 1, finishedSecondsAgo: 600 }, ...scheduledRuns],
    config: repairKeys({ lost_agent: true }),
  },
  // The earlier report has something to tell, after which it watches.
  missedRun: {
    runs: [
      ...scheduledRuns,
      { ...failed, pipeline: "price feed", definitionId: 9, finishedSecondsAgo: 1500 },
    ],
    config: {
      ...repairKeys({ missed: true }, { schedule: "0 0 * * *" }),
      notify: undefined,
      window: "since_last_report",
    },
    reportedAt: now - 1200_000,
  },
  owners: ownedBy("TfsGit"),
  ownersOnGitHub: ownedBy("GitHub"),
  digest: { ...usual, config: { digest: "Fri 00:00" } },
};
