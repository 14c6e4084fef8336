import type { Bench } from "../case";
import { measure, measureWithWitness, type Program } from "../measure";
import { haveTools, monitorProgram } from "../programs";
import { type Row, timeRow } from "../report";
import { type BuildFigures, buildAuth, type HugeLog, quietHour } from "../scenario";
import { type Service, withBuildService } from "../service";
import { sampleOf } from "../statistics";

const mebibyte = 1024 * 1024;
const places = { start: "at the start", end: "at the end", nowhere: "nowhere", split: "split over chunks" };

/** A second each, so it is measured more often than what takes long. */
const often = 3;

/** A log of a gibibyte, beside grep over the same bytes, and beside the same task without it. */
export async function hugeLog(bench: Bench): Promise<Row[]> {
  const without = await residentBytes(bench, mebibyte);
  const rows: Row[] = [];
  for (const errorAt of ["start", "end", "nowhere", "split"] as const)
    rows.push(...(await measureLog(bench, errorAt, without)));
  return rows;
}

/** One failed run with five logs, of which the last, the only one that is considered, is the huge one. */
function serve<T>(log: HugeLog, act: (service: Service<BuildFigures>) => Promise<T>): Promise<T> {
  return withBuildService(
    { ...quietHour, runCount: 1, flaggedEvery: 1, logsPerRun: 5, latencyMilliseconds: 0, hugeLog: log },
    act,
  );
}

/** The memory of the task over a log that is no burden. */
function residentBytes({ agent, runs }: Bench, bytes: number): Promise<number> {
  return serve({ bytes, errorAt: "nowhere" }, async (service) => {
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
  return serve({ bytes: 1024 * mebibyte, errorAt }, async (service) => {
    const program = monitorProgram(agent, service.address, service.webhook);
    const grep = grepProgram(program, service.address);
    const ours: number[] = [];
    const theirs: number[] = [];
    const residents: number[] = [];
    const received: number[] = [];
    for (let run = 0; run < runs * often; run++) {
      const { seconds, testimony } = await measureWithWitness(program);
      ours.push(seconds);
      residents.push(testimony.maxResidentBytes);
      received.push(testimony.receivedBytes);
      if (grep !== undefined) theirs.push((await measure(grep)).seconds);
    }
    if (grep === undefined) say("curl | grep: skipped, for this machine lacks one of them");
    const above = (sampleOf(residents).median - without) / mebibyte;
    const most = Math.max(...received) / mebibyte;
    return [
      ...(grep === undefined ? [] : [timeRow(name, "wall ÷ curl | grep -c", { atMost: 1 }, ours, theirs)]),
      {
        case: name,
        measure: "MiB of memory above a log of 1 MiB",
        ratio: above,
        goal: { atMost: 60 },
        figures: `${(sampleOf(residents).median / mebibyte).toFixed(0)} against ${(without / mebibyte).toFixed(0)} MiB`,
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
