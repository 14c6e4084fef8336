import { dayMilliseconds } from "../../../shared/text/time";
import { keepsStages, renderDropHours } from "./endings";
import type { ReleaseWindow } from "./release";
import type { StageName } from "./stages";

/** Renders a day in UTC: "2026-12-31". */
export function renderDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

/** Renders when a domain is released: "on 2026-12-05", or "between 2026-12-01 and 2026-12-05". */
function renderRelease({ earliest, latest }: ReleaseWindow): string {
  const [from, to] = [renderDay(earliest), renderDay(latest)];
  return from === to ? `on ${from}` : `between ${from} and ${to}`;
}

/** Renders the condition under which the usual stages say when a domain is released. Empty if it is known to hold. */
export function renderCondition(ending: string): string {
  return keepsStages(ending) ? "" : ", if its registry keeps the usual stages";
}

export function renderStage(
  domain: string,
  ending: string,
  stage: StageName,
  release: ReleaseWindow | undefined,
): string {
  const state = stage.endsWith("period") ? `in the ${stage}` : stage;
  if (release === undefined) return `${domain} is ${state}. Its record does not show when it is released.`;
  const when = `${renderRelease(release)}${renderCondition(ending)}`;
  return `${domain} is ${state}. If nobody renews it, it is released ${when}.`;
}

const [daily, hourly] = ["0 6 * * *", "0 * * * *"];

/** Renders how often to wait. `releasedFrom` is undefined if the release can come at any moment. */
export function renderComeBack(ending: string, releasedFrom: number | undefined, now: number): string {
  const until = renderDay((releasedFrom ?? now) - dayMilliseconds);
  const hours = renderDropHours(ending);
  return until > renderDay(now)
    ? `Until ${until}, a daily run of \`action: register\` is enough (cron "${daily}"). ` +
        `From then on, run it every hour (cron "${hourly}").${hours}`
    : `The record does not prove when it is released, so run \`action: register\` every hour (cron "${hourly}").${hours}`;
}
