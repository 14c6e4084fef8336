import { memberAt } from "../../shared/json/path";
import type { SandboxRun } from "../sandbox/build-service";

/** Sentences of a picture, read against the runs that it is about. Times are in UTC, and in whole minutes. */

interface PastRun {
  pipeline: string;
  id: number;
  number: string;
  isWell: boolean;
  isOpen: boolean;
  queued: number;
  started: number;
  finished: number;
}

const minutesOf = (run: SandboxRun, member: string) =>
  Math.floor(Date.parse(String(run.record[member])) / 60_000);

function pastRun(run: SandboxRun, now: number): PastRun {
  const isOpen = run.isUnfinished === true;
  return {
    pipeline: String(memberAt(run.record, ["definition", "name"])),
    id: Number(run.record["id"]),
    number: String(run.record["buildNumber"]),
    isWell: run.record["result"] === "succeeded",
    isOpen,
    queued: minutesOf(run, "queueTime"),
    started: run.record["startTime"] === undefined ? Number.NaN : minutesOf(run, "startTime"),
    finished: isOpen ? Math.floor(now / 60_000) : minutesOf(run, "finishTime"),
  };
}

/** The runs of one pipeline, the latest first, and the moment of the picture in minutes. */
interface Past {
  now: number;
  ended: readonly PastRun[];
  open: readonly PastRun[];
}

