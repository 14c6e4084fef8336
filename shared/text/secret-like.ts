/** Letters and digits in one piece that no person thinks of. */
const piece = /[A-Za-z0-9+=]{20,}/g;
const guid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
/** A URL, also without its scheme, or a name with a password. */
const address = /@|:\/\/|(?:^|")[\w-]+(?:\.[\w-]+)+\//;

/** More of a text is not shown. */
const maxCharacters = 1000;

/** Whether a text may be a credential, or a URL with one, so that nothing may repeat it. */
export function looksSecret(text: string): boolean {
  const shown = text.slice(0, maxCharacters);
  const isKey = ([run]: RegExpExecArray) => /\d/.test(run) || /^[a-f]{32}$/i.test(run);
  return address.test(shown) || guid.test(shown) || [...shown.matchAll(piece)].some(isKey);
}
