import type { RunSketch } from "../../../sandbox/runs";

const hour = 3600;
const day = 24 * hour;

/** So many runs at even times of a week, the last one an hour before the end of the week that was so many weeks ago. */
function weekOf(
  weeksAgo: number,
  count: number,
  firstId: number,
  run: (index: number) => RunSketch,
): RunSketch[] {
  return Array.from({ length: count }, (_, index) => ({
    id: firstId + index,
    finishedSecondsAgo: weeksAgo * 7 * day + hour + Math.floor((index * 7 * day) / count),
    ...run(index),
  }));
}

const commit = (name: string, branch = "refs/heads/main") => ({
  record: { sourceVersion: name, sourceBranch: branch },
});

/** Two weeks of a project: a pipeline that got slower, one that is flaky, one that often fails and one that waited. */
export function twoWeeks(): RunSketch[] {
  return [
    ...weekOf(0, 28, 1000, (index) => ({
      pipeline: "price feed",
      runSeconds: 400 + 5 * index,
      ...(index === 9 ? { result: "failed" } : {}),
    })),
    ...weekOf(1, 28, 1100, () => ({ pipeline: "price feed", runSeconds: 320 })),
    ...weekOf(0, 7, 1200, (index) => ({
      pipeline: "nightly import",
      runSeconds: 1500,
      ...(index < 4 ? { result: "failed" } : {}),
      ...(index === 2 ? { queuedSeconds: 1260 } : {}),
    })),
    ...weekOf(1, 7, 1300, (index) => ({
      pipeline: "nightly import",
      runSeconds: 1480,
      ...(index === 0 ? { result: "canceled" } : {}),
    })),
    ...weekOf(0, 14, 1400, (index) => ({
      pipeline: "site_health",
      runSeconds: 90,
      ...commit(`c${Math.floor(index / 2)}`),
      ...([1, 4].includes(index) ? { result: "failed" } : {}),
    })),
    ...weekOf(1, 14, 1500, () => ({ pipeline: "site_health", runSeconds: 95 })),
  ];
}
