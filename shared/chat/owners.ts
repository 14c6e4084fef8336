import { pluralize } from "../text/pluralize";
import { type Sanitize, shorten } from "../text/sanitize";
import { type Message, type OwnedPipelines, renderParts, type Text, type Writing } from "./message";

/** A piece of the line that mentions owners. Only `mention` is markup; it comes from the configuration. */
export type OwnersPart = Text | { mention: string };

export interface OwnersLimit {
  isMention(owner: string): boolean;
  /** In the product's unit. */
  room: number;
  sizeOf(parts: readonly OwnersPart[]): number;
}

interface Extent {
  owners: number;
  pipelines: number;
  nameCharacters: number;
}

const maxOwners = 20;

/** Tried in turn until the line fits: shorter names, then only counts, then fewer owners. */
const extents: readonly [Extent, ...Extent[]] = [
  { owners: maxOwners, pipelines: 3, nameCharacters: 40 },
  { owners: maxOwners, pipelines: 3, nameCharacters: 20 },
  { owners: maxOwners, pipelines: 1, nameCharacters: 20 },
  { owners: maxOwners, pipelines: 0, nameCharacters: 0 },
  { owners: 10, pipelines: 0, nameCharacters: 0 },
  { owners: 5, pipelines: 0, nameCharacters: 0 },
  { owners: 1, pipelines: 0, nameCharacters: 0 },
];

/**
 * The line mentions each owner once: `Owners: @data (nightly import, db_backup)`. It is empty if no owner is a
 * mention. If it takes too much room, it shows less, but it is never left out.
 */
export function fitOwners(
  { owners = [] }: Pick<Message, "owners">,
  { isMention, room, sizeOf }: OwnersLimit,
  sanitize: Sanitize,
): OwnersPart[] {
  // An owner that holds a secret is not posted, and a redacted one is no mention.
  const mentioned = joinOwners(owners.filter(({ owner }) => isMention(owner) && sanitize(owner) === owner));
  if (mentioned.length === 0) return [];
  const [largest, ...smaller] = extents;
  let parts = ownersParts(mentioned, largest, sanitize);
  for (const extent of smaller) if (sizeOf(parts) > room) parts = ownersParts(mentioned, extent, sanitize);
  return parts;
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

function ownersParts(mentioned: readonly OwnedPipelines[], extent: Extent, sanitize: Sanitize): OwnersPart[] {
  const shown = mentioned.slice(0, extent.owners);
  const others = mentioned.length - shown.length;
  return [
    ...shown.flatMap(({ owner, pipelines }, index): OwnersPart[] => [
      { words: index === 0 ? "Owners: " : ", " },
      { mention: owner },
      ...pipelineParts(pipelines, extent, sanitize),
    ]),
    ...(others === 0 ? [] : [{ words: ` and ${others} more` }]),
  ];
}

function pipelineParts(pipelines: readonly string[], extent: Extent, sanitize: Sanitize): Text[] {
  if (pipelines.length === 0) return [];
  if (extent.pipelines === 0) return [{ words: ` (${pluralize(pipelines.length, "pipeline")})` }];
  const shown = pipelines.slice(0, extent.pipelines);
  const others = pipelines.length - shown.length;
  return [
    ...shown.flatMap((pipeline, index): Text[] => [
      { words: index === 0 ? " (" : ", " },
      { name: shorten(sanitize(pipeline), extent.nameCharacters) },
    ]),
    { words: others === 0 ? ")" : ` and ${others} more)` },
  ];
}
