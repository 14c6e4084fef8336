import { statusNames } from "../../../shared/rdap/statuses";
import { didYouMean } from "../../../shared/text/did-you-mean";
import { dayMilliseconds } from "../../../shared/text/time";

/** The stages of a domain after its expiration, with their lengths in days (specification). */
export const stages = [
  { name: "auto-renew grace period", minDays: 0, maxDays: 45 },
  { name: "redemption grace period", minDays: 30, maxDays: 30 },
  { name: "pending delete", minDays: 5, maxDays: 5 },
] as const;

/** A stage of a domain's life, before or after its expiration. */
export type StageName = (typeof stages)[number]["name"] | "registered" | "released";

/** Finds when each stage after an expiration begins, in milliseconds since 1970. The last one is the release. */
export function findStageTimes(expiration: number): { stage: StageName; earliest: number; latest: number }[] {
  let [earliest, latest] = [expiration, expiration];
  const times = stages.map(({ name, minDays, maxDays }) => {
    const begins = { stage: name, earliest, latest };
    earliest += minDays * dayMilliseconds;
    latest += maxDays * dayMilliseconds;
    return begins;
  });
  return [...times, { stage: "released", earliest, latest }];
}

/** `before` is the most days that the stage lasts; `rest` is the most days from its start to the release. */
export function stageDays(stage: (typeof stages)[number]["name"]): { before: number; rest: number } {
  const index = stages.findIndex(({ name }) => name === stage);
  const days = stages.slice(index).map(({ maxDays }) => maxDays);
  return { before: days[0] ?? 0, rest: days.reduce((sum, some) => sum + some, 0) };
}

export function findPossibleStages(expiration: number, now: number): StageName[] {
  if (now < expiration) return ["registered"];
  const times = findStageTimes(expiration);
  return times
    .filter(({ earliest }, index) => {
      const following = times[index + 1];
      return earliest <= now && (following === undefined || now < following.latest);
    })
    .map(({ stage }) => stage);
}

/**
 * Finds the stage that statuses show, as `readStatuses` returns them. Undefined if they show none. Redemption takes
 * precedence, because registries show pendingDelete together with it.
 */
export function findStage(statuses: readonly string[]): StageName | undefined {
  const shows = (...names: string[]) => names.some((name) => statuses.includes(name));
  if (shows("redemptionPeriod", "pendingRestore")) return "redemption grace period";
  if (shows("pendingDelete")) return "pending delete";
  if (shows("clientDeleteHold", "clientHold", "autoRenewPeriod")) return "auto-renew grace period";
  return statuses.some((status) => registeredStatuses.has(status)) ? "registered" : undefined;
}

/**
 * True if all statuses are those of a live registration. A new registration that is deleted at once has no further
 * stage, and a registry may show an inactive or unknown status before the release.
 */
export function showsLiveRegistration(statuses: readonly string[]): boolean {
  return statuses.every((status) => liveStatuses.has(status));
}

const statusesMatching = (form: RegExp) => new Set(statusNames.filter((name) => form.test(name)));

const liveStatuses = statusesMatching(
  /Prohibited$|^(ok|active|locked|validated|associated|private|proxy|obscured|(renew|transfer)Period|pending(Renew|Transfer|Update))$/,
);

/** The statuses that a domain may have while it is registered. */
const registeredStatuses = statusesMatching(
  /Prohibited$|^(ok|active|inactive|locked|(add|renew|transfer)Period|pending(Create|Renew|Transfer|Update))$/,
);

/** Finds the statuses that EPP and RDAP do not have. `meant` suggests a known one, as the end of a sentence. */
export function findUnknownStatuses(statuses: readonly string[]): { status: string; meant: string }[] {
  return statuses
    .filter((status) => !statusNames.includes(status))
    .map((status) => ({ status, meant: didYouMean(status, statusNames) }));
}

/**
 * The endings whose registries state the stages and lengths above: 30 days of redemption, shown as
 * `redemption period` beside `pending delete`, then 5 days of `pending delete` alone. Nothing is assumed of other
 * endings: .nz, for example, keeps a domain in redemption for 90 days.
 *
 * - .com, .net: registry agreements with ICANN, appendix 7 (Redemption Grace Period, Pending Delete Period)
 * - .org: the same appendix of its agreement, and the registry's FAQ, pir.org/get/faq/grace
 * - all of them: ICANN's Expired Registration Recovery Policy, 3.1 (30 days); RFC 3915 (the statuses)
 */
const endingsWithStages = new Set(["com", "net", "org"]);

/** Everything after the first label. Names below "uk.com" do not follow the rules of .com. */
export function endingOf(domain: string): string {
  return domain.slice(domain.indexOf(".") + 1);
}

/** True if a public source states that the registry keeps the stages above. */
export function keepsStages(ending: string): boolean {
  return endingsWithStages.has(ending);
}

/**
 * The hours in which registries say that they release names. Where only observations are known, as for .com, there is
 * none.
 *
 * - .se, .nu: Internetstiftelsen, ".se and .nu domains that may soon be available"
 * - .au: auDA, "Official domain name drop list", in AEST
 */
const dropHours = new Map([
  ["se", "from 04:00 UTC"],
  ["nu", "from 04:00 UTC"],
  ["au", "at 03:00 and 03:30 UTC"],
]);

/** Renders the drop hours of an ending, as a sentence with a space before it. Empty if its registry states none. */
export function renderDropHours(ending: string): string {
  const hours = dropHours.get(ending.slice(ending.lastIndexOf(".") + 1));
  return hours === undefined ? "" : ` Its registry releases names ${hours}.`;
}
