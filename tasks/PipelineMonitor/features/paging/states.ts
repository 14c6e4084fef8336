import type { ProjectReport } from "../../issue/report";
import type { Target } from "../../targets/target";
import { keysOfWell } from "../../targets/well";

/** More alerts are neither opened nor closed for one report. */
export const maxChanges = 200;

export const alertStates = ["open", "closed", "unknown"] as const;
/** An alert at the service, `unknown` if it did not confirm what it was asked last. */
export type AlertState = (typeof alertStates)[number];

/** Keyed by alert. Nothing is known of others; most were never open. */
export type Alerts = ReadonlyMap<string, AlertState>;

/** The alerts of earlier reports, and the fingerprint of the account that has them. */
export interface AlertMemory {
  alertAccount: string;
  alerts: Readonly<Record<string, AlertState>>;
}

/** At another account, or with another key, nobody knows what became of an alert. */
export function alertsAt(account: string, { alertAccount, alerts }: AlertMemory): Alerts {
  const all = Object.entries(alerts);
  return new Map(
    account === alertAccount
      ? all
      : all.flatMap(([key, state]) => (state === "closed" ? [] : [[key, "unknown"] as const])),
  );
}

/** Steps that were lost may have opened an alert, or closed it, or not. */
export function withRecorded(alerts: Alerts, recorded: readonly string[]): Alerts {
  return new Map([...alerts, ...recorded.map((key) => [key, "unknown"] as const)]);
}

/** Few are remembered as closed: that spares closing them again. */
export function remembered(alerts: Alerts): AlertMemory["alerts"] {
  const all = [...alerts];
  const isClosed = ([, state]: (typeof all)[number]) => state === "closed";
  const closed = all.filter(isClosed).slice(0, maxChanges);
  return Object.fromEntries([...all.filter((one) => !isClosed(one)), ...closed]);
}

/**
 * Alerts that a step may have opened before it was lost, or that are open from a time that nobody remembers, and that
 * should be closed by what is true of the runs. Most are not open, so of the pipelines that are well only some are closed.
 */
export function possibleAlerts(
  projects: readonly ProjectReport[],
  takes: Target["takes"],
  alerts: Alerts,
): string[] {
  const { ofRuns, ofPipelines } = keysOfWell(projects, takes);
  const dealtWith = [...alerts.values()].filter((state) => state !== "open").length;
  const isDoubtful = (key: string) => !alerts.has(key);
  return [
    ...ofRuns.filter(isDoubtful),
    ...ofPipelines.filter(isDoubtful).slice(0, Math.max(0, maxChanges - dealtWith)),
  ];
}
