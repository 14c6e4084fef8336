import { ownDefinitionId, ownRunId } from "../demo/eventful-hour";
import type { SandboxRun } from "../sandbox/build-service";
import { sketchRun } from "../sandbox/runs";
import { jobRecord, stepRecord } from "../sandbox/timeline-records";
import type { BuildScenario, HugeLog } from "./scenario";

/** How many pipelines the runs are of. */
export const pipelineCount = 40;

/**
 * The runs of a scenario, and the one of the monitor's own pipeline, which no list of finished runs holds; what they have in
 * common they share, so that a hundred thousand of them fit.
 */
export function madeRuns(scenario: BuildScenario, now: number): SandboxRun[] {
  const logs = logsOf(scenario);
  const timeline = { records: [jobRecord(), stepRecord(scenario.logsPerRun, { result: "failed" })] };
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
    return { ...run, ...logs, timeline: failed ? timeline : { records: [] } };
  });
  return [...runs, sketchRun(now, own)];
}

function logsOf({ logsPerRun, errorIn, hugeLog }: BuildScenario): Pick<SandboxRun, "logs" | "logTexts"> {
  const places = { last: logsPerRun, thirdFromLast: logsPerRun - 2, none: 0 };
  const ids = Array.from({ length: logsPerRun }, (_, index) => index + 1);
  const text = (id: number) =>
    hugeLog !== undefined && id === logsPerRun
      ? () => piecesOf(hugeLog)
      : `${healthyLines}${id === places[errorIn] ? errorLine : ""}`;
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

const id = "00000000-0000-0000-0000-000000000000";
const url = `https://loopback/contoso/${id}/_apis/build/Builds/${id}`;
/** As the real service's records have projects, identities and links, which the monitor does not read: four kilobytes in all. */
const unread = {
  id,
  name: "Night Shift",
  url,
  _links: { self: { href: url } },
  revision: 40,
  isHosted: true,
};
export const filler = {
  ...Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`member${index}`, unread])),
  ...{ tags: ["nightly", "import"], sourceBranch: "refs/heads/main", reason: "schedule" },
};
