import type { BuildService } from "../../../shared/azure-devops/client";
import { createDigestFigures, type Digest } from "./figures";
import type { Period } from "./period";

/** Reads runs, and knows their pages. */
export type DigestService = Pick<BuildService, "runsSince" | "runPage">;

/** Reads the runs of a digest, in one list. Throws if it cannot be read to its end. */
export async function readDigest(
  service: Pick<DigestService, "runsSince">,
  period: Period,
  signal: AbortSignal,
): Promise<Digest> {
  const figures = createDigestFigures(period);
  for await (const page of service.runsSince(new Date(period.before * 1000), signal))
    for (const record of page) figures.count(record);
  return figures.digest();
}
