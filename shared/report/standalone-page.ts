/** The element of the page that holds a report, for `fillPage`. */
const place = '<script type="application/json" id="report"></script>';

/**
 * Returns the page of the tab with a report in it: one file that any browser opens without a server. The page
 * is the tab's own, so it holds its own style and script.
 */
export function fillPage(page: string, report: unknown): string {
  const [before, after, ...more] = page.split(place);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error("the page of the tab has no place for a report");
  const [open, close] = place.split("><");
  return `${before}${open}>${jsonForHtml(report)}<${close}${after}`;
}

/** Returns JSON that ends no element: every `<` is escaped, and the separators that old scripts end lines at. */
export function jsonForHtml(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, "\\u003c")
    .replace(/[\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`);
}
