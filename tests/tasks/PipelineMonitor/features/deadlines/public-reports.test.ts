import { didNotStart } from "../../../../did-not-start";
import { assertTold, before, failed, type StoryRun, tell, worked } from "./deadlines-stage";

/** What people reported or asked for of other tools' deadlines, as the nights of a pipeline that is to succeed by 06:00. */
const publicReports: readonly {
  from: string;
  /** What was wrong there, or asked for. */
  of: string;
  runs: readonly StoryRun[];
  at: readonly number[];
  keys?: object;
  /** What comes out here. */
  told: readonly RegExp[];
}[] = [
  {
    from: "https://github.com/apache/airflow/issues/18031",
    of: "the SLA callback came only after a task had finished: a blocked one, or one that still ran, was never told",
    runs: [...before, { queued: 2, started: 20 }],
    at: [5.3, 6.3],
    told: [/^$/, /missed its deadline at 06:00 UTC: it has waited in the queue since/],
  },
  {
    from: "https://github.com/apache/airflow/issues/18031",
    of: "a deadline in a time zone of its own, whatever starts the task",
    runs: [...before, worked(2, 5.5, { record: { reason: "manual" } })],
    at: [5.3, 6.3],
    keys: { time_zone: "Europe/Berlin" },
    told: [/06:00 UTC\+1: it has been running/, /succeeded at 06:30 UTC\+1, 30 min after its deadline/],
  },
  {
    from: "https://github.com/apache/airflow/issues/50481",
    of: "one missed SLA was told several times, with the same words",
    runs: [...before, failed(2, 3)],
    at: [6.3, 7.3, 8.3, 9.3],
    told: [/it failed/, /^$/, /^$/, /^$/],
  },
  {
    from: "https://github.com/apache/airflow/issues/32138",
    of: "a miss was told of a run that was well within its SLA",
    runs: [...before, worked(2, 4), { queued: 22, finished: 24 }],
    at: [22.3, 23.3, 24.3, 30.3],
    told: [/^$/, /^$/, /^$/, /^$/],
  },
  {
    from: "https://github.com/getsentry/sentry/issues/44393",
    of: "the late success of one check-in counted for the next, which had not happened",
    runs: [...before, worked(2, 7.2)],
    at: [6.3, 7.3, 30.3],
    told: [/it has been running/, /succeeded at 07:12/, new RegExp(`at 06:00 UTC: it ${didNotStart}`)],
  },
  {
    from: "https://github.com/getsentry/sentry/issues/66763",
    of: "after clocks were set forward, the same time of the day was expected an hour early",
    // On 2026-03-29 in Berlin, 06:00 is 04:00 UTC.
    runs: [-5708, -5684, -5660].map((hour) => worked(hour - 1, hour - 0.2)),
    at: [-5661.5, -5660.5, -5659.5],
    keys: { time_zone: "Europe/Berlin" },
    told: [/^$/, /^$/, /^$/],
  },
  {
    from: "https://github.com/healthchecks/healthchecks/issues/1160",
    of: "a job that pinged hours before its time was reported as down",
    runs: [...before, worked(-5, -4.5)],
    at: [5.3, 6.3],
    told: [/^$/, /^$/],
  },
  {
    from: "https://documents.bmc.com/supportu/ctmweb/help/9.0.20/en-US/33606.htm",
    of: '"Job not finished by <time>" is a notification of its own beside "not submitted by" and "ended not OK"',
    runs: [...before, failed(2, 3), { queued: 5.5 }],
    at: [5.3, 6.3],
    told: [/^$/, /it failed, and has been running since 05:30 UTC/],
  },
];

describe("deadlines, as people reported them of other tools", () => {
  for (const { from, of, runs, at, keys, told } of publicReports)
    it(`${of} (${from})`, async () => assertTold(await tell("06:00", runs, at, keys), told));
});
