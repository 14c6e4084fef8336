import { attempt } from "../checks/optional-check";
import { dueMoment } from "../digest/due";
import type { OpenList } from "../rules/open-list";
import type { DigestParts } from "../weekly-digest";

const weeklyDigest = "the weekly digest";

/**
 * Posts the weekly digest if its moment lies in the window of this report. Returns its name if it was due and
 * could not be read or delivered.
 */
export async function postDigestWhenDue(
  parts: DigestParts,
  { window, now }: Pick<OpenList, "window" | "now">,
): Promise<string[]> {
  const { digestAt } = parts.config.optional;
  const until = digestAt === undefined ? undefined : dueMoment(window, now, digestAt);
  if (until === undefined) return [];
  const isDelivered = await attempt(weeklyDigest, parts, async () => {
    const { postDigest } = await import("../weekly-digest.js");
    return postDigest(parts, until);
  });
  return isDelivered === true ? [] : [weeklyDigest];
}
