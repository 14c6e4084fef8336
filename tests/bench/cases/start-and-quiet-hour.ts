import { join, resolve } from "node:path";
import { bundle } from "../../../build-bundle";
import type { Bench } from "../bench";
import { type Measured, measure, type Program } from "../measure";
import { monitorProgram } from "../programs";
import { type Row, shownSeconds, timeRow } from "../report";
import { type BuildFigures, quietHour } from "../scenario";
import { type Service, withBuildService } from "../service";
import { sampleOf } from "../statistics";

const root = resolve(__dirname, "..", "..", "..", "..");

/** A short program is measured so many times as often as one that takes long. */
const often = 10;

/**
 * The start: from the start of the process until its first request arrives, beside the least task that the same libraries
 * can make. The quiet hour: the whole of a run that finds nothing.
 */
export function startAndQuietHour({ agent, runs }: Bench): Promise<Row[]> {
  return withBuildService(quietHour, async (service) => {
    const monitor = monitorProgram(agent, service.address, service.webhook);
    const hello = await helloProgram(monitor, service.address, "hello");
    const wholeHello = await helloProgram(monitor, service.address, "hello-of-whole-libraries");
    const bare = { ...monitor, arguments: ["-e", "0"] };
    const samples = { monitor: timings(), hello: timings(), wholeHello: timings(), bare: timings() };
    for (let run = 0; run < runs * often; run++) {
      await add(samples.monitor, monitor, service);
      await add(samples.hello, hello, service);
      await add(samples.wholeHello, wholeHello, service);
      await add(samples.bare, bare, service);
    }
    const start = sampleOf(samples.monitor.starts);
    const latency = quietHour.latencyMilliseconds / 1000;
    const floor = start.median + 2 * latency;
    const requests = samples.monitor.figures.map(
      ({ pages, logLists, logs, posts }) => pages + logLists + logs + posts,
    );
    const { starts, walls } = samples.monitor;
    return [
      timeRow("start", "÷ hello of the same build", { atMost: 1 }, starts, samples.hello.starts),
      timeRow("start", "÷ hello of whole libraries", "none", starts, samples.wholeHello.starts),
      timeRow("start", "÷ node -e 0", "none", starts, samples.bare.walls),
      {
        case: "quiet hour",
        measure: "requests ÷ floor",
        ratio: Math.max(...requests),
        goal: { atMost: 1 },
        figures: `${Math.max(...requests)} against 1`,
        raw: { requests },
      },
      {
        case: "quiet hour",
        measure: "wall ÷ (start + 2 × latency)",
        ratio: sampleOf(walls).median / floor,
        goal: { atMost: 1 },
        figures: `${shownSeconds(sampleOf(walls))} against ${(floor * 1000).toFixed(1)} ms`,
        raw: { wallSeconds: walls, floorSeconds: floor },
      },
    ];
  });
}

interface Timings {
  starts: number[];
  walls: number[];
  figures: BuildFigures[];
}

const timings = (): Timings => ({ starts: [], walls: [], figures: [] });

async function add(
  { starts, walls, figures }: Timings,
  program: Program,
  service: Service<BuildFigures>,
): Promise<void> {
  const { startedAt, seconds }: Measured = await measure(program);
  const seen = await service.figures();
  starts.push((seen.firstRequestAt - startedAt) / 1000);
  walls.push(seconds);
  figures.push(seen);
}

/** The hello task, in the monitor's surroundings, bundled as the tasks are or with the libraries as they come. */
async function helloProgram(
  monitor: Program,
  address: string,
  name: "hello" | "hello-of-whole-libraries",
): Promise<Program> {
  const outfile = join(root, "out", "bench", `${name}.js`);
  const entry = join(root, "tests", "bench", "rivals", "hello.ts");
  await bundle(entry, outfile, name === "hello" ? "reduced" : "whole");
  return { ...monitor, arguments: [outfile], env: { ...monitor.env, INPUT_ADDRESS: address } };
}
