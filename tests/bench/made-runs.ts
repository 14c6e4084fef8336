import { ownDefinitionId, ownRunId } from "../demo/eventful-hour";
import type { SandboxRun } from "../sandbox/build-service";
import { sketchRun } from "../sandbox/runs";
import type { BuildScenario, ErrorPlace, HugeLog } from "./scenario";

/** How many pipelines the runs are of. */
export const pipelineCount = 40;

/**
 * The runs of a scenario, and the one of the monitor's own pipeline, which no list of finished runs holds; what they have in
 * common they share, so that a hundred thousand of them fit.
 */
export function madeRuns(scenario: BuildScenario, now: number): SandboxRun[] {
  const logs = logsOf(scenario);
  const own = { id: ownRunId, definitionId: ownDefinitionId, unfinished: "running", runSeconds: 25 } as const;
  const runs = Array.from({ length: scenario.runCount }, (_, index) => {
    const failed = scenario.flaggedEvery > 0 && index % scenario.flaggedEvery === 0;
    const run = sketchRun(now, {
      id: 100_000 + index,
      pipeline: `nightly import ${index % pipelineCount}`,
      definitionId: 1000 + (index % pipelineCount),
      result: failed ? "failed" : "succeeded",
      logs: [],
      // Newest first, over forty minutes: a full page is continued by time.
      finishedSecondsAgo: 600 + Math.floor((2400 * index) / scenario.runCount),
      record: filler,
    });
    return { ...run, ...logs };
  });
  return [...runs, sketchRun(now, own)];
}

function logsOf({ logsPerRun, errorIn, hugeLog }: BuildScenario): Pick<SandboxRun, "logs" | "logTexts"> {
  const withError = { last: logsPerRun, thirdFromLast: logsPerRun - 2, none: 0 } satisfies Record<
    ErrorPlace,
    number
  >;
  const ids = Array.from({ length: logsPerRun }, (_, index) => index + 1);
  const text = (id: number) =>
    hugeLog !== undefined && id === logsPerRun
      ? () => piecesOf(hugeLog)
      : `${healthyLines}${id === withError[errorIn] ? errorLine : ""}`;
  return {
    logs: ids.map((id) => ({ id, lineCount: 30 + id, type: "Container", url: "https://loopback/logs" })),
    logTexts: new Map(ids.map((id) => [id, text(id)])),
  };
}

const line = (index: number) =>
  `2026-11-20T02:14:07.${1_000_000 + index}Z Importing row ${index} of orders: price corrected, stored in the target\n`;
const healthyLines = Array.from({ length: 30 }, (_, index) => line(index)).join("");
const errorLine = "2026-11-20T02:14:09.0000000Z ##[error]Bash exited with code '1'.\n";

const mebibyte = 1024 * 1024;

/** A log in pieces of a mebibyte, each of which leaves the service by itself. */
function* piecesOf({ bytes, errorAt }: HugeLog): Iterable<Buffer> {
  const lines = Array.from({ length: mebibyte / 64 }, (_, index) => line(index)).join("");
  const healthy = Buffer.from(lines).subarray(0, mebibyte);
  const count = bytes / mebibyte;
  const beginning = (text: string) => Buffer.concat([Buffer.from(text), healthy]).subarray(0, mebibyte);
  const ending = (text: string) => Buffer.concat([healthy.subarray(text.length), Buffer.from(text)]);
  for (let piece = 0; piece < count; piece++) {
    if (errorAt === "start" && piece === 0) yield beginning(errorLine);
    else if (errorAt === "end" && piece === count - 1) yield ending(errorLine);
    else if (errorAt === "split" && piece === count - 2) yield ending("an er");
    else if (errorAt === "split" && piece === count - 1) yield beginning("ror\n");
    else yield healthy;
  }
}

const address = "https://loopback/contoso/00000000-0000-0000-0000-000000000000";
const identity = {
  displayName: "Night Shift Service",
  url: `${address}/_apis/Identities/00000000-0000-0000-0000-000000000000`,
  _links: { avatar: { href: `${address}/_apis/GraphProfile/MemberAvatars/${"svc.".padEnd(80, "0")}` } },
  id: "00000000-0000-0000-0000-000000000000",
  uniqueName: "night-shift@loopback",
  descriptor: "svc.".padEnd(80, "0"),
};
const project = {
  id: "00000000-0000-0000-0000-000000000000",
  name: "Night Shift",
  description: "Jobs that run at night",
  url: `${address}/_apis/projects/00000000-0000-0000-0000-000000000000`,
  state: "wellFormed",
  revision: 40,
  visibility: "private",
  lastUpdateTime: "2026-01-04T08:15:30.123Z",
};
/** Members of the real service's records that the monitor does not read: four kilobytes in all. */
export const filler = {
  _links: Object.fromEntries(
    ["self", "web", "sourceVersionDisplayUri", "timeline", "badge"].map((name) => [
      name,
      { href: `${address}/_apis/build/Builds/${name}` },
    ]),
  ),
  properties: {},
  tags: ["nightly", "import"],
  validationResults: [],
  plans: [{ planId: "00000000-0000-0000-0000-000000000000" }],
  triggerInfo: {},
  url: `${address}/_apis/build/Builds`,
  project,
  uri: "vstfs:///Build/Build/0",
  sourceBranch: "refs/heads/main",
  sourceVersion: "0000000000000000000000000000000000000000",
  queue: { id: 9, name: "Azure Pipelines", pool: { id: 9, name: "Azure Pipelines", isHosted: true } },
  priority: "normal",
  reason: "schedule",
  requestedFor: identity,
  requestedBy: identity,
  lastChangedBy: identity,
  lastChangedDate: "2026-11-20T02:15:00.123Z",
  orchestrationPlan: { planId: "00000000-0000-0000-0000-000000000000" },
  logs: { id: 0, type: "Container", url: `${address}/_apis/build/builds/0/logs` },
  repository: { id: "00000000-0000-0000-0000-000000000000", type: "TfsGit", name: "night-shift" },
  retainedByRelease: false,
  triggeredByBuild: null,
  appendCommitMessageToRunName: true,
};
