import { now } from "../packaged/monitor-stage";
import { type AlertsScript, type EntryScript, entryNames, pipelineOf, scheduled } from "./alerts-script";

export const hourSeconds = 3600;
/** Runs are too slow or too fast outside of these, in seconds. */
export const limits = { max_proc_time: 900, min_proc_time: 30 };
/** When the scheduled pipeline is due, in minutes after the full hour of the monitor, and its grace. */
const [dueMinute, graceSeconds] = [12, 1200];

/** A mention in the syntax of each product, and what it looks like in a message. */
export const mentions = {
  markdown: { owner: "@oncall", shown: "@oncall" },
  slack: { owner: "<@U0123ABCD>", shown: "U0123ABCD" },
  discord: { owner: "<@&123456789012345678>", shown: "<@&123456789012345678>" },
} as const;

/** An hour before the first run of the monitor, in seconds since 1970. */
export function beginOf({ isAtMidnight }: AlertsScript): number {
  return (isAtMidnight ? Date.UTC(2026, 10, 20, 22) : now) / 1000;
}

/** In seconds since 1970. */
export function dueTimes(script: AlertsScript, until: number): { at: number; graceEnds: number }[] {
  const first = beginOf(script) - hourSeconds + dueMinute * 60;
  const count = script.isScheduled ? Math.ceil((until - first) / hourSeconds) : 0;
  return Array.from({ length: count }, (_, index) => first + index * hourSeconds).map((at) => ({
    at,
    graceEnds: at + graceSeconds,
  }));
}

/** The keys of the configuration that a script gives. */
export function alertsConfig(script: AlertsScript): Record<string, unknown> {
  const { notify, remindHours, window, explains, partialIsSuccess, watches, entries, quiet } = script;
  const remembers = notify === "changes" || window === "since_last_report";
  const learned = script.learns && remembers ? { schedule: "auto" } : {};
  const ofDefault = { ...limits, ...thresholdSetting(script), ...learned };
  return {
    run_ct_min: script.tooFew,
    ...(notify === undefined ? {} : { notify }),
    ...(notify === "changes" && remindHours !== undefined ? { remind_hours: remindHours } : {}),
    ...(window === undefined ? {} : { window }),
    ...(script.businessHours === undefined || notify !== "changes"
      ? {}
      : {
          business_hours: `Sun-Sat ${script.businessHours.map((hour) => `${hour}:00`.padStart(5, "0")).join("-")}`,
        }),
    ...(thresholdOf(script) === 1 ? {} : { history: 100 }),
    ...(explains ? { explain_failures: true } : {}),
    ...(script.checksUnfinished ? { check_unfinished: true } : {}),
    ...(partialIsSuccess ? { partially_succeeded: "succeeded" } : {}),
    ...(watches === "own" ? {} : { projects: [watches === "named" ? "Shop" : "*"] }),
    ...(quiet.length === 0 ? {} : { quiet: quiet.map(quietOf) }),
    pipelines: {
      default: ofDefault,
      ...Object.fromEntries(
        entryNames.flatMap((name) => {
          const entry = entries[name];
          const usual = name === "default" ? ofDefault : {};
          return entry === undefined ? [] : [[name, { ...usual, ...settingsOf(entry, script) }]];
        }),
      ),
      ...(script.isScheduled ? { [pipelineOf(scheduled).name]: scheduleOf(script) } : {}),
    },
  };
}

/** With how many failures in a row they reach the message. */
export function thresholdOf({ notify, afterFailures = 1 }: AlertsScript): number {
  return notify === "changes" ? afterFailures : 1;
}

function thresholdSetting(script: AlertsScript): Record<string, unknown> {
  const after = thresholdOf(script);
  return after === 1 ? {} : { after_failures: after };
}

function quietOf({ hour, hours, ofNightly }: AlertsScript["quiet"][number]): Record<string, unknown> {
  return { schedule: `0 ${hour} * * *`, hours, ...(ofNightly ? { pipelines: ["nightly *"] } : {}) };
}

/** The entry with a pipeline's schedule says the same as the one that it takes the place of. */
function scheduleOf(script: AlertsScript): Record<string, unknown> {
  const entry = script.entries["*"] ?? script.entries.default;
  const minute = (beginOf(script) / 60 + dueMinute) % 60;
  return {
    schedule: `${minute} * * * *`,
    grace: graceSeconds,
    ...(entry === undefined ? {} : settingsOf(entry, script)),
  };
}

function settingsOf(entry: EntryScript, script: AlertsScript): Record<string, unknown> {
  const { mutedUntilHour, owner, runbook, severity } = entry;
  const mutedUntil = mutedUntilHour === undefined ? 0 : mutedEnd(script, mutedUntilHour);
  return {
    ...(mutedUntilHour === undefined ? {} : { mute_until: `${moment(mutedUntil)}Z` }),
    ...(owner === undefined
      ? {}
      : { owner: owner === "name" ? "team data" : mentions[script.product].owner }),
    ...(runbook ? { runbook: "https://example.com/runbook" } : {}),
    ...(severity === undefined ? {} : { severity }),
  };
}

/** When a mute ends, in seconds since 1970: ten minutes after an hour of the script. */
export function mutedEnd(script: AlertsScript, hour: number): number {
  return beginOf(script) + hour * hourSeconds + 600;
}

function moment(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 16);
}
