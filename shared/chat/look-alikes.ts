import { defuseLinks } from "../text/markdown";
import { type Sanitized, shortenName } from "../text/sanitize";

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

/**
 * For a code span: there, all other signs are literal. Discord alone looks for the end of a link in one: an earlier link
 * would lead to what follows `](`.
 */
export function withoutCodeMarks(name: Sanitized): string {
  return shortenName(name, 200).replace(/[<>@`]|\](?=\()/g, (sign) => lookAlikes[sign] ?? sign);
}

/**
 * For products without escapes: replaces signs that have a meaning in the product's text by signs that look alike.
 * An underscore within a word formats nothing, so it stays, as does an ampersand that begins no entity.
 */
export function replaceMarkup(name: Sanitized): string {
  return defuseLinks(name).replace(
    /[<>@*~`[\]\\]|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu,
    (sign) => lookAlikes[sign] ?? sign,
  );
}
