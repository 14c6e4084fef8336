import fc from "fast-check";
import { judgeTold, tellPeriod, wholeYear, years } from "../features/missed-runs/learned/year";
import { judge } from "../weeks/judge";
import { anyMonitorDays } from "../weeks/monitors-script";
import { playMonitorDays } from "../weeks/monitors-world";
import { judgeRepairs } from "../weeks/repairs-judge";
import { anyDays } from "../weeks/repairs-script";
import { playDays } from "../weeks/repairs-world";
import { anyWeek } from "../weeks/script";
import { playWeek } from "../weeks/world";
import { featuresWith } from "./made-targets";

/**
 * `npm run weeks -- COUNT SEED` plays random weeks of a monitor in memory, and judges what each target was told; then
 * random days of two monitors that repair, and of several with one pager and one tracker; then a year of schedules in local
 * time. Node keeps signals that were combined, so each week takes 4 MB.
 */
async function main(): Promise<void> {
  const [count = 2000, seed = Date.now() % 2 ** 31] = process.argv.slice(2).map(Number);
  console.log(`${count} weeks, seed ${seed}`);
  let played = 0;
  const weeks = fc.asyncProperty(anyWeek, async (week) => {
    judge(week, await playWeek(week, featuresWith));
    if (++played % 200 === 0) console.log(`  ${played} weeks`);
  });
  const repairs = fc.asyncProperty(anyDays, async (days) => judgeRepairs(await playDays(days)));
  if (await holds(weeks, count, seed, `${count} weeks`))
    // Each takes ten times as long as a week.
    await holds(repairs, Math.ceil(count / 10), seed, `${Math.ceil(count / 10)} times two days of repairs`);
  const several = fc.asyncProperty(anyMonitorDays, playMonitorDays);
  await holds(
    several,
    Math.ceil(count / 10),
    seed,
    `${Math.ceil(count / 10)} times days of several monitors`,
  );
  for (const { times, changes } of years) judgeTold(tellPeriod(times, wholeYear), changes);
  console.log(`a year of ${years.length} schedules, nothing broken`);
}

async function holds<Played>(
  property: fc.IAsyncProperty<[Played]>,
  numRuns: number,
  seed: number,
  what: string,
): Promise<boolean> {
  const details = await fc.check(property, { numRuns, seed, endOnFailure: true, includeErrorInReport: true });
  console.log(details.failed ? fc.defaultReportMessage(details) : `${what}, nothing broken`);
  if (details.failed) process.exitCode = 1;
  return !details.failed;
}

void main();
