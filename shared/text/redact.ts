/** Shorter texts are no secrets, and hiding them would hide half of what is printed. */
const minCharacters = 4;
/** The same of a part of a secret, or of one in another spelling. */
const minDerivedCharacters = 8;

/**
 * The forms in which a secret may show up in output: as it is, in lower and upper case, URL-encoded, letter by letter
 * as `%70` or `\\u0070`, in hexadecimal, in base64 of either alphabet, and inside of a longer text in base64, wherever it
 * begins there. Digits from a to f may be small or capital. The agent's masker knows only some of these forms.
 */
export function secretForms(secret: string): string[] {
  const lines = secret.split(/[\r\n]/).filter((line) => line.length >= minCharacters);
  const forms = lines.flatMap((line) => {
    const encoded = encodeURIComponent(line);
    const bytes = Buffer.from(line);
    const hex = bytes.toString("hex");
    const inBothCases = (prefix: string, digits: string) =>
      [digits, digits.toUpperCase()].map((some) => some.replaceAll("-", prefix));
    const derived = [
      line.toLowerCase(),
      line.toUpperCase(),
      encoded.replace(/%../g, (percent) => percent.toLowerCase()),
      hex,
      hex.toUpperCase(),
      ...inBothCases("%", hex.replace(/../g, "-$&")),
      ...inBothCases("\\u", unitsOf(line)),
      ...base64Inside(bytes),
    ];
    // A Basic credential is packed behind a colon.
    const packed = [line, `:${line}`].flatMap((text) => bothAlphabets(Buffer.from(text).toString("base64")));
    const whole = [line, encoded, ...packed];
    return [...whole, ...derived.filter((form) => form.length >= minDerivedCharacters)];
  });
  return [...new Set(forms)];
}

/** The UTF-16 units of a text in four digits each, a hyphen before each. */
function unitsOf(text: string): string {
  return Array.from(
    { length: text.length },
    (_, at) => `-${text.charCodeAt(at).toString(16).padStart(4, "0")}`,
  ).join("");
}

/** What of some bytes' base64 stays the same whatever stands before and behind them, for each place in a group of three. */
function base64Inside(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    // The outermost groups of four letters hold bytes of the neighbours too.
    return bothAlphabets(encoded.slice(before === 0 ? 0 : 4, 4 * Math.floor((before + bytes.length) / 3)));
  });
}

function bothAlphabets(base64: string): string[] {
  return [base64, base64.replaceAll("+", "-").replaceAll("/", "_")];
}

/** The text with every given secret replaced by three asterisks, the longest first. */
export function redactSecrets(text: string, secrets: Iterable<string>): string {
  return [...secrets]
    .filter((secret) => text.includes(secret))
    .sort((one, other) => other.length - one.length)
    .reduce((safe, secret) => safe.replaceAll(secret, "***"), text);
}

const credentialNames =
  "password|passwd|pwd|passphrase|(?<=_)pass(?!\\w)|secret|(?<!(?:unexpected|expected|invalid|missing) )token|" +
  "api[-_]?key|account[-_]?key|access[-_]?key|signature|(?<![a-z])sig(?![a-z])";
/** What begins like this is a credential whatever stands before it: of GitHub, Slack, Amazon, and any that is a JWT. */
const wellKnown =
  /\b(?:(?:gh[pousr]|github_pat)_\w{16,}|xox[abeoprs]-[\w-]{8,}|AKIA[A-Z\d]{12,})|(?<![\w-])eyJ[\w-]{6,}\.[\w-]{4,}(?:\.[\w-]*)?/g;
/** A private key in one line, its line breaks perhaps written as `\n`. */
const privateKey = /(-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----)[\w+/=\\\r\n]{16,}/g;
/** A credential's name and what stands between it and its value, such as `password=`; then the value. */
const named = (separator: string, value: string) =>
  new RegExp(`((?:${credentialNames})\\w{0,40}\\\\?["']?\\s*${separator}\\s*)${value}`, "gi");
const replacements: readonly [RegExp, string][] = [
  [/(:\/\/)[^\s/]*@/g, "$1***@"],
  [/(Authorization["']?:\s*["']?\w{1,20}\s+)[^\s"']{8,}/gi, "$1***"],
  [/\b(Bearer|Basic)\s+(?=\S*[\d+/=])[\w+/.~=-]{8,}/gi, "$1 ***"],
  [/(\bcurl\b.{0,100}?\s(?:-u\s*|--user[ =])[^\s:]{1,64}:)\S+/g, "$1***"],
  // In JSON that stands in JSON, in quotes, and bare.
  [named("[:=]", `(\\\\["'])(?:(?!\\\\["']).)+`), "$1$2***"],
  [named("=", `(["'])(?:\\\\.|(?!\\2).)+`), "$1$2***"],
  [named(":", `(["'])(?:\\\\.|(?!\\2).){4,}`), "$1$2***"],
  [named("=", `[^\\s"'\\\\]+`), "$1***"],
  [named(":", `[^\\s"'\\\\]{4,}`), "$1***"],
  [new RegExp(`(--(?:${credentialNames})[\\w-]{0,40}\\s+["']?)(?=\\S*\\d)[^\\s"']{6,}`, "gi"), "$1***"],
  [privateKey, "$1***"],
  [wellKnown, "***"],
];

/**
 * A text that somebody else wrote without what looks like a credential in it: the name and password of an address, what
 * stands behind `password=` or `--password` and their like, behind `Authorization:` or `Bearer`, private keys in one line,
 * and well-known forms. A guess, and so on the careful side. Takes time as the text is long, whatever stands in it.
 */
export function redactCredentials(text: string): string {
  return replacements.reduce((safe, [what, by]) => safe.replace(what, by), text);
}
