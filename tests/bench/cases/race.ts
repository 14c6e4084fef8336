import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDurably, replaceDurably } from "../../../tasks/DomainRegister/registration/durable-file";
import type { Bench } from "../case";
import { measure } from "../measure";
import { registerProgram } from "../programs";
import { type Row, timeRow } from "../report";
import type { DomainFigures } from "../scenario";
import { withRegistrar } from "../service";
import { sampleOf } from "../statistics";

const latencyMilliseconds = 20;
const requestsPerMinute = 60;
/** Every other domain is polled at a pause that the budget has room for, those between them more often than it allows. */
const pauseSeconds = 1.25;
const tooShortPauseSeconds = 0.5;
const pauseOf = (index: number) => (index % 2 === 0 ? pauseSeconds : tooShortPauseSeconds);

/**
 * Domains that are released at random moments, when the budget's minute is full. Each is waited for by a process of its
 * own, all of them at the same time: they do next to nothing.
 */
export function race({ agent, runs }: Bench): Promise<Row[]> {
  const releasedAfterSeconds = Array.from({ length: runs * 2 }, () => 62 + 10 * Math.random());
  return withRegistrar({ kind: "race", latencyMilliseconds, releasedAfterSeconds }, async (service) => {
    await Promise.all(
      releasedAfterSeconds.map((_, index) =>
        measure(
          registerProgram(agent, service.address, `race-${index}.org`, {
            inputs: {
              pollSeconds: String(pauseOf(index)),
              waitMinutes: "3",
              requestsPerMinute: String(requestsPerMinute),
            },
          }),
        ),
      ),
    );
    return rowsOf(Object.values(await service.figures()));
  });
}

function rowsOf(domains: readonly DomainFigures[]): Row[] {
  const name = "the race";
  const missed = domains.filter(({ purchaseAt }) => Number.isNaN(purchaseAt)).length;
  if (missed > 0) throw new Error(`${missed} of ${domains.length} domains were not bought`);
  // The available answer leaves the service when the latency is over.
  const waits = domains.map(
    ({ firstAvailableAt, purchaseAt }) => (purchaseAt - firstAvailableAt - latencyMilliseconds) / 1000,
  );
  const floor = sampleOf(diskSeconds().map((seconds) => seconds + latencyMilliseconds / 1000));
  const gaps = domains
    .filter((_, index) => pauseOf(index) === pauseSeconds)
    .flatMap(({ checksAt, firstAvailableAt }) => {
      const before = checksAt.filter((at) => at <= firstAvailableAt);
      return before.slice(1).map((at, index) => at - (before[index] ?? at));
    });
  const most = Math.max(...domains.map(({ requestsAt }) => mostInAMinute(requestsAt)));
  const gap = sampleOf(gaps);
  const longestGap = pauseSeconds * 1000 + latencyMilliseconds;
  return [
    timeRow(
      name,
      "from the first available answer to the purchase ÷ (1 round trip + the intent on the disk)",
      { atMost: 1.5 },
      waits,
      floor.values,
    ),
    {
      case: name,
      measure: "longest gap between checks ÷ (P + 1 round trip)",
      ratio: gap.max / longestGap,
      goal: { atMost: 1 },
      figures: `${gap.median.toFixed(1)} ms (${gap.min.toFixed(1)}–${gap.max.toFixed(1)}) against ${longestGap.toFixed(1)} ms`,
      raw: { gaps },
    },
    {
      case: name,
      measure: "requests in a minute ÷ budget",
      ratio: most / requestsPerMinute,
      goal: { atMost: 1 },
      figures: `${most} at most against ${requestsPerMinute}`,
      raw: { most },
    },
  ];
}

/** What it takes to lock the purchase and to write its intent, so that both survive a power failure. */
function diskSeconds(): number[] {
  const folder = mkdtempSync(join(tmpdir(), "pipeline-keeper-bench-"));
  try {
    return Array.from({ length: 9 }, (_, index) => {
      const startedAt = performance.now();
      createDurably(join(folder, `${index}.lock`), "bench\n");
      replaceDurably(join(folder, "receipt.json"), "{}\n");
      return (performance.now() - startedAt) / 1000;
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The most requests in any sixty seconds. */
function mostInAMinute(requestsAt: readonly number[]): number {
  return Math.max(
    ...requestsAt.map((from) => requestsAt.filter((at) => at >= from && at < from + 60_000).length),
  );
}
