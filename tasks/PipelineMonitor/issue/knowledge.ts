import * as v from "valibot";
import { finiteNumber } from "../../../shared/json/schema";
import type { Issue } from "./issue";
import { fingerprintSchema } from "./place";

/** Begins after an end that somebody still has to be told of. `countBefore` is how often the problem had been found by then. */
const episodeSchema = v.object({ since: finiteNumber, countBefore: finiteNumber });
type Episode = v.InferOutput<typeof episodeSchema>;

/** The first episode of which a target is owed a message; undefined if it is owed the whole problem. */
const debtSchema = v.object({ from: v.optional(episodeSchema) });
type Debt = v.InferOutput<typeof debtSchema>;

const noticeSchema = v.object({
  at: finiteNumber,
  /** How often the problem had been found. */
  count: finiteNumber,
  /** Whether it changed or was held back since, or ended and began again. */
  news: v.optional(v.picklist(["changed", "ended"])),
});
/** To a paging service, it is an alert that may be open. */
export type Notice = v.InferOutput<typeof noticeSchema>;

/** Who was told what of a problem, as the ledger stores it. No other file reads or writes its members. */
export function knowledgeSchema(issue: v.GenericSchema<unknown, Issue>) {
  return v.object({
    /** Keyed by the ids of the targets that know the problem, until they know its end. */
    told: v.pipe(v.record(fingerprintSchema, noticeSchema), v.readonly()),
    /** Keyed by the ids of the targets that are told of it even if it ends. */
    owed: v.pipe(v.record(fingerprintSchema, debtSchema), v.readonly()),
    /** The present episode, of which all other targets are told; undefined if it is the only one. */
    present: v.optional(episodeSchema),
    /** The contents that were replaced for another reason: the latest three. */
    earlier: v.optional(v.pipe(v.array(issue), v.readonly())),
  });
}
export type Knowledge = v.InferOutput<ReturnType<typeof knowledgeSchema>>;

/** A problem, with who knows it. */
interface Known {
  /** In seconds since 1970. */
  since: number;
  /** How often it was found since. */
  count: number;
  knowledge: Knowledge;
}

export const unknownToAll: Knowledge = { told: {}, owed: {} };

/** Whether a target, by default any, knows a problem, or did before it ended. */
export function isTold(entry: Known, to?: string): boolean {
  return to === undefined ? Object.keys(entry.knowledge.told).length > 0 : lastTold(entry, to) !== undefined;
}

/** When a target was told last, in seconds since 1970, and how often the problem had been found by then. */
export function lastTold({ knowledge }: Known, to: string): Notice | undefined {
  return knowledge.told[to];
}

/** Whether a target, by default any, has to be told of a problem even if it ends. */
export function isOwed({ knowledge: { owed } }: Known, to?: string): boolean {
  return to === undefined ? Object.keys(owed).length > 0 : owed[to] !== undefined;
}

/** Whether a target, by default any, knows a problem but not as it is now. */
export function hasNews({ knowledge: { told } }: Known, to?: string): boolean {
  const notices = to === undefined ? Object.values(told) : [told[to]];
  return notices.some((notice) => notice?.news !== undefined);
}

/** Whether a problem that a target knows ended, and began again. */
export function cameAgain({ knowledge }: Known, to: string): boolean {
  return knowledge.told[to]?.news === "ended";
}

/** Whether some target knows a problem as it is now. */
export function isUpToDate({ knowledge }: Known): boolean {
  return Object.values(knowledge.told).some(({ news }) => news === undefined);
}

/**
 * The part of a problem that is new to a target; other targets may be owed more. For example, a run failed at 1:00 and 2:00, one succeeded at
 * 3:00, and one failed at 4:00. A chat that could not be reached until now is owed all of it: 3 failures since 1:00. Another one,
 * which was told at 1:00 and of the end at 3:00, is told of the present episode: 1 failure since 4:00.
 */
export function newTo<E extends Known>(entry: E, to: string): E {
  const { owed, present, earlier = [] } = entry.knowledge;
  const episode = owed[to] === undefined ? present : owed[to].from;
  const toldAt = lastTold(entry, to)?.at ?? Number.NEGATIVE_INFINITY;
  const begin = episode?.since ?? Number.NEGATIVE_INFINITY;
  const isNew = ({ at = toldAt }: Issue) => at > toldAt && at >= begin;
  const isKnown = isTold(entry, to) && !isOwed(entry, to);
  return knowing(inEpisode(entry, episode), { earlier: isKnown ? [] : earlier.filter(isNew) });
}

