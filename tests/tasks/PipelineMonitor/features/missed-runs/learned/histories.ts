import { dueTimes } from "../../../schedules/story";

interface History {
  queued: readonly number[];
  expected: readonly string[];
  isMonthly?: true;
}

export const minutesOf = (...times: string[]) =>
  times.map((time) => Date.parse(`${time.replace(" ", "T")}Z`) / 60_000);
const [begin = 0, clocksChange = 0, end = 0] = minutesOf(
  "2026-09-28 00:00",
  "2026-10-25 00:00",
  "2026-11-24 00:00",
);
const due = (...crons: string[]) => dueTimes(crons, begin, end);
const without = (all: readonly number[], ...gaps: string[]) =>
  all.filter((time) => !minutesOf(...gaps).includes(time));

/**
 * Runs that the schedules of a project queued from 28 September to 23 November 2026, in UTC. Nobody recorded it: the rows are written
 * by hand after documented behavior. Cron is UTC in YAML; a classic schedule keeps its local time (here that of Berlin, where
 * summer time ends on 25 October); without `always: true`, unchanged code starts nothing; a run is queued seconds to minutes
 * late; a schedule of all branches queues a run for each at once.
 */
export const histories: Readonly<Record<string, History>> = {
  "hourly price feed, a few minutes late in the busy hour at midnight": {
    queued: due("6 0 * * *", "0 1-23 * * *"),
    expected: ["6 0 * * *", "0 1-23 * * *"],
  },
  "weekday nightly build, once late by 11 minutes": {
    queued: due("30 2 * * 1-5").map((time) =>
      minutesOf("2026-11-10 02:30").includes(time) ? time + 11 : time,
    ),
    expected: ["30 2 * * 1-5"],
  },
  "invoices on the first of the month": {
    queued: minutesOf("2026-08-01 05:00", "2026-09-01 05:01", "2026-10-01 05:00", "2026-11-01 05:00"),
    ...{ expected: ["0 5 1 * *"], isMonthly: true },
  },
  "invoices on the last days of a quarter": {
    queued: minutesOf("2026-09-29 05:00", "2026-09-30 05:00"),
    expected: [],
  },
  "classic nightly at 03:00 in Berlin, which is an hour later in UTC since 25 October": {
    queued: due("0 1 * * *").map((time) => (time < clocksChange ? time : time + 60)),
    expected: ["0 2 * * *"],
  },
  "nightly without always: nothing at weekends, and not on a quiet day every other week": {
    queued: without(
      due("0 3 * * 1-5"),
      ...["2026-10-07 03:00", "2026-10-20 03:00", "2026-11-05 03:00", "2026-11-18 03:00"],
    ),
    expected: [],
  },
  "nightly without always in a repository that only one person changes, on Mondays": {
    queued: minutesOf(
      ...["2026-09-28 03:00", "2026-09-29 03:00", "2026-10-05 03:00", "2026-10-07 03:00", "2026-10-14 03:00"],
      ...["2026-10-26 03:00", "2026-10-29 03:00", "2026-11-02 03:00", "2026-11-09 03:00", "2026-11-16 03:00"],
      "2026-11-23 03:00",
    ),
    // The Mondays without a gap, which nothing proves.
    expected: ["0 3 * * 1"],
  },
  "weekly load test that was paused in October, and ran twice since": {
    queued: minutesOf("2026-10-03 22:00", "2026-10-10 22:00", "2026-11-14 22:00", "2026-11-21 22:00"),
    expected: [],
  },
  "weekly load test that was paused until 31 October, three weeks later": {
    queued: without(due("0 22 * * 6"), "2026-10-10 22:00", "2026-10-17 22:00", "2026-10-24 22:00"),
    expected: ["0 22 * * 6"],
  },
  "backup every six hours, of which an outage took two": {
    queued: without(due("0 */6 * * *"), "2026-10-20 12:00", "2026-10-20 18:00"),
    expected: ["0 */6 * * *"],
  },
  "nightly, and a full build on Saturday mornings": {
    queued: due("15 1 * * *", "0 9 * * 6"),
    expected: ["15 1 * * *", "0 9 * * 6"],
  },
};
