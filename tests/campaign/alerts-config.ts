import { now } from "../packaged/monitor-stage";
import { type AlertsScript, type EntryScript, entryNames } from "./alerts-script";

export const hourSeconds = 3600;
const limits = { max_proc_time: 900, min_proc_time: 30 };

/** A mention in the syntax of each product, and what it looks like in a message. */
export const mentions = {
  markdown: { owner: "@oncall", shown: "@oncall" },
  slack: { owner: "<@U0123ABCD>", shown: "U0123ABCD" },
  discord: { owner: "<@&123456789012345678>", shown: "<@&123456789012345678>" },
} as const;

/** The keys of the configuration that a script gives. */
export function alertsConfig(script: AlertsScript): Record<string, unknown> {
  const { notify, remindHours, window, explains, partialIsSuccess, watchesShop, entries, quiet } = script;
  return {
    run_ct_min: -1,
    ...(notify === undefined ? {} : { notify }),
    ...(notify === "changes" && remindHours !== undefined ? { remind_hours: remindHours } : {}),
    ...(window === undefined ? {} : { window }),
    ...(explains ? { explain_failures: true } : {}),
    ...(partialIsSuccess ? { partially_succeeded: "succeeded" } : {}),
    ...(watchesShop ? { projects: ["Shop"] } : {}),
    ...(quiet.length === 0 ? {} : { quiet: quiet.map(quietOf) }),
    pipelines: {
      default: limits,
      ...Object.fromEntries(
        entryNames.flatMap((name) => {
          const entry = entries[name];
          const ofDefault = name === "default" ? limits : {};
          return entry === undefined ? [] : [[name, { ...ofDefault, ...settingsOf(entry, script.product) }]];
        }),
      ),
    },
  };
}

function quietOf({ hour, hours, ofNightly }: AlertsScript["quiet"][number]): Record<string, unknown> {
  return { schedule: `0 ${hour} * * *`, hours, ...(ofNightly ? { pipelines: ["nightly *"] } : {}) };
}

function settingsOf(entry: EntryScript, product: AlertsScript["product"]): Record<string, unknown> {
  const { mutedUntilHour, owner, runbook, severity } = entry;
  return {
    ...(mutedUntilHour === undefined ? {} : { mute_until: `${moment(mutedEnd(mutedUntilHour))}Z` }),
    ...(owner === undefined ? {} : { owner: owner === "name" ? "team data" : mentions[product].owner }),
    ...(runbook ? { runbook: "https://example.com/runbook" } : {}),
    ...(severity === undefined ? {} : { severity }),
  };
}

/** When a mute ends, in seconds since 1970: at 29 minutes past an hour of the script. */
export function mutedEnd(hour: number): number {
  return now / 1000 + hour * hourSeconds + 600;
}

function moment(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 16);
}
