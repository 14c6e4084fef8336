import type { OwnPipeline } from "../checks/last-report";
import { type Memories, memoryType, parseMemories } from "./memory-form";

/** Returns the name of the attachment with what a monitor has reported. */
export function memoryName(tag: string): string {
  return `${tag}.json`;
}

/**
 * Reads what the last report of this monitor knew, from the attachment of its run. Of several attempts of that run, the
 * latest counts. Empty if it attached nothing. Throws if it cannot be read.
 */
export async function readMemories(
  { service, tag }: OwnPipeline,
  lastId: number | undefined,
  signal: AbortSignal,
): Promise<Memories> {
  if (lastId === undefined) return new Map();
  const attachments = await service.attachments(lastId, memoryType, memoryName(tag), signal);
  return new Map(
    attachments
      .flatMap((content) => [...parseMemories(content)])
      .sort(([, one], [, other]) => one.until - other.until),
  );
}
