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
