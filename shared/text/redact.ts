/** Shorter texts are not secrets, and hiding them would hide half of the output. */
const minCharacters = 4;
/** The minimum for a part of a secret, or for another spelling of it. */
const minDerivedCharacters = 8;

/**
 * As it is; in lower and upper case; URL-encoded; each character as `%70` or `\\u0070`; hexadecimal; in base64 of both
 * alphabets; and inside longer base64 at any offset. Hexadecimal digits may be lower or upper case. The agent's own
 * masker knows only some of these forms.
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
    // A Basic credential has a colon before the secret.
    const packed = [line, `:${line}`].flatMap((text) => bothAlphabets(Buffer.from(text).toString("base64")));
    const whole = [line, encoded, ...packed];
    return [...whole, ...derived.filter((form) => form.length >= minDerivedCharacters)];
  });
  return [...new Set(forms)];
}

/** Four digits each, with a hyphen before each. */
function unitsOf(text: string): string {
  return Array.from(
    { length: text.length },
    (_, at) => `-${text.charCodeAt(at).toString(16).padStart(4, "0")}`,
  ).join("");
}

/** The part of the base64 that does not depend on the bytes around it, for each offset in a group of three. */
function base64Inside(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    // The outermost groups of four letters also encode neighbouring bytes.
    return bothAlphabets(encoded.slice(before === 0 ? 0 : 4, 4 * Math.floor((before + bytes.length) / 3)));
  });
}

function bothAlphabets(base64: string): string[] {
  return [base64, base64.replaceAll("+", "-").replaceAll("/", "_")];
}

/** Replaces every secret in a text by three asterisks, the longest secrets first. */
export function redactSecrets(text: string, secrets: Iterable<string>): string {
  return [...secrets]
    .filter((secret) => text.includes(secret))
    .sort((one, other) => other.length - one.length)
    .reduce((safe, secret) => safe.replaceAll(secret, "***"), text);
}

const credentialNames =
  "password|passwd|pwd|passphrase|(?<=_)pass(?!\\w)|secret|" +
  // The name of a .NET assembly has the token of its public key.
  "(?<!(?:unexpected|expected|invalid|missing) |publickey(?=token=(?:[\\da-f]{16}|null)(?!\\w)))token|" +
  "api[-_]?key|account[-_]?key|access[-_]?key|" +
  "signature|(?<![a-z])sig(?![a-z])";
/** Credentials that are known by their beginning: of GitHub, Slack and Amazon, and any JWT. */
const wellKnown = new RegExp(
  "\\b(?:(?:gh[pousr]|github_pat)_\\w{16,}|xox[abeoprs]-[\\w-]{8,}|AKIA[A-Z\\d]{12,})|" +
    "(?<![\\w-])eyJ[\\w-]{6,}\\.[\\w-]{4,}(?:\\.[\\w-]*)?",
  "g",
);
/** A private key in one line, its line breaks possibly written as `\n`. */
const privateKey = /(-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----)[\w+/=\\\r\n]{16,}/g;
/** Words in place of a value, and those that begin an error, as in `using password: YES` and `no token: ERROR: denied`. */
const noValue =
  "(?:yes|no|none|null|true|false|undefined|required|missing|empty|expired|invalid|denied|unauthorized|forbidden|" +
  "error|fatal|failed|failure|exception|\\w{1,60}(?:Error|Exception)(?=:)|HTTP(?= \\d{3}\\b)|AADSTS\\d{5,7}(?=:)|" +
  "(?:invalid|unauthorized|unsupported)_(?:grant|client|request|scope)|" +
  "(?:request|response|connection|authentication|server)(?= (?:failed|refused|timed|error)\\b))[:.,;)\\]]*(?:\\s|$)";
/** Matches a credential's name with its separator, such as `password=`, and then its value. */
const credentialPattern = (separator: string, value: string) =>
  new RegExp(`((?:${credentialNames})\\w{0,40}\\\\?["']?\\s*${separator}\\s*)${value}`, "gi");
const replacements: readonly [RegExp, string][] = [
  // A container of Azure Storage stands where others have a user.
  [
    /(:\/\/)(?!(?<=\b(?:abfs|wasb)s?:\/\/)[a-z\d$-]{3,63}@\w{3,24}\.(?:dfs|blob)\.[\w.-]{1,100}(?![^\s/]*@))[^\s/]*@/g,
    "$1***@",
  ],
  [/(Authorization["']?:\s*["']?\w{1,20}\s+)[^\s"']{8,}/gi, "$1***"],
  [/\b(Bearer|Basic)\s+(?=\S*[\d+/=])[\w+/.~=-]{8,}/gi, "$1 ***"],
  [/(\bcurl\b.{0,100}?\s(?:-u\s*|--user[ =])[^\s:]{1,64}:)\S+/g, "$1***"],
  // In JSON within JSON, in quotes, and without quotes.
  [credentialPattern("[:=]", `(\\\\["'])(?:(?!\\\\["']).)+`), "$1$2***"],
  [credentialPattern("=", `(["'])(?:\\\\.|(?!\\2).)+`), "$1$2***"],
  [credentialPattern(":", `(["'])(?:\\\\.|(?!\\2).){4,}`), "$1$2***"],
  [credentialPattern("=", `(?!${noValue})[^\\s"'\\\\]+`), "$1***"],
  [credentialPattern(":", `(?!${noValue})[^\\s"'\\\\]{4,}`), "$1***"],
  [new RegExp(`(--(?:${credentialNames})[\\w-]{0,40}\\s+["']?)(?=\\S*\\d)[^\\s"']{6,}`, "gi"), "$1***"],
  [privateKey, "$1***"],
  [wellKnown, "***"],
];

/**
 * Removes what looks like a credential from a text of others: user and password in a URL; values after
 * `password=`, `--password` and similar names; values after `Authorization:` and `Bearer`; private keys in
 * one line; well-known forms. This is a guess, on the careful side. Takes time proportional to the length of
 * the text.
 */
export function redactCredentials(text: string): string {
  return replacements.reduce((safe, [what, by]) => safe.replace(what, by), text);
}
