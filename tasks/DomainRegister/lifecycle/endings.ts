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

/** Returns what follows the first label of a domain. Names below "uk.com" do not live by the rules of .com. */
export function endingOf(domain: string): string {
  return domain.slice(domain.indexOf(".") + 1);
}

/** Returns whether a public source states that the registry keeps the stages of `stages.ts`. */
export function keepsStages(ending: string): boolean {
  return endingsWithStages.has(ending);
}
