import fc from "fast-check";
import { type Figures, judgeStory } from "./judge-story";
import { kinds, story } from "./story";

/** Adds up what becomes of random schedules, by kind, and shows those that it gets wrong. */
export function sample(seed: number, numRuns: number) {
  const totals = new Map(
    kinds.map((kind) => [
      kind,
      {
        ...{ expected: 0, found: 0, judged: 0, reported: 0, falsely: 0 },
        ...{ real: 0, told: 0, laterReal: 0, laterTold: 0, believed: 0, asked: 0 },
      },
    ]),
  );
  const wrong: string[] = [];
  for (const one of fc.sample(story, { seed, numRuns })) {
    const figures = judgeStory(one);
    const total = totals.get(one.kind);
    if (total === undefined) continue;
    total.expected += figures.expected;
    total.found += figures.found;
    total.judged += figures.judged;
    total.reported += figures.reported;
    total.falsely += figures.falsely.length;
    for (const name of ["real", "told", "laterReal", "laterTold", "believed", "asked"] as const)
      total[name] += figures[name];
    if (isWrong(figures))
      wrong.push(JSON.stringify({ ...one, ...figures, falsely: figures.falsely.map(shown) }));
  }
  return { totals, wrong };
}

function isWrong({ falsely, found, expected, real, told, believed }: Figures): boolean {
  return falsely.length > 0 || found < expected || told < real || believed > 0;
}

function shown(minutes: number): string {
  return new Date(minutes * 60_000).toISOString().slice(0, 16);
}

/** `npm run schedules -- SEED COUNT` */
if (require.main === module) {
  const [seed = 1, numRuns = 2000] = process.argv.slice(2).map(Number);
  const { totals, wrong } = sample(seed, numRuns);
  for (const line of wrong) console.log(line);
  console.table(Object.fromEntries(totals));
}
