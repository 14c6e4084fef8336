import { join } from "node:path";
import { bundle } from "../../../build/bundle";
import { root } from "../../root";
import type { Bench } from "../case";
import { requestCount } from "../floors";
import { measure, type Program } from "../measure";
import { monitorProgram, registerProgram } from "../programs";
import { type Row, shownSeconds, timeRow } from "../report";
import { type BuildFigures, type DomainFigures, quietHour } from "../scenario";
import { type Service, withBuildService, withRegistrar } from "../service";
import { sampleOf } from "../statistics";
import { assertWorkDone } from "../work-done";

/** The domain is not released while this lasts. */
const neverSeconds = 1e6;

/** A short program is measured so many times as often as one that takes long. */
const often = 10;

/**
 * The start: from the start of the process until its first request arrives, beside the least task that the same libraries
 * can make. The quiet hour: the whole of a run that finds nothing.
 */
export function startAndQuietHour(bench: Bench): Promise<Row[]> {
  return withBuildService(quietHour, (builds) =>
    withRegistrar(
      { kind: "race", latencyMilliseconds: 20, releasedAfterSeconds: [neverSeconds] },
      (registrar) => measureStarts(bench, builds, registrar),
    ),
  );
}

async function measureStarts(
  { agent, runs }: Bench,
  builds: Service<BuildFigures>,
  registrar: Service<Record<string, DomainFigures>>,
): Promise<Row[]> {
  const monitor = monitorProgram(agent, builds.address, builds.webhook);
  const register = registerProgram(agent, registrar.address, "race-0.org", { inputs: { waitMinutes: "0" } });
  const hello = await helloProgram(monitor, builds.address);
  const bare = { ...monitor, arguments: ["-e", "0"] };
  const starts = { monitor: list(), register: list(), hello: list(), bare: list() };
  const walls: number[] = [];
  const requests: number[] = [];
  for (let run = 0; run < runs * often; run++) {
    const quiet = await measure(monitor);
    const figures = await builds.figures();
    assertWorkDone(quietHour, quiet.output, figures);
    starts.monitor.push((figures.firstRequestAt - quiet.startedAt) / 1000);
    walls.push(quiet.seconds);
    requests.push(requestCount(figures) + figures.posts);
    const helloStartedAt = (await measure(hello)).startedAt;
    starts.hello.push(((await builds.figures()).firstRequestAt - helloStartedAt) / 1000);
    const { startedAt } = await measure(register);
    starts.register.push((firstSince(startedAt, await registrar.figures()) - startedAt) / 1000);
    starts.bare.push((await measure(bare)).seconds);
  }
  const floor = sampleOf(starts.monitor).median + (2 * quietHour.latencyMilliseconds) / 1000;
  return [
    ...startRows("start, PipelineMonitor", starts.monitor, starts),
    ...startRows("start, DomainRegister", starts.register, starts),
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
      goal: "none",
      figures: `${shownSeconds(sampleOf(walls))} against ${(floor * 1000).toFixed(1)} ms`,
      raw: { wallSeconds: walls, floorSeconds: floor },
    },
  ];
}

const list = (): number[] => [];

function startRows(
  name: string,
  ours: readonly number[],
  others: Record<"hello" | "bare", readonly number[]>,
): Row[] {
  return [
    timeRow(name, "÷ hello", "none", ours, others.hello),
    timeRow(name, "÷ node -e 0", "none", ours, others.bare),
  ];
}

/** When the first request since a moment arrived. */
function firstSince(moment: number, figures: Record<string, DomainFigures>): number {
  const requestsAt = Object.values(figures).flatMap((domain) => domain.requestsAt);
  return requestsAt.find((at) => at > moment) ?? Number.NaN;
}

/** The hello task, in the monitor's context, bundled as the tasks are. */
async function helloProgram(monitor: Program, address: string): Promise<Program> {
  const outfile = join(root, "out", "bench", "hello.js");
  await bundle(join(root, "tests", "bench", "hello.ts"), outfile);
  return { ...monitor, arguments: [outfile], env: { ...monitor.env, INPUT_ADDRESS: address } };
}
