import { groupBy } from "../group-by";
import { type Sanitize, shortenName } from "../text/sanitize";
import { largestFitting } from "./fit";
import type { Mention, OwnedPipelines, Text } from "./message";

/** A piece of the line that mentions owners. */
export type OwnersPart = Text | Mention;

const maxOwners = 20;
/** For each owner. */
const maxPipelines = 3;
const maxNameCharacters = 40;

/**
 * The line mentions each owner once: `Owners: @data (nightly import, db_backup)`. It is empty if no owner is a
 * mention. If it does not fit, it has no pipelines, and then fewer owners, but at least one.
 */
export function fitOwners(
  owners: readonly OwnedPipelines[] = [],
  isMention: (owner: string) => boolean,
  fits: (parts: readonly OwnersPart[]) => boolean,
  sanitize: Sanitize,
): OwnersPart[] {
  // An owner that holds a secret is not posted, and a redacted one is no mention.
  const mentioned = owners.filter(({ owner }) => isMention(owner) && sanitize(owner) === owner);
  if (mentioned.length === 0) return [];
  // No product tells owners apart by upper and lower case.
  const joined = [...groupBy(mentioned, ({ owner }) => owner.toLowerCase()).values()].map((some) => ({
    owner: some[0].owner,
    pipelines: [...new Set(some.flatMap(({ pipelines }) => pipelines))],
  }));
  const whole = ownersParts(joined, maxOwners, sanitize);
  if (fits(whole)) return whole;
  const alone = joined.map(({ owner }) => ({ owner, pipelines: [] }));
  const mentions = (count: number) => ownersParts(alone, count, sanitize);
  return mentions(largestFitting(1, maxOwners, (count) => fits(mentions(count))));
}

export function mentionsIn(parts: readonly OwnersPart[]): string[] {
  return parts.flatMap((part) => ("mention" in part ? [part.mention] : []));
}

function ownersParts(mentioned: readonly OwnedPipelines[], count: number, sanitize: Sanitize): OwnersPart[] {
  const others = mentioned.length - count;
  return [
    ...mentioned
      .slice(0, count)
      .flatMap(({ owner, pipelines }, index): OwnersPart[] => [
        { words: index === 0 ? "Owners: " : ", " },
        { mention: owner },
        ...pipelineParts(pipelines, sanitize),
      ]),
    ...(others > 0 ? [{ words: ` and ${others} more` }] : []),
  ];
}

function pipelineParts(pipelines: readonly string[], sanitize: Sanitize): Text[] {
  if (pipelines.length === 0) return [];
  const others = pipelines.length - maxPipelines;
  return [
    ...pipelines
      .slice(0, maxPipelines)
      .flatMap((pipeline, index): Text[] => [
        { words: index === 0 ? " (" : ", " },
        { name: shortenName(sanitize(pipeline), maxNameCharacters) },
      ]),
    { words: others > 0 ? ` and ${others} more)` : ")" },
  ];
}
