import type { Bench } from "../case";
import { measure } from "../measure";
import { registerProgram } from "../programs";
import type { Row } from "../report";
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
  // The available answer leaves the service when the latency is over.
  const roundTrips = domains.map(
    ({ firstAvailableAt, purchaseAt }) =>
      (purchaseAt - firstAvailableAt - latencyMilliseconds) / latencyMilliseconds,
  );
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
    {
      case: name,
      measure: "round trips from the first available answer to the purchase",
      ratio: Math.max(...roundTrips),
      goal: { atMost: 1.5 },
      figures: `at most; median ${sampleOf(roundTrips).median.toFixed(2)}, ${domains.length} domains`,
      raw: { roundTrips },
    },
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

/** The most requests in any sixty seconds. */
function mostInAMinute(requestsAt: readonly number[]): number {
  return Math.max(
    ...requestsAt.map((from) => requestsAt.filter((at) => at >= from && at < from + 60_000).length),
  );
}