/** A problem since it began last. */
export function presentOf<E extends Known>(entry: E): E {
  return inEpisode(entry, entry.knowledge.present);
}

function inEpisode<E extends Known>(entry: E, episode: Episode | undefined): E {
  if (episode === undefined) return entry;
  return { ...entry, since: episode.since, count: entry.count - episode.countBefore };
}

/** The contents that a problem had before, for other reasons. */
export function earlierOf({ knowledge }: Known): readonly Issue[] {
  return knowledge.earlier ?? [];
}

function knowing<E extends Known>(entry: E, changes: Partial<Knowledge>): E {
  return { ...entry, knowledge: { ...entry.knowledge, ...changes } };
}

/** With the knowledge of another entry of the same problem, whose place it takes. */
export function knownLike<E extends Known>(entry: E, { knowledge }: Known): E {
  return { ...entry, knowledge };
}

/** Marks a problem as news to the targets that know it, or to those that `concerns` selects. */
export function renewed<E extends Known>(
  entry: E,
  news: NonNullable<Notice["news"]>,
  concerns: (to: string) => boolean = () => true,
): E {
  const after = ([to, notice]: [string, Notice]): [string, Notice] => [
    to,
    concerns(to) ? { ...notice, news: notice.news === "ended" ? notice.news : news } : notice,
  ];
  return knowing(entry, { told: Object.fromEntries(Object.entries(entry.knowledge.told).map(after)) });
}

/** A problem that has begun again, of which nobody is owed the episode before. */
export function inOneEpisode<E extends Known>(entry: E): E {
  return knowing(entry, { present: undefined });
}

/** A problem that has begun again: targets that are owed the episode before are told of both, all others of the present one. */
export function inTwoEpisodes<E extends Known>(entry: E, present: Episode): E {
  return knowing(entry, { present });
}

/** Earlier contents than these are only counted. */
const maxEarlier = 3;

/** Keeps a content that another one replaces. */
export function withEarlier<E extends Known>(entry: E, content: Issue): E {
  return knowing(entry, { earlier: [...earlierOf(entry), content].slice(-maxEarlier) });
}

/** Changes the contents that a problem had before. */
export function mapEarlier<E extends Known>(entry: E, change: (content: Issue) => Issue): E {
  const { earlier } = entry.knowledge;
  return earlier === undefined ? entry : knowing(entry, { earlier: earlier.map(change) });
}

export function withoutEarlier<E extends Known>(entry: E): E {
  const { earlier: _, ...knowledge } = entry.knowledge;
  return { ...entry, knowledge };
}

/** A target knows a problem as it is now. `at` is in seconds since 1970. */
export function withTold<E extends Known>(entry: E, to: string, at: number): E {
  return knowing(entry, { told: { ...entry.knowledge.told, [to]: { at, count: entry.count } } });
}

export function withoutTold<E extends Known>(entry: E, to: string): E {
  return knowing(entry, { told: without(entry.knowledge.told, to) });
}

/** A target that was owed nothing is owed a problem since it began last. */
export function withOwed<E extends Known>(entry: E, to: string): E {
  const { owed, present } = entry.knowledge;
  return isOwed(entry, to) ? entry : knowing(entry, { owed: { ...owed, [to]: { from: present } } });
}

export function withoutOwed<E extends Known>(entry: E, to: string): E {
  return knowing(entry, { owed: without(entry.knowledge.owed, to) });
}

/** Hands what is owed to others than `takers`, from the earliest time on, to the heirs that do not know the problem. */
export function handedOver<E extends Known>(
  entry: E,
  takers: ReadonlySet<string>,
  heirs: readonly string[],
): E {
  const { told, owed } = entry.knowledge;
  const orphans = Object.entries(owed).flatMap(([to, debt]) => (takers.has(to) ? [] : [debt]));
  const [orphan] = orphans;
  if (orphan === undefined) return entry;
  const kept = Object.entries(owed).filter(([to]) => takers.has(to));
  const inherited = heirs
    .filter((to) => told[to] === undefined)
    .map((to) => [to, orphans.reduce(earlierDebt, owed[to] ?? orphan)]);
  return knowing(entry, { owed: Object.fromEntries([...kept, ...inherited]) });
}

function earlierDebt(one: Debt, other: Debt): Debt {
  const since = ({ from }: Debt) => from?.since ?? Number.NEGATIVE_INFINITY;
  return since(other) < since(one) ? other : one;
}

function without<T>(all: Readonly<Record<string, T>>, to: string): Record<string, T> {
  const { [to]: _, ...others } = all;
  return others;
}
