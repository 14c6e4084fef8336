/** The element of a page that holds a report, for `fillPage`. */
const place = '<script type="application/json" id="report"></script>';

/** The page is one file that any browser opens without a server, because it holds its own style and script. */
export function fillPage(page: string, json: string): string {
  const parts = page.split(place);
  if (parts.length !== 2) throw new Error("the page has no place for a report");
  const [open, close] = place.split("><");
  return parts.join(`${open}>${jsonForHtml(json)}<${close}`);
}

/** Ends no element: every `<` is escaped, and the separators that old scripts end lines at. */
export function jsonForHtml(json: string): string {
  return json
    .replace(/</g, "\\u003c")
    .replace(/[\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`);
}
