import type { Bench } from "../case";
import { measureWithWitness } from "../measure";
import { monitorProgram } from "../programs";
import { type Row, timeRow } from "../report";
import { type BuildScenario, quietHour } from "../scenario";
import { withBuildService } from "../service";
import { sampleOf } from "../statistics";
import { assertWorkDone } from "../work-done";

const scenarioOf = (runCount: number): BuildScenario => ({
  ...quietHour,
  runCount,
  flaggedEvery: 100,
  errorIn: "last",
});

/** Ten times the runs take ten times the time, and no more memory than before. */
export async function flood({ agent, runs }: Bench): Promise<Row[]> {
  const measureRuns = (runCount: number) =>
    withBuildService(scenarioOf(runCount), async (service) => {
      const program = monitorProgram(agent, service.address, service.webhook);
      const seconds: number[] = [];
      const bytes: number[] = [];
      for (let run = 0; run < runs; run++) {
        const measured = await measureWithWitness(program);
        assertWorkDone(scenarioOf(runCount), measured.output, await service.figures());
        seconds.push(measured.seconds);
        bytes.push(measured.testimony.maxResidentBytes);
      }
      return { seconds, bytes };
    });
  const small = await measureRuns(10_000);
  const large = await measureRuns(100_000);
  const mebibytes = (bytes: readonly number[]) => sampleOf(bytes).median / 1024 / 1024;
  const name = "flood, 100,000 runs";
  return [
    timeRow(name, "wall ÷ that of 10,000 runs", { atMost: 9 }, large.seconds, small.seconds),
    {
      case: name,
      measure: "peak memory ÷ that of 10,000 runs",
      ratio: mebibytes(large.bytes) / mebibytes(small.bytes),
      goal: { atMost: 1.4 },
      figures: `${mebibytes(large.bytes).toFixed(0)} MiB against ${mebibytes(small.bytes).toFixed(0)} MiB`,
      raw: { largeBytes: large.bytes, smallBytes: small.bytes },
    },
  ];
}
