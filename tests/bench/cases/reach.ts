import fc from "fast-check";
import {
  anyHookedWeek,
  type HookedWeek,
  type Manner,
  playHookedWeek,
  reachOf,
} from "../../tasks/PipelineMonitor/features/service-hook/hooked-week";
import type { Bench } from "../case";
import type { Row } from "../report";
import { sampleOf } from "../statistics";

const manners: readonly (Manner & { name: string })[] = [
  { name: "hourly", everySeconds: 3600, isHooked: false },
  { name: "every 15 minutes", everySeconds: 900, isHooked: false },
  { name: "hourly, and by a service hook", everySeconds: 3600, isHooked: true },
];

/** From a failure to its message, over random weeks of a project: the same weeks for each way to start the monitor. */
export async function reach({ runs, say }: Bench): Promise<Row[]> {
  const weeks = fc.sample(anyHookedWeek, { seed: 69, numRuns: runs });
  const rows: Row[] = [];
  let hourlyMedian = Number.NaN;
  for (const { name, ...manner } of manners) {
    const figures = await figuresOf(weeks, manner);
    const { median, worst } = figures;
    hourlyMedian = Number.isNaN(hourlyMedian) ? median : hourlyMedian;
    say(`  ${name}`);
    rows.push({
      ...{
        case: "reach",
        measure: `${name}: median from failure to message ÷ hourly`,
        ratio: median / hourlyMedian,
      },
      goal: manner.isHooked ? { atMost: 0.2 } : "none",
      figures:
        `median ${minutes(median)}, nine of ten within ${minutes(figures.most)}, worst ${minutes(worst)}; a week: ` +
        `${figures.rows} rows, ${figures.worked} runs, ${figures.agentMinutes} agent minutes, ${figures.lost} events lost`,
      raw: { ...figures },
    });
  }
  return rows;
}

async function figuresOf(weeks: readonly HookedWeek[], manner: Manner) {
  const waits: number[] = [];
  let [rows, worked, agentSeconds, lost] = [0, 0, 0, 0];
  for (const week of weeks) {
    const played = await playHookedWeek(week, manner);
    waits.push(...reachOf(week, played));
    rows += played.rows.length;
    lost += played.lost.length;
    for (const { result, startedAt = 0, finishedAt = 0 } of played.rows) {
      if (result === "canceled") continue;
      worked++;
      agentSeconds += finishedAt - startedAt;
    }
  }
  const ordered = waits.toSorted((one, other) => one - other);
  const perWeek = (sum: number) => Math.round(sum / weeks.length);
  return {
    ...{ problems: waits.length, median: sampleOf(waits).median, worst: Math.max(...waits) },
    most: ordered[Math.floor(0.9 * ordered.length)] ?? 0,
    ...{
      rows: perWeek(rows),
      worked: perWeek(worked),
      agentMinutes: perWeek(agentSeconds / 60),
      lost: perWeek(lost),
    },
  };
}

function minutes(seconds: number): string {
  return `${(seconds / 60).toFixed(1)} min`;
}
