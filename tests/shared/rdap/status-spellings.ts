import fc from "fast-check";
import { statusNames } from "../../../shared/rdap/statuses";

/** The words of a status: "clientDeleteProhibited" has three. */
const wordsOf = (name: string) => name.split(/(?=[A-Z])/);

const separators = ["", " ", "-", "_", "  ", "\t", "\u00a0", "\u2011", "\u200b"];
const cases = [
  (text: string) => text,
  (text: string) => text.toUpperCase(),
  (text: string) => text.toLowerCase(),
];
const frames: ((text: string, name: string) => unknown)[] = [
  (text) => text,
  (text) => ` ${text} `,
  (text) => `[${text}]`,
  (text) => `"${text}"`,
  (text) => `Domain Status: ${text}`,
  (text) => `status:           ${text}`,
  (text, name) => `${text} https://icann.org/epp#${name}`,
  (text, name) => `${text} (http://www.icann.org/epp#${name})`,
  (text, name) => `Status: ${text} -- https://icann.org/epp#${name}\r`,
  (text) => ({ value: text }),
  (text) => ({ status: text, lang: "en" }),
  (text, name) => ({ code: name, text }),
];

/** A status in a spelling of some server or person. */
export const spelling = (name: string): fc.Arbitrary<unknown> =>
  fc
    .record({
      separator: fc.constantFrom(...separators),
      inCase: fc.constantFrom(...cases),
      frame: fc.constantFrom(...frames),
    })
    .map(({ separator, inCase, frame }) => frame(inCase(wordsOf(name).join(separator)), name));

export const someStatuses = fc.subarray([...statusNames], { minLength: 1 });

/** Some statuses in random spellings: as a list, or as lines of a text. */
export const spelt = (names: readonly string[]): fc.Arbitrary<unknown> =>
  fc.tuple(...names.map(spelling)).chain((all) => {
    const isText = all.every((one) => typeof one === "string");
    return isText ? fc.constantFrom<unknown>(all, all.join("\n"), all.join("; ")) : fc.constant<unknown>(all);
  });
