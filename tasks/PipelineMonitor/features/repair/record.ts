import { wait } from "../../../../shared/clock";
import type { Context } from "../../issue/context";
import type { OwnPipeline } from "../../issue/ledger";
import { ledgerName } from "../../ledger/ledger-file";
import { parseRepairs, renderRepairs, repairsType } from "./intents-file";
import type { Repair } from "./repair-form";

/** An agent uploads what a step attaches within seconds. */
const lookAfterSeconds = [1, 2, 4, 8, 15];

/**
 * Attaches what is about to be done to the monitor's own run, and reads it back from the service as the next report
 * would. False if it does not arrive there; then nothing may be sent.
 */
export async function record(
  intents: readonly Repair[],
  { service, definitionId, runId, tag }: OwnPipeline,
  { agent, clock }: Pick<Context, "agent" | "clock">,
  signal: AbortSignal,
): Promise<boolean> {
  const name = ledgerName(tag);
  agent.attachReport(repairsType, name, renderRepairs(intents, runId, agent.sanitize));
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
export async function claimedBefore(
  { service, definitionId, runId, tag }: OwnPipeline,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const tagged = await service.taggedRuns(definitionId, tag, maxRivals, signal);
  const earlier = tagged.map(({ id }) => id).filter((id) => id < Number(runId));
  const intents = await readIntents(earlier, { service, tag }, signal);
  return new Set(intents.map(({ incident }) => incident));
}

/** The intents of runs that ended before they wrote their ledger. A monitor that cannot read them must not act. */
export async function readIntents(
  runs: readonly number[],
  { service, tag }: Pick<OwnPipeline, "service" | "tag">,
  signal: AbortSignal,
): Promise<Repair[]> {
  const intents: Repair[] = [];
  for (const run of runs)
    for (const content of await service.attachments(run, repairsType, ledgerName(tag), signal))
      intents.push(...parseRepairs(content, String(run)));
  return intents;
}
