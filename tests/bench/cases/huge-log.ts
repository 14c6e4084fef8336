import assert from "node:assert/strict";
import type { Bench } from "../case";
import { measure, measureWithWitness, type Program } from "../measure";
import { haveTools, monitorProgram } from "../programs";
import { type Row, timeRow } from "../report";
import { type BuildScenario, buildAuth, type HugeLog, quietHour } from "../scenario";
import { withBuildService } from "../service";
import { sampleOf } from "../statistics";
import { linksIn } from "../work-done";

const mebibyte = 1024 * 1024;
const megabyte = 1_000_000;
const places = { start: "at the start", end: "at the end", nowhere: "nowhere", split: "split over chunks" };

/** A second each, so it is measured more often than what takes long. */
const often = 3;

/** A log of a gibibyte, beside grep over the same bytes, and beside the same task with logs of a few lines. */
export async function hugeLog(bench: Bench): Promise<Row[]> {
  const without = await residentBytes(bench);
  const rows: Row[] = [];
  for (const errorAt of ["start", "end", "nowhere", "split"] as const)
    rows.push(...(await measureLog(bench, errorAt, without)));
  return rows;
}

/** One failed run with five logs, of which only the last is considered. */
const oneRun: BuildScenario = {
  ...quietHour,
  runCount: 1,
  flaggedEvery: 1,
  logsPerRun: 5,
  latencyMilliseconds: 0,
};

/** The memory of the task where no log is a burden. */
function residentBytes({ agent, runs }: Bench): Promise<number> {
  return withBuildService(oneRun, async (service) => {
    const program = monitorProgram(agent, service.address, service.webhook);
    const values: number[] = [];
    for (let run = 0; run < runs; run++)
      values.push((await measureWithWitness(program)).testimony.maxResidentBytes);
    return sampleOf(values).median;
  });
}

function measureLog(
  { agent, runs, say }: Bench,
  errorAt: HugeLog["errorAt"],
  without: number,
): Promise<Row[]> {
  const name = `log of 1 GiB, error ${places[errorAt]}`;
  const hugeLog = { bytes: 1024 * mebibyte, errorAt };
  return withBuildService({ ...oneRun, hugeLog }, async (service) => {
    const program = monitorProgram(agent, service.address, service.webhook);
    const grep = grepProgram(program, service.address);
    const ours: number[] = [];
    const theirs: number[] = [];
    const residents: number[] = [];
    const received: number[] = [];
    for (let run = 0; run < runs * often; run++) {
      const { seconds, testimony, output } = await measureWithWitness(program);
      assert.equal(linksIn(output).length, 1, "the log is linked");
      // A word that is split over two pieces is whole with the beginning of the last one.
      const read = testimony.receivedBytes > hugeLog.bytes - mebibyte;
      assert.ok(errorAt === "start" || read, "the log is read as far as it has to be");
      ours.push(seconds);
      residents.push(testimony.maxResidentBytes);
      received.push(testimony.receivedBytes);
      if (grep !== undefined) theirs.push((await measure(grep)).seconds);
    }
    if (grep === undefined) say("curl | grep: skipped, for this machine lacks one of them");
    const resident = sampleOf(residents).median;
    const most = Math.max(...received) / mebibyte;
    return [
      ...(grep === undefined ? [] : [timeRow(name, "wall ÷ curl | grep -c", { atMost: 1 }, ours, theirs)]),
      {
        case: name,
        measure: "MB of memory above the task without it",
        ratio: (resident - without) / megabyte,
        goal: { atMost: 60 },
        figures: `${(resident / megabyte).toFixed(0)} MB against ${(without / megabyte).toFixed(0)} MB`,
        raw: { residentBytes: residents, withoutBytes: without },
      },
      ...(errorAt === "start"
        ? [
            {
              case: name,
              measure: "MiB taken from the stream",
              ratio: most,
              goal: { atMost: 1 },
              figures: `${most.toFixed(2)} MiB at most`,
              raw: { receivedBytes: received },
            },
          ]
        : []),
    ];
  });
}

function grepProgram(monitor: Program, address: string): Program | undefined {
  if (!haveTools("bash", "curl", "grep")) return undefined;
  const log = `${address}contoso/Night%20Shift/_apis/build/builds/100000/logs/5`;
  const curl = `curl --silent --header 'Authorization: Basic ${buildAuth}' --header 'Accept: text/plain' '${log}'`;
  return { ...monitor, command: "bash", arguments: ["-c", `${curl} | grep -c error || true`] };
}
