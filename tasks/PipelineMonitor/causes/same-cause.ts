/** Between a word and its number: `code 1`, `code: 1`, `"code":1`, `code '1'`, `code=(1)`. */
const separators = `["'\\s:=#([]{1,5}`;

/** An exit code, an HTTP status, or a number of a system or product. It is no date, time or position. */
const errorCode = "(?:-?\\d{1,5}|-\\d{10}|3221\\d{6}|0x[\\dA-Fa-f]{1,8})\\b(?![-:/.,]?\\d)";
/** A word behind a number that is a count. */
const notACount = "(?! [a-z]{2,}[a-rt-z]s\\b)";

/** HTTP statuses of errors. As a number alone, it needs a word beside it that says so. */
const httpError = "(?:4(?:0[0-57-9]|1[0-57]|2[2-69]|31|51)|50[0-57]|511)(?![-:/.,]?\\d)(?! (?:of|out)\\b)";
const responseVerb = "(?:answer|respon|return|repl|receiv|reject|refus|unexpected|got|gave|fail)[a-z]{0,7}";

/** Numbers that name a cause. They stay, with the words that say so. */
const causeNumbers = [
  `\\w*(?:[Cc]ode|CODE|[Ss]tatus|STATUS|[Ee]rror|ERROR|[Ee]rrno|[Ss]ignal|HRESULT|Msg|[Ee]xit(?:ed)?(?: with| value)?|rc|curl|HTTP(?:/\\d(?:\\.\\d)?)?)${separators}${errorCode}${notACount}`,
  // "answered 401", "got a 404", "429 from".
  `(?<=\\b${responseVerb}(?: (?:with|by|an?)){0,2}[\\s:=("']{1,3})${httpError}${notACount}`,
  `\\b${httpError}(?= (?:from|by|for|on|response|error|answer|reply)\\b)`,
  `SQLSTATE${separators}[\\dA-Z]{5}\\b(?:\\] \\[\\d{1,5}\\b)?`,
  // An HTTP status with its reason phrase.
  "[1-5]\\d\\d(?= \\(?(?:Bad|Unauthorized|Forbidden|Not|Method|Proxy|Request|Conflict|Gone|Payload|Content|Too|Unprocessable|Locked|Internal|Service|Gateway)\\b)",
  // ORA-01017, TF400813, CS1002, E0277, SQL0911N; in a path, it is part of a name.
  "(?<![/\\\\])\\b[A-Z]{1,10}-?\\d{3,7}[A-Z]?\\b(?![-.]\\d)",
  // Results of Windows: a failed HRESULT or NTSTATUS.
  "0x[8Cc][\\dA-Fa-f]{7}\\b",
];

const months = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}";
/** Texts that differ from run to run although they have no digit, or not in each word. */
const incidental = [
  "[\\dA-Fa-f]{8}-(?:[\\dA-Fa-f]{4}-){3}[\\dA-Fa-f]{12}",
  `(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? )?(?:\\d{1,2} ${months}|${months} {1,2}\\d{1,2})\\b`,
  "\\d{1,2}:\\d\\d(?::\\d\\d)? ?[AaPp][Mm]\\b",
  "\\d{1,9}(?:\\.\\d{1,9})? (?:ms|s|sec|seconds?|min|minutes?|h|hours?)\\b",
];

/** Words are taken whole, so that a text of one long word takes no longer than others. */
const lineTokens = new RegExp(`(${causeNumbers.join("|")})|(${incidental.join("|")})|\\w+`, "g");

/**
 * Lines that tell the same cause become equal. Exit codes, HTTP statuses and error codes stay; times, dates, ids,
 * counts and the numbers in paths become `#`.
 */
export function withoutIncidentals(line: string): string {
  return line
    .replace(lineTokens, (piece, name, other) =>
      other !== undefined || (name === undefined && /\d/.test(piece)) ? "#" : piece,
    )
    .replace(/#(?:[\s.,:/+-]{1,3}#)+/g, "#");
}
