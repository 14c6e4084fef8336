import type { RunSketch } from "../../../../sandbox/runs";

const hour = 3600;
const day = 24 * hour;

/** So many runs at even times of a week of whole days, the last one five hours before the present or as many weeks earlier. */
function weekOf(
  weeksAgo: number,
  count: number,
  firstId: number,
  run: (index: number) => RunSketch,
): RunSketch[] {
  return Array.from({ length: count }, (_, index) => ({
    id: firstId + index,
    finishedSecondsAgo: weeksAgo * 7 * day + 5 * hour + Math.floor((index * 7 * day) / count),
    ...run(index),
  }));
}

const failed = { result: "failed" };
const commit = (name: string) => ({ record: { sourceVersion: name, sourceBranch: "refs/heads/main" } });

const timelineWarnings = [
  "The windows-2019 runner image is being deprecated, consider switching to windows-2022(windows-latest) or windows-2025 instead. For more details see https://github.com/actions/runner-images/issues/12045.",
];
const priceFeed = { pipeline: "price feed", definitionId: 11, timelineWarnings };
const nightlyImport = { pipeline: "nightly import", definitionId: 7, timelineWarnings };
const siteHealth = { pipeline: "site_health", definitionId: 13 };

/** Two weeks of a project: a pipeline that got slower, one that is flaky, one that often fails and one that waited. */
export function twoWeeks(): RunSketch[] {
  return [
    ...weekOf(0, 28, 1000, (index) => ({
      ...{ ...priceFeed, runSeconds: 400 + 5 * index, ...(index === 9 ? failed : {}) },
    })),
    ...weekOf(1, 28, 1100, () => ({ ...priceFeed, runSeconds: 320 })),
    ...weekOf(0, 7, 1200, (index) => ({
      ...{ ...nightlyImport, runSeconds: 1500, ...(index < 4 ? failed : {}) },
      ...(index === 2 ? { queuedSeconds: 1260 } : {}),
    })),
    ...weekOf(1, 7, 1300, (index) => ({
      ...{ ...nightlyImport, runSeconds: 1480, ...(index === 0 ? { result: "canceled" } : {}) },
    })),
    ...weekOf(0, 14, 1400, (index) => ({
      ...{ ...siteHealth, runSeconds: 90, ...commit(`c${Math.floor(index / 2)}`) },
      ...([1, 4].includes(index) ? failed : {}),
    })),
    ...weekOf(1, 14, 1500, () => ({ ...siteHealth, runSeconds: 95 })),
  ];
}
