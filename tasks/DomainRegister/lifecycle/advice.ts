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

/** Under which condition a domain is released at the end of its stages. Nobody can stop pending delete. */
const ifNobodyActs: Record<StageName, string> = {
  registered: "If nobody renews it, it",
  "auto-renew grace period": "If nobody renews it, it",
  "redemption grace period": "If its owner does not restore it, it",
  "pending delete": "It",
  released: "It",
};

export function renderStage(
  domain: string,
  ending: string,
  stage: StageName,
  release: ReleaseWindow | undefined,
): string {
  const state = stage.endsWith("period") ? `in the ${stage}` : stage;
  if (release === undefined) return `${domain} is ${state}. Its record does not show when it is released.`;
  const when = `${renderRelease(release)}${renderCondition(ending)}`;
  return `${domain} is ${state}. ${ifNobodyActs[stage]} is released ${when}.`;
}

/** For a domain whose record shows no stage after its expiration. */
export function renderRegistration(
  domain: string,
  ending: string,
  expiresAt: number,
  release: ReleaseWindow | undefined,
  now: number,
): string {
  const state = expiresAt > now ? "is registered until" : "expired on";
  const condition = keepsStages(ending)
    ? "if nobody renews it"
    : "if nobody renews it and its registry keeps the usual stages";
  const earliest =
    release === undefined ? "" : `; earliest release ${renderDay(release.earliest)}, ${condition}`;
  return `${domain} ${state} ${renderDay(expiresAt)}${earliest}.`;
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
