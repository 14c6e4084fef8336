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
