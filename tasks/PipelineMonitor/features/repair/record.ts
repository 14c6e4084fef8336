import * as v from "valibot";
import { writeOrWarn } from "../../../../shared/agent/write-or-warn";
import type { Run } from "../../../../shared/azure-devops/records";
import { wait } from "../../../../shared/clock";
import { finiteNumber, safeInteger } from "../../../../shared/json/schema";
import { pipelineSchema } from "../../../../shared/pipeline";
import type { Sanitize } from "../../../../shared/text/sanitize";
import type { Context, OwnPipeline } from "../../issue/context";
import { ledgerName } from "../../ledger/ledger-file";

/**
 * An action of the monitor about a problem, done or about to be done. `intended` is written before the request is sent, and stays
 * if the step ends before anybody knows what became of it. Times are in seconds since 1970.
 */
export const repairSchema = v.object({
  /** A pipeline's entry allows to repair a lost agent and a missed run; a failure that the team has named says so itself. */
  kind: v.picklist(["lostAgent", "missed", "knownIssue"]),
  /** Identifies what is repaired, once and for all: a run, or a missed time of a schedule. */
  incident: v.string(),
  pipeline: v.object({ ...pipelineSchema.entries, id: safeInteger }),
  branch: v.string(),
  /** When the run ended, or should have started. */
  at: finiteNumber,
  intendedAt: finiteNumber,
  /** The fingerprint of the configuration. */
  configuration: v.string(),
  /** `denied` by the permissions, `refused` for another reason; `unknown` if no response says whether it happened. */
  state: v.picklist(["intended", "sent", "unknown", "denied", "refused"]),
  /** The run that was run again, or started; undefined if none is known. */
  runId: v.optional(safeInteger),
  /** How that run ended; undefined until it is known. */
  outcome: v.optional(v.picklist(["helped", "failed"])),
});

export type Repair = v.InferOutput<typeof repairSchema>;

/** Whether a run is run again, and not another one started. */
export function isRerun(kind: Repair["kind"]): boolean {
  return kind !== "missed";
}

/** Whether a run that finished is the one that a repair was meant to bring about: a run that is run again keeps its id. */
export function isResultOf({ runId, at }: Repair, { id, finishTime }: Run): boolean {
  return id === runId && finishTime !== undefined && finishTime > at;
}

/** The type of the attachment with what a run of the monitor is about to do. */
const repairsType = "pipeline-keeper.repairs";

const fileSchema = v.object({ run: v.string(), repairs: v.array(repairSchema) });

export function sanitizedRepair(repair: Repair, sanitize: Sanitize): Repair {
  const { name, folder } = repair.pipeline;
  const pipeline = { ...repair.pipeline, name: sanitize(name), folder: folder && sanitize(folder) };
  return { ...repair, pipeline, branch: sanitize(repair.branch) };
}

/** Parses the attachment of a run; empty if it is of another run. Throws if it has an unknown form. */
function parseRepairs(content: unknown, run: string): Repair[] {
  const parsed = v.safeParse(fileSchema, content);
  if (!parsed.success) throw new Error("the repairs of the last report have an unknown form");
  return parsed.output.run === run ? parsed.output.repairs : [];
}

/** An agent uploads what a step attaches within seconds. */
const lookAfterSeconds = [1, 2, 4, 8, 15];

/**
 * Attaches what is about to be done to the monitor's own run, and reads it back from the service as the next report
 * would. False if it cannot be written, or does not arrive there; then nothing may be sent.
 */
export async function record(
  intents: readonly Repair[],
  { service, definitionId, runId, tag }: OwnPipeline,
  { agent, clock }: Context,
  signal: AbortSignal,
): Promise<boolean> {
  const name = ledgerName(tag);
  const repairs = intents.map((intent) => sanitizedRepair(intent, agent.sanitize));
  const attach = () => agent.attachReport(repairsType, name, JSON.stringify({ run: runId, repairs }));
  if (!writeOrWarn("the record of the repairs", agent, attach)) return false;
  agent.tagRun(tag);
  for (const seconds of lookAfterSeconds) {
    await wait(clock, seconds * 1000, signal);
    const tagged = await service.taggedRuns(definitionId, tag, 5, signal);
    if (!tagged.some(({ id }) => String(id) === runId)) continue;
    const contents = await service.attachments(Number(runId), repairsType, name, signal);
    const read = new Set(
      contents.flatMap((content) => parseRepairs(content, runId)).map(({ incident }) => incident),
    );
    if (intents.every(({ incident }) => read.has(incident))) return true;
  }
  return false;
}

/** Runs of the monitor that began before may be about to do the same. More than these are not in progress at once. */
const maxRivals = 10;

/** The incidents that earlier runs of the monitor are about to repair: the one with the lowest id acts. */
export async function claimedBefore(own: OwnPipeline, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const tagged = await own.service.taggedRuns(own.definitionId, own.tag, maxRivals, signal);
  const earlier = tagged.map(({ id }) => id).filter((id) => id < Number(own.runId));
  const intents = await readIntents(earlier, own, signal);
  return new Set(intents.map(({ incident }) => incident));
}

/** The intents of runs that ended before they wrote their ledger. A monitor that cannot read them must not act. */
export async function readIntents(
  runs: readonly number[],
  { service, tag }: OwnPipeline,
  signal: AbortSignal,
): Promise<Repair[]> {
  const intents: Repair[] = [];
  for (const run of runs)
    for (const content of await service.attachments(run, repairsType, ledgerName(tag), signal))
      intents.push(...parseRepairs(content, String(run)));
  return intents;
}
