import { isUnroutable } from "../../../shared/http/public-addresses";
import { type JsonPath, keysOf, memberAt, shownPath } from "../../../shared/json/path";
import { asciiName } from "../../../shared/text/domain-name";
import example from "../request.example.json";
import { hasTooManyValues } from "./keys";
import { mergeContacts } from "./parse";
import { contactRoles } from "./schema";

/**
 * Finds the values of a request that nobody owns (decision 32): tokens that nothing replaced, placeholders, addresses
 * that reach nobody, and the values of request.example.json. Each problem begins with the path.
 */
export function findUnownedValues(request: unknown): string[] {
  if (hasTooManyValues(request)) return [];
  const problems = textsAt([], request).flatMap(({ path, text }) => {
    const problem = problemOf(path, text);
    return problem === undefined ? [] : [`${shownPath(path)}: ${problem}`];
  });
  return mergeContacts(problems);
}

/** Members that are not sent, or compared with an input. */
const unsent = ["$schema", "domain"];

function textsAt(path: JsonPath, value: unknown): { path: JsonPath; text: string }[] {
  const [first = ""] = path;
  if (path.length === 1 && unsent.includes(String(first))) return [];
  if (typeof value === "string") return [{ path, text: value.normalize("NFKC").trim() }];
  const keys = Array.isArray(value) ? [...value.keys()] : keysOf(value);
  return keys.flatMap((key) => textsAt([...path, key], memberAt(value, [key])));
}

function problemOf(path: JsonPath, text: string): string | undefined {
  if (text === "") return undefined;
  if (token.test(text)) return "contains a token that nothing has replaced";
  if (isExampleValue(path, text)) return "expected your own, not one of an example";
  if (isUnroutable(text)) return "expected your public IP address";
  const name = String(path.at(-1) ?? "");
  const [local = "", host = ""] = text.includes("@") ? text.split("@") : [text];
  if (isWordInPlace(text))
    return String(path[0]).startsWith("contact")
      ? `${notPlaceholder}; if it is your name, write it as ${capitalized(text)}`
      : notPlaceholder;
  const isPlaceholder = text.includes("@")
    ? isInstruction(local.replace(/[._-]/g, " ")) || placeholderHost.test(host)
    : isInstruction(text) ||
      isNoName(text) ||
      isLabelOf(name, text) ||
      isFictional(name, text) ||
      isYours(name, text);
  return isPlaceholder ? notPlaceholder : undefined;
}

const notPlaceholder = "expected your own, not a placeholder";

const capitalized = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1).toLowerCase()}`;

/** No name, street or host contains braces or angle brackets. The rest is what replacers leave: $(X), %X%, __X__ … */
const token =
  /[{}<>]|[$%]\(|\$\[|\(\(|%[A-Za-z_][\w.:-]*%|(?:^|\W)__\w(?:[\w.]*\w)?__(?:\W|$)|^\$(?:env:)?[A-Za-z_][\w.]*$|^\[[^\]]*\]$|^@[\w.]+@$|^![\w.]+!$/;

/** Whether a text tells a person to write something. Organizations, streets and places begin with the same words: Put-in-Bay. */
function isInstruction(text: string): boolean {
  return (
    /^(?:please )?(?:(?:enter|insert|fill|replace|add|put|type|set|provide|specify|change|use)[\s_-](?:your|this|here|me)|fill[\s_-]in|(?:fill|replace)[\s_-]with|(?:enter|insert|provide|specify)[\s_-](?:value|the))\b/i.test(
      text,
    ) ||
    yourOwn.test(text.replace(/([a-z])([A-Z])/g, "$1 $2")) ||
    /^(?:todo|fixme|tb[acd])(?: *:| +[–-])/i.test(text) ||
    /^(?:tb[acd]|fixme|placeholder|change[\s_-]?(?:me|it)|replace[\s_-]?me|fill[\s_-]?me|asdf\w*|qwerty\w*|foobar|lorem ipsum.*|undefined|not (?:applicable|available)|to be (?:added|announced|confirmed|defined|determined|done))$/i.test(
      text,
    )
  );
}

/** "Your" before what a contact consists of. */
const yourOwn =
  /^your(?:(?:[\s_-]\w+){0,3}[\s_-]|(?:first|last|full)?)(?:name|e?mail|address|company|organi[sz]ation|city|town|street|state|province|country|phone|fax|number|code|title|value|here)\d*$/i;

/** Only organizations have names such as Your Move. */
function isYours(name: string, text: string): boolean {
  return name !== "organization" && /^your[\s_-]/i.test(text);
}

function isNoName(text: string): boolean {
  const plain = text.replace(/[\s._-]/g, "");
  return !/[\p{L}\p{N}]/u.test(text) || /^x{2,}$/i.test(plain) || /^n\/a$/i.test(plain);
}

/** Words that are names, too, are refused unless they are written as names are: Null, Todo. */
function isWordInPlace(text: string): boolean {
  const isWord =
    /^(?:todo|none|null|nil|unknown|missing|blank|empty|dummy|sample|test(?:ing)?\d*|foo|string|text|value)$/i.test(
      text,
    );
  return isWord && (text === text.toLowerCase() || text === text.toUpperCase());
}

/** Whether a text is the name of its own member, such as "First name" for `nameFirst`. */
function isLabelOf(name: string, text: string): boolean {
  const words = (label: string) =>
    label
      .replace(/\d+$/, "")
      .replace(/([a-z])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .split(/[\s_-]+/)
      .filter(Boolean);
  const [label, said] = [words(name), words(text)].map((parts) => parts.sort().join(""));
  return label !== "" && label === said;
}

/** Phone numbers that nobody can have: without a country, of one digit only, or kept for fiction in North America. */
function isFictional(name: string, text: string): boolean {
  return /^(?:phone|fax)$/.test(name) && /^\+0|^\+1\.(?:[01]|\d{3}55501)|\.(\d)\1{5,}$/.test(text);
}

const placeholderHost = /^your-?(?:domain|company|site|website|e?mail|name|organi[sz]ation)\./i;

/** Where a person has to fill in something. The rest is a choice, which may be that of the example. */
const filledIn = ["consent.agreedBy", "nameServers", ...contactRoles];

function isExampleValue(path: JsonPath, text: string): boolean {
  const isFilledIn = filledIn.some((start) => `${path.join(".")}.`.startsWith(`${start}.`));
  if (isFilledIn && text === memberAt(example, path)) return true;
  return (
    (path[0] === "nameServers" || text.includes("@")) && isExampleHost(text.slice(text.lastIndexOf("@") + 1))
  );
}

/** RFC 2606 and RFC 6761, and the same name below other top-level domains, which is meant the same way; local names. */
function isExampleHost(host: string): boolean {
  return /(^|\.)(example(\.[^.]+)?|test|invalid|localhost|localdomain|local|lan|onion|alt)$/.test(
    asciiName(host),
  );
}
