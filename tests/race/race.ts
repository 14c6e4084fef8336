import { parseArgs } from "node:util";
import fc from "fast-check";
import { assumedDrops, type Drop, honestDrops } from "./drop";
import { type Played, playFloor, playWait } from "./play";

/** Totals over many drops. */
export interface Standing {
  way: string;
  /** Shares won, by how long rivals take at most. */
  shares: readonly { rivalSeconds: number; share: number }[];
  share: number;
  medianSeconds: number;
  slowSeconds: number;
  requests: number;
  looks: number;
}

const ways: readonly { way: string; play: (drop: Drop) => Played }[] = [
  { way: "steady pace", play: (drop) => playWait(drop, "steady") },
  { way: "record pace", play: (drop) => playWait(drop, "record") },
  { way: "nobody can be faster", play: playFloor },
];

/** How long rivals take at most, in seconds, for each column. */
const rivals = [10, 60, 600, 3600];

/** The drops of each race. */
export const models = {
  "with the task's own assumptions": assumedDrops,
  "without them": honestDrops,
};

/** Plays the same drops in each way, and returns what they come to. */
export function race(model: keyof typeof models, seed: number, numRuns: number): Standing[] {
  const played = fc.sample<Drop>(models[model], { seed, numRuns });
  return ways.map(({ way, play }) => standingOf(way, played, played.map(play)));
}

function standingOf(way: string, all: readonly Drop[], played: readonly Played[]): Standing {
  const seconds = played.flatMap(({ secondsToPurchase }) => secondsToPurchase ?? []).sort((a, b) => a - b);
  const at = (share: number) =>
    seconds[Math.min(seconds.length - 1, Math.floor(share * seconds.length))] ?? 0;
  const shareOf = (from: number, to: number) => {
    const inside = played.filter((_, index) => {
      const drop = all[index];
      const took = drop === undefined ? 0 : (drop.takenAt - drop.releasedAt) / 1000;
      return took >= from && took < to;
    });
    return inside.filter(({ isWon }) => isWon).length / Math.max(1, inside.length);
  };
  const mean = (of: (one: Played) => number) =>
    played.reduce((sum, one) => sum + of(one), 0) / Math.max(1, played.length);
  return {
    way,
    shares: rivals.map((rivalSeconds, index) => ({
      rivalSeconds,
      share: shareOf(rivals[index - 1] ?? 0, rivalSeconds),
    })),
    share: shareOf(0, Number.POSITIVE_INFINITY),
    medianSeconds: at(0.5),
    slowSeconds: at(0.99),
    requests: mean(({ requests }) => requests),
    looks: mean(({ looks }) => looks),
  };
}

/** Renders standings as a Markdown table. */
export function renderRace(standings: readonly Standing[]): string {
  const percent = (share: number) => `${Math.round(100 * share)} %`;
  const head = [
    "way to wait",
    "won",
    ...rivals.map((seconds) => `rival within ${seconds} s`),
    "time to purchase, median",
    "99 %",
    "requests to the registrar",
    "to the registry",
  ];
  const rows = standings.map(({ way, share, shares, medianSeconds, slowSeconds, requests, looks }) => [
    way,
    percent(share),
    ...shares.map((one) => percent(one.share)),
    `${Math.round(medianSeconds)} s`,
    `${Math.round(slowSeconds)} s`,
    String(Math.round(requests)),
    String(Math.round(looks)),
  ]);
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** `npm run race -- --seed N --drops N`: prints the figures of docs/domain/release.md. */
function main(): void {
  const { values } = parseArgs({
    options: {
      seed: { type: "string", default: "1" },
      drops: { type: "string", default: "4000" },
    },
  });
  for (const model of ["with the task's own assumptions", "without them"] as const)
    console.log(`${model}\n\n${renderRace(race(model, Number(values.seed), Number(values.drops)))}\n`);
}

if (require.main === module) main();
