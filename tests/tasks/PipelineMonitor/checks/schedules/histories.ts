interface History {
  queued: readonly string[];
  expected: readonly string[];
  isMonthly?: true;
}

/**
 * Runs that the schedules of a project queued from 28 September to 23 November 2026, in UTC. Nobody recorded it: the rows are written
 * by hand after documented behavior. Cron is UTC in YAML; a classic schedule keeps its local time (here that of Berlin, where
 * summer time ends on 25 October); without `always: true`, unchanged code starts nothing; a run is queued seconds to minutes
 * late; a schedule of all branches queues a run for each at once.
 */
export const histories: Readonly<Record<string, History>> = {
  "hourly price feed, a few minutes late in the busy hour at midnight": {
    queued: days("2026-09-28", 57).flatMap((day) =>
      Array.from({ length: 24 }, (_, hour) => `${day} ${two(hour)}:${hour === 0 ? "06" : "00"}`),
    ),
    expected: ["6 0 * * *", "0 1-23 * * *"],
  },
  "weekday nightly build, once late by 11 minutes": {
    queued: weekdays("2026-09-28", 57).map((day) => `${day} ${day === "2026-11-10" ? "02:41" : "02:30"}`),
    expected: ["30 2 * * 1-5"],
  },
  "invoices on the first of the month": {
    queued: ["2026-08-01 05:00", "2026-09-01 05:01", "2026-10-01 05:00", "2026-11-01 05:00"],
    ...{ expected: ["0 5 1 * *"], isMonthly: true },
  },
  "invoices on the last days of a quarter": {
    queued: ["2026-09-29 05:00", "2026-09-30 05:00"],
    expected: [],
  },
  "classic nightly at 03:00 in Berlin, which is an hour later in UTC since 25 October": {
    queued: days("2026-09-28", 57).map((day) => `${day} ${day < "2026-10-25" ? "01:00" : "02:00"}`),
    expected: ["0 2 * * *"],
  },
  "nightly without always: nothing at weekends, and not on a quiet day every other week": {
    queued: weekdays("2026-09-28", 57)
      .filter((day) => !["2026-10-07", "2026-10-20", "2026-11-05", "2026-11-18"].includes(day))
      .map((day) => `${day} 03:00`),
    expected: [],
  },
  "nightly without always in a repository that only one person changes, on Mondays": {
    queued: [
      ...["2026-09-28 03:00", "2026-09-29 03:00", "2026-10-05 03:00", "2026-10-07 03:00", "2026-10-14 03:00"],
      ...["2026-10-26 03:00", "2026-10-29 03:00", "2026-11-02 03:00", "2026-11-09 03:00", "2026-11-16 03:00"],
      "2026-11-23 03:00",
    ],
    // The Mondays without a gap, which nothing proves.
    expected: ["0 3 * * 1"],
  },
  "weekly load test that was paused in October, and ran twice since": {
    queued: ["2026-10-03 22:00", "2026-10-10 22:00", "2026-11-14 22:00", "2026-11-21 22:00"],
    expected: [],
  },
  "weekly load test that was paused until 31 October, three weeks later": {
    queued: ["2026-10-03", "2026-10-31", "2026-11-07", "2026-11-14", "2026-11-21"].map(
      (day) => `${day} 22:00`,
    ),
    expected: ["0 22 * * 6"],
  },
  "backup every six hours, of which an outage took two": {
    queued: days("2026-09-28", 57)
      .flatMap((day) => ["00:00", "06:00", "12:00", "18:00"].map((time) => `${day} ${time}`))
      .filter((time) => !["2026-10-20 12:00", "2026-10-20 18:00"].includes(time)),
    expected: ["0 */6 * * *"],
  },
  "nightly, and a full build on Saturday mornings": {
    queued: days("2026-09-28", 57).flatMap((day) => [
      `${day} 01:15`,
      ...(new Date(`${day}T00:00Z`).getUTCDay() === 6 ? [`${day} 09:00`] : []),
    ]),
    expected: ["15 1 * * *", "0 9 * * 6"],
  },
};

function days(first: string, count: number): string[] {
  const start = Date.parse(`${first}T00:00Z`);
  return Array.from({ length: count }, (_, day) =>
    new Date(start + day * 86_400_000).toISOString().slice(0, 10),
  );
}

function weekdays(first: string, count: number): string[] {
  return days(first, count).filter((day) => ![0, 6].includes(new Date(`${day}T00:00Z`).getUTCDay()));
}

function two(hour: number): string {
  return String(hour).padStart(2, "0");
}
