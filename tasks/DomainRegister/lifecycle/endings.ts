/**
 * The endings whose registries state the stages and lengths of `stages.ts`: 30 days of redemption, shown as
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

/** True if a public source states that the registry keeps the stages of `stages.ts`. */
export function keepsStages(ending: string): boolean {
  return endingsWithStages.has(ending);
}

/**
 * The hours of the day, in UTC, in which a registry releases names (docs/domain/release.md). `isStated` if the
 * registry says so; others were only observed. They inform people and do not slow down the pace.
 */
const dropHours = new Map([
  ["com", { hours: "from 18:00 to 20:00 UTC", isStated: false }],
  ["net", { hours: "from 18:00 to 20:00 UTC", isStated: false }],
  ["org", { hours: "from 13:30 to 15:00 UTC", isStated: false }],
  ["nz", { hours: "from 02:00 to 03:00 UTC", isStated: false }],
  ["se", { hours: "from 04:00 UTC", isStated: true }],
  ["nu", { hours: "from 04:00 UTC", isStated: true }],
]);

/** Renders the drop hours of an ending, as a sentence with a space before it. Empty if they are not known. */
export function renderDropHours(ending: string): string {
  const known = dropHours.get(ending.slice(ending.lastIndexOf(".") + 1));
  if (known === undefined) return "";
  return known.isStated
    ? ` Its registry releases names ${known.hours}.`
    : ` Names were seen to be released ${known.hours}.`;
}
