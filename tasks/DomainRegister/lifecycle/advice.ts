import { renderDropHours } from "./drop-hours";
import type { ReleaseWindow } from "./release";
import type { StageName } from "./stages";

/** Renders a day in UTC: "2026-12-31". */
export function renderDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

/** Renders when a domain is released: "on 2026-12-05", or "between 2026-12-01 and 2026-12-05". */
export function renderRelease({ earliest, latest }: ReleaseWindow): string {
  const [from, to] = [renderDay(earliest), renderDay(latest)];
  return from === to ? `on ${from}` : `between ${from} and ${to}`;
}

/** Renders where a domain is in its life, as a sentence. */
export function renderStage(domain: string, stage: StageName, release: ReleaseWindow | undefined): string {
  if (release === undefined) return `${domain} is registered, and nothing shows that it will be released.`;
  const state = stage.endsWith("period") ? `in the ${stage}` : stage;
  return `${domain} is ${state}. If nobody renews it, it is released ${renderRelease(release)}.`;
}

const dayMilliseconds = 24 * 3600 * 1000;

/**
 * Returns the schedules, as cron lines in UTC, that wait for a domain: one run a day until its release is near,
 * then one an hour.
 */
export function schedulesFor(
  release: ReleaseWindow | undefined,
): { until: string | undefined; cron: string }[] {
  const daily = "0 6 * * *";
  if (release === undefined) return [{ until: undefined, cron: daily }];
  return [
    { until: renderDay(release.earliest - dayMilliseconds), cron: daily },
    { until: undefined, cron: "0 * * * *" },
  ];
}

/** Renders when to run a step again that came too early, as sentences. */
export function renderComeBack(tld: string, release: ReleaseWindow | undefined): string {
  const [first, second] = schedulesFor(release);
  const hours = renderDropHours(tld);
  const usual = hours === undefined ? "" : ` Its registry usually releases names from ${hours}.`;
  if (first?.until === undefined || second === undefined)
    return `A daily run (cron "${first?.cron}") notices when that changes.`;
  return (
    `Until ${first.until}, a daily run is enough (cron "${first.cron}"). ` +
    `From then on, run it every hour (cron "${second.cron}").${usual}`
  );
}
