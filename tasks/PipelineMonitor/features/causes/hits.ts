import * as v from "valibot";
import type { Phrase } from "../../../../shared/chat/message";
import { keptDays } from "../../../../shared/journal/schema";
import { finiteNumber } from "../../../../shared/json/schema";
import { pluralize } from "../../../../shared/text/pluralize";
import type { Zone } from "../../../../shared/text/zone";
import { dayIn } from "../../../../shared/text/zone";
import { isOfFailedRun, runOf } from "../../issue/issue";
import { words } from "../../issue/parts";
import type { FoundProject, Row } from "../../issue/report";
import { endOf } from "../../issue/window";

/** How often runs failed with a known issue: by its name, a pair for each of the last days, the day since 1970 and the hits. */
export type Hits = v.InferOutput<typeof hitsSchema>;

export const hitsSchema = v.pipe(
  v.record(v.string(), v.pipe(v.array(v.tuple([finiteNumber, finiteNumber])), v.readonly())),
  v.readonly(),
);

/** Adds the failures of a report. Days are those of the configured zone. */
export function withHits(hits: Hits, { issues, config, window }: FoundProject): Hits {
  const dayOf = dayIn(config.zone);
  const today = dayOf(endOf(window));
  const counts = new Map(Object.entries(hits).map(([name, days]) => [name, new Map(days)]));
  for (const issue of issues) {
    const at = runOf(issue)?.finishTime;
    const { isOfTeam, name: [called] = [] } = issue.explanation ?? {};
    if (isOfTeam !== true || at === undefined || called === undefined || !isOfFailedRun(issue)) continue;
    const name = "name" in called ? called.name : called.words;
    const days = counts.get(name) ?? new Map<number, number>();
    counts.set(name, days.set(dayOf(at), (days.get(dayOf(at)) ?? 0) + 1));
  }
  const kept = [...counts].flatMap(([name, days]): [string, [number, number][]][] => {
    const recent = [...days].filter(([day]) => day > today - keptDays && day <= today);
    return recent.length === 0 ? [] : [[name, recent]];
  });
  return Object.fromEntries(kept);
}

const spans = [1, 7, keptDays] as const;

/** The most frequent first. `last` is the last day that counts. */
function counted(hits: Hits, last: number) {
  const all = Object.entries(hits).map(([name, days]) => ({
    name,
    counts: spans.map((span) =>
      days.reduce((sum, [day, count]) => (day > last - span && day <= last ? sum + count : sum), 0),
    ),
  }));
  const total = ({ counts }: { counts: readonly number[] }) => counts.at(-1) ?? 0;
  return all
    .filter((one) => total(one) > 0)
    .sort((one, other) => total(other) - total(one) || (one.name < other.name ? -1 : 1));
}

/** For the page of the run: "tablespace full had 2 hits today, 9 in 7 days and 31 in 28 days". */
export function hitRows(hits: Hits, { config, window }: FoundProject): Row[] {
  return counted(hits, dayIn(config.zone)(endOf(window))).map(({ name, counts: [today, week, all] }) => ({
    pipeline: name,
    page: undefined,
    list: "Known issues",
    isGood: false,
    sentence: [
      words(`had ${pluralize(today ?? 0, "hit")} today, ${week} in 7 days and ${all} in ${keptDays} days`),
    ],
  }));
}

/** A message names so many. */
const maxNamed = 5;

/** For the digest of whole days: "Known issues in 1, 7 and 28 days: tablespace full 2, 9, 31." */
export function hitsTold(hits: Hits, until: number, zone: Zone): Phrase[] {
  const all = counted(hits, dayIn(zone)(until - 1));
  if (all.length === 0) return [];
  const named = all
    .slice(0, maxNamed)
    .flatMap(({ name, counts }, index) => [
      words(index === 0 ? "" : "; "),
      { name },
      words(` ${counts.join(", ")}`),
    ]);
  const more = all.length > maxNamed ? `; and ${all.length - maxNamed} more` : "";
  return [
    [
      words(`Known issues in ${spans.slice(0, 2).join(", ")} and ${keptDays} days: `),
      ...named,
      words(`${more}.`),
    ],
  ];
}