const isAt = (minute: number, clock = "") => new Date(minute * 60_000).toISOString().includes(`T${clock}`);
const failures = ({ ended }: Past) => ended.slice(0, ended.findIndex(({ isWell }) => isWell) >>> 0);
const isStreak = (past: Past, count: string | undefined, since: string | undefined) => {
  const row = failures(past);
  const first = row.at(-1);
  return (
    first !== undefined &&
    isAt(first.finished, since) &&
    (count === undefined || row.length === Number(count))
  );
};
const minutesIn = (duration = "") =>
  [...duration.matchAll(/(\d+) (h|min)/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * (unit === "h" ? 60 : 1),
    0,
  );
const isAbout = (minutes: number, duration: string | undefined) =>
  Math.abs(minutes - minutesIn(duration)) <= 1;

/** What stands behind the name of a pipeline, and whether it was so. */
const readings: readonly [
  pattern: RegExp,
  isTrue: (found: readonly (string | undefined)[], past: Past) => boolean,
][] = [
  [
    /^ failed,? (\d+)(?: times|\w\w in a row) since (?:[\d-]+ )?(\d\d:\d\d)/,
    ([, count, since], past) => isStreak(past, count, since),
  ],
  [/^ fail(?:ed|ing) since (\d\d:\d\d)/, ([, since], past) => isStreak(past, undefined, since)],
  [
    /^ failed: .* \((\d+)\w\w in a row since [\d-]+ (\d\d:\d\d)/,
    ([, count, since], past) => isStreak(past, count, since),
  ],
  [
    /^ failed(?: at (\d\d:\d\d))?.*first time in (\d+) runs/,
    ([, at, count], past) => isStreak(past, "1", at) && past.ended.length === Number(count),
  ],
  [
    /^ (?:failed|was canceled|partially succeeded) at (\d\d:\d\d)/,
    ([, at], { ended }) => ended.some(({ isWell, finished }) => !isWell && isAt(finished, at)),
  ],
  [
    /^ lost its agent at (\d\d:\d\d)/,
    ([, at], { ended }) => ended.some(({ isWell, finished }) => !isWell && isAt(finished, at)),
  ],
  [
    /^ (?:\d+\.\d+ )?works again after (\d+) failures?(?:, ([^.]+))?/,
    ([, count, duration], { ended: [last, ...before], ...past }) => {
      const row = failures({ ...past, ended: before });
      const since = row.at(-1)?.finished ?? Number.NaN;
      return (
        last?.isWell === true &&
        row.length === Number(count) &&
        (duration === undefined || isAbout(last.finished - since, duration))
      );
    },
  ],
  [
    /^ (?:[\d.]+ )?running for ([^(]+) \(/,
    ([, duration], { open, now }) => open.some(({ started }) => isAbout(now - started, duration)),
  ],
  [
    /^ (?:[\d.]+ )?queued for ([^(]+) \(/,
    ([, duration], { open, now }) => open.some(({ queued }) => isAbout(now - queued, duration)),
  ],
  [
    /^ ran (\d+ min \d+ s), limit/,
    ([, duration], { ended: [last] }) =>
      last !== undefined && isAbout(last.finished - last.started, duration),
  ],
  [
    /^ ran too long (\d+) times \(last: ran (\d+ min \d+ s)/,
    ([, count, duration], { ended }) =>
      ended.filter(({ finished, started }) => isAbout(finished - started, duration)).length === Number(count),
  ],
  [
    /^ did not start (?:\d+ times, (\d\d:\d\d) to|at) (\d\d:\d\d)/,
    ([, from, to], { ended, open, now }) => {
      const until = now - (now % 1440) + minutesIn(`${to?.slice(0, 2)} h ${to?.slice(3)} min`);
      const since =
        from === undefined
          ? until
          : now - (now % 1440) + minutesIn(`${from.slice(0, 2)} h ${from.slice(3)} min`);
      return [...ended, ...open].every(({ queued }) => queued < since || queued > until + 5);
    },
  ],
  [
    /^ (?:×(\d+) )?\(((?:[\d.]+(?:, )?)+)\)/,
    ([, count = "1", numbers = ""], { ended }) => {
      const named = numbers.split(", ");
      return (
        named.length === Number(count) &&
        named.every((one) => ended.some(({ number, isWell }) => number === one && !isWell))
      );
    },
  ],
];

/** Sentences that name no pipeline, about the failed runs of all. */
const ofAll: readonly [
  pattern: RegExp,
  isTrue: (found: readonly (string | undefined)[], failed: readonly PastRun[]) => boolean,
][] = [
  [
    /: (\d+) runs failed since (\d\d:\d\d)/,
    ([, count, since], failed) => {
      const first = failed.findIndex(({ finished }) => isAt(finished, since));
      return first >= 0 && failed.length - first >= Number(count);
    },
  ],
  [/^At (?:[\d-]+ )?(\d\d:\d\d)/, ([, at], failed) => failed.some(({ finished }) => isAt(finished, at))],
];

/** A line that tells of runs: it has a time of the day, a period, or a number of runs. */
const tells = /\b\d\d:\d\d\b|\b\d+ (?:h|min)\b|\b\d+ (?:times|failures?)\b|×\d/;
/** Windows, axes, limits, mutes, and the figures of the hub, which its own tests compare with runs. */
const others =
  / runs? checked, |^Time in|read at|^Night Shift · \d|^Cause: |^\d\d:\d\d$|^good \d|^Muted until|reaches the weekly run limit/;

/** The sentences that the runs contradict, and the lines about runs that nothing here reads. */
export function findUntrue(lines: readonly string[], runs: readonly SandboxRun[], now: number): string[] {
  const all = runs.map((run) => pastRun(run, now)).sort((one, other) => other.queued - one.queued);
  const names = [...new Set(all.map(({ pipeline }) => pipeline))];
  const failed = all
    .filter(({ isWell, isOpen }) => !isWell && !isOpen)
    .sort((one, other) => one.finished - other.finished);
  const pastOf = (name: string): Past => {
    const own = all.filter(({ pipeline }) => pipeline === name);
    const [ended, open] = [own.filter(({ isOpen }) => !isOpen), own.filter(({ isOpen }) => isOpen)];
    return { now: Math.floor(now / 60_000), ended, open };
  };
  return lines.flatMap((line) => {
    const told = [
      ...names.flatMap((name) =>
        line
          .split(name)
          .slice(1)
          .flatMap((rest) =>
            readings.map(([pattern, isTrue]) => ({ name, found: pattern.exec(rest), isTrue })),
          )
          .flatMap(({ found, isTrue }) =>
            found === null ? [] : [{ text: `${name}${found[0]}`, isTrue: isTrue(found, pastOf(name)) }],
          ),
      ),
      ...ofAll.flatMap(([pattern, isTrue]) => {
        const found = pattern.exec(line);
        return found === null ? [] : [{ text: found[0], isTrue: isTrue(found, failed) }];
      }),
    ];
    if (told.length === 0 && tells.test(line) && !others.test(line)) return [`nobody reads: ${line}`];
    return told.filter(({ isTrue }) => !isTrue).map(({ text }) => `not so: ${text}`);
  });
}

/** The runs of a pipeline whose number or id is not above that of the run before. */
export function findMisnumbered(runs: readonly SandboxRun[]): string[] {
  const byQueueTime = runs.map((run) => pastRun(run, 0)).sort((one, other) => one.queued - other.queued);
  return byQueueTime.flatMap((run, index) => {
    const before = byQueueTime.slice(0, index).findLast(({ pipeline }) => pipeline === run.pipeline);
    if (before === undefined) return [];
    const [date, count] = run.number.split(".");
    const [dateBefore = "", countBefore] = before.number.split(".");
    const isLater = date === dateBefore ? Number(count) > Number(countBefore) : String(date) > dateBefore;
    return isLater && run.id > before.id ? [] : [`${run.pipeline}: ${before.number}, ${run.number}`];
  });
}
