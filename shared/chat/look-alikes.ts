import { defuseLinks } from "../text/markdown";
import { type Sanitized, shorten } from "../text/sanitize";

const lookAlikes: Readonly<Record<string, string>> = {
  "<": "‹",
  ">": "›",
  "@": "＠",
  "&": "＆",
  "*": "＊",
  "~": "～",
  "`": "｀",
  "[": "［",
  "]": "］",
  "\\": "＼",
  _: "＿",
};

/** Returns a name for a code span, in which all other signs show as they are. */
export function withoutCodeMarks(name: Sanitized): string {
  return shorten(name, 200).replace(/[<>@`]/g, (sign) => lookAlikes[sign] ?? sign);
}

/**
 * Returns a name without any sign that has a meaning in a product's text, for products that know no escape. Signs that
 * look alike take their place. An underscore within a word formats nothing, so it stays, as does an ampersand that begins
 * no entity.
 */
export function replaceMarkup(name: Sanitized): string {
  return defuseLinks(name).replace(
    /[<>@*~`[\]\\]|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu,
    (sign) => lookAlikes[sign] ?? sign,
  );
}
