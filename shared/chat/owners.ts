import { type Sanitize, shorten } from "../text/sanitize";
import { largestFitting } from "./fit";
import { type Message, type OwnedPipelines, renderParts, type Text, type Writing } from "./message";

/** A piece of the line that mentions owners. Only `mention` is markup; it comes from the configuration. */
export type OwnersPart = Text | { mention: string };

const maxOwners = 20;
/** For each owner. */
const maxPipelines = 3;
const maxNameCharacters = 40;

/**
 * The line mentions each owner once: `Owners: @data (nightly import, db_backup)`. It is empty if no owner is a
 * mention. If it takes too much room, it has no pipelines, and then fewer owners, but at least one.
 */
export function fitOwners(
  { owners = [] }: Pick<Message, "owners">,
  {
    isMention,
    room,
    sizeOf,
  }: {
    isMention(owner: string): boolean;
    /** In the product's unit. */
    room: number;
    sizeOf(parts: readonly OwnersPart[]): number;
  },
  sanitize: Sanitize,
): OwnersPart[] {
  // An owner that holds a secret is not posted, and a redacted one is no mention.
  const mentioned = joinOwners(owners.filter(({ owner }) => isMention(owner) && sanitize(owner) === owner));
  if (mentioned.length === 0) return [];
  const whole = ownersParts(mentioned, maxOwners, sanitize);
  if (sizeOf(whole) <= room) return whole;
  const alone = mentioned.map(({ owner }) => ({ owner, pipelines: [] }));
  const mentions = (count: number) => ownersParts(alone, count, sanitize);
  return mentions(largestFitting(1, maxOwners, (count) => sizeOf(mentions(count)) <= room));
}

/** Renders the line of owners for a product. Each name is sanitized first; mentions stay as they are. */
export function renderOwners(parts: readonly OwnersPart[], writing: Writing, sanitize: Sanitize): string {
  return parts
    .map((part) => ("mention" in part ? part.mention : renderParts([part], writing, sanitize)))
    .join("");
}

export function mentionsIn(parts: readonly OwnersPart[]): string[] {
  return parts.flatMap((part) => ("mention" in part ? [part.mention] : []));
}

/** Joins the pipelines of the same owner. No product tells owners apart by upper and lower case. */
function joinOwners(owners: readonly OwnedPipelines[]): OwnedPipelines[] {
  const joined = new Map<string, OwnedPipelines>();
  for (const { owner, pipelines } of owners) {
    const key = owner.toLowerCase();
    const known = joined.get(key) ?? { owner, pipelines: [] };
    joined.set(key, { ...known, pipelines: [...new Set([...known.pipelines, ...pipelines])] });
  }
  return [...joined.values()];
}

function ownersParts(mentioned: readonly OwnedPipelines[], count: number, sanitize: Sanitize): OwnersPart[] {
  const shown = mentioned.slice(0, count);
  const others = mentioned.length - shown.length;
  return [
    ...shown.flatMap(({ owner, pipelines }, index): OwnersPart[] => [
      { words: index === 0 ? "Owners: " : ", " },
      { mention: owner },
      ...pipelineParts(pipelines, sanitize),
    ]),
    ...(others === 0 ? [] : [{ words: ` and ${others} more` }]),
  ];
}

function pipelineParts(pipelines: readonly string[], sanitize: Sanitize): Text[] {
  if (pipelines.length === 0) return [];
  const shown = pipelines.slice(0, maxPipelines);
  const others = pipelines.length - shown.length;
  return [
    ...shown.flatMap((pipeline, index): Text[] => [
      { words: index === 0 ? " (" : ", " },
      { name: shorten(sanitize(pipeline), maxNameCharacters) },
    ]),
    { words: others === 0 ? ")" : ` and ${others} more)` },
  ];
}
