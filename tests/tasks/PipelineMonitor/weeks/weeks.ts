import fc from "fast-check";
import { judge } from "./judge";
import { judgeRepairs } from "./repairs-judge";
import { anyDays } from "./repairs-script";
import { playDays } from "./repairs-world";
import { anyWeek } from "./script";
import { playWeek } from "./world";

/**
 * `npm run weeks -- COUNT SEED` plays random weeks of a monitor in memory, and judges what each target was told; then
 * random days of two monitors that repair, and judges what they sent. Node
 * keeps signals that were combined, so each week takes 4 MB.
 */
async function main(): Promise<void> {
  const [count = 2000, seed = Date.now() % 2 ** 31] = process.argv.slice(2).map(Number);
  console.log(`${count} weeks, seed ${seed}`);
  let played = 0;
  const property = fc.asyncProperty(anyWeek(), async (week) => {
    judge(week, await playWeek(week));
    if (++played % 200 === 0) console.log(`  ${played} weeks`);
  });
  const details = await fc.check(property, {
    numRuns: count,
    seed,
    endOnFailure: true,
    includeErrorInReport: true,
  });
  console.log(details.failed ? fc.defaultReportMessage(details) : `${count} weeks, nothing broken`);
  if (details.failed) process.exitCode = 1;
  else await repairs(Math.ceil(count / 10), seed);
}

/** Each takes ten times as long as a week. */
async function repairs(count: number, seed: number): Promise<void> {
  const property = fc.asyncProperty(anyDays, async (days) => judgeRepairs(await playDays(days)));
  const details = await fc.check(property, {
    numRuns: count,
    seed,
    endOnFailure: true,
    includeErrorInReport: true,
  });
  console.log(
    details.failed ? fc.defaultReportMessage(details) : `${count} times two days of repairs, nothing broken`,
  );
  if (details.failed) process.exitCode = 1;
}

void main();
