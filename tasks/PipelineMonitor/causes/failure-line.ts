import { isSilent } from "./endings";

const countsOfZero = [
  /\b(?:0|no|zero|without)(?: \w+)? (?:errors?|fail(?:ures?|ed)|exceptions?)(?:\(s\))?/gi,
  /\b(?:errors?|fail(?:ures?|ed)|exceptions?)(?:\(s\))?["']?\s{0,3}[:=]\s{0,3}0\b(?!\.)/gi,
  /\b0\s{1,3}(?:error|failure)\(s\)/gi,
];
/** Texts that have a word for a failure in another sense: a count of zero, a file, a member, an option. */
const otherSenses = [
  ...countsOfZero,
  // Options of tools and shells: -Werror, --fail-on-error, set -o errexit, /errorlog:x
  /(?<![^\s"'=([])-{1,2}[A-Za-z][\w-]*|(?<!\S)\/[a-z]\w+:\S+|\berrexit\b|\berrorlevel\b/gi,
  // Members of code: console.error, on_error, errorHandler
  /[A-Za-z_$][\w$]*[._-](?:error|fail(?:ure)?|exception|fatal)s?\b(?!:)|\b(?:error|exception|fail(?:ure)?)[A-Z_-]\w*/g,
];

const pathParts = /[^\s"':(\x60]+/g;
/** Files and folders: error.log, errors/404.html */
const path = /(?:error|fail(?:ure|ed)?|exception|fatal)[\w-]{0,50}(?:\.[A-Za-z]\w{0,9}\b|[\\/])/i;

/**
 * A line without its words for a failure in another sense. Paths are found part by part: a pattern that tries each
 * beginning of a long word takes minutes.
 */
function ownWords(line: string): string {
  const withoutPaths = line
    .slice(0, maxCharacters)
    .replace(pathParts, (part) => (path.test(part) ? " " : part));
  return otherSenses.reduce((text, sense) => text.replace(sense, " "), withoutPaths);
}

/** The agent's own lines about what follows. */
const ofAgent = /##\[(?:warning|debug|section|command|group|endgroup)\]|^(?:Starting|Finishing): |^=+$/;
/** "warning: ", "info: ", "npm warn", "[INFO]": no failure, whatever the line mentions. */
const mild =
  /^\W{0,3}(?:warn(?:ing)?|info|note|hint|debug|notice|verbose|trace)\b|\bnpm (?:warn|notice)\b|: warning\b/i;

const words =
  /\b(?:errors?|fatal|fail(?:ed|ure|ures|s)?|exception|panic|abort(?:ed)?|denied|refused|rejected|unauthorized|forbidden|cannot|can't|could not|couldn't|unable to|not found|no such|does not exist|doesn't exist|is not recognized|not recognised|unbound variable|undefined (?:reference|symbol)|undeclared|timed out|unreachable|unresolved|segmentation fault|core dumped|killed|[1-9]\d* vulnerabilit\w{1,4}|no tests ran|out of memory|no space left|bad substitution|syntax error|traceback)\b/i;
/** TypeError, System.IO.FileNotFoundException */
const typed = /[a-z](?:Error|Exception)\b/;
/** `npm ERR!`, `E: Unable`, `ERROR 1045`, `MSB3073`, `TF400813`, `ORA-01653`. */
const marked = /\bERR!|^E: |^\[ERROR\]|\berror[: ][A-Z]{1,6}-?\d{2,6}\b/;
/** As programs write to standard error: `curl: (7) …`, `jq: …`, `/tmp/x.sh: line 3: …` */
const ofProgram =
  /^(?:\.{0,2}\/)?[\w./+-]{1,200}(?:\[\d+\])?: (?:line \d+: |\(\d+\) |(?:fatal|error|cannot|can't|unable|invalid|unknown|unrecognized|illegal|missing|unexpected|bad)\b)/i;

/** Whether a line says what failed, by what it is and not by a word alone. */
export function saysFailure(line: string): boolean {
  if (ofAgent.test(line) || mild.test(line) || isSilent(line)) return false;
  const own = ownWords(line);
  return words.test(own) || typed.test(own) || marked.test(own) || ofProgram.test(own);
}

/** No line that says why is longer. */
const maxCharacters = 4000;

/** Where the output of the last command begins. What is before it is of another, or is the script itself. */
const beginsOutput =
  /^={3,}(?:$| Starting Command Output )|##\[(?:command|section)\]|^\[command\]|^Starting: /;

/** Lines that programs print besides a reason. */
const besides = [
  // Commands that a shell repeats: + npm ci, D:\a\1\s>call build.cmd, > app@1.0.0 build
  /^(?:\++|\$|>) \S|^(?:PS )?[A-Z]:\\[^>]*>/,
  // Progress: Receiving objects:  45% (90/200), [====>   ], 45%, the meter of curl.
  /^\W*\d{1,3}(?:\.\d+)? ?%|: +\d{1,3}% \(|\d% ?[|\]#=>]|\[[=#>. -]{3,}\]|--:--:--|^\s*(?:\d+\s+){4}/,
  /^\W*(?:(?:re)?(?:start|runn|build|compil|load|download|upload|fetch|pull|push|clon|receiv|resolv|extract|install|unpack|cop[yi]|collect|process|wait|initializ|prepar|generat|restor|check|creat|upgrad|updat|remov|clean|test|retry|send|connect)(?:ing|ed)|progress|step \d+\/\d+)\b/i,
  /\b(?:passed|succe(?:ss|eded|ssful|ssfully)|completed?|done|finished|up[- ]to[- ]date|started|ok)\W*$|^\W*ran all\b|\b\d+ (?:warnings?|passed)\b/i,
  /^\W*(?:(?:time )?elapsed|total time|duration|took|finished in|done in|(?:real|user|sys)\s+\d+)\b/i,
  // Where it happened: the frames of a stack, and the version at its end.
  /^\s+at \S|^\s*File \W|^Node\.js v\d/,
  // What to do now.
  /^\W*(?:(?:try|see|usage|visit|for more|more info\w*|to (?:fix|see|view|learn|address|get|debug|run|resolve))\b|(?:run|use) \W)|^\W*https?:\/\/\S*$/i,
];

function isReason(line: string): boolean {
  const own = line.slice(0, maxCharacters);
  return (
    /\p{L}{2}/u.test(own) &&
    !isSilent(own) &&
    !ofAgent.test(own) &&
    !mild.test(own) &&
    ![...countsOfZero, ...besides].some((other) => own.search(other) !== -1)
  );
}

/**
 * The line of a program's output that is the reason if no line says what failed: the last one of the last command that is
 * anything but an ending, a command, progress or advice; -1 if there is none.
 */
export function lastOutput(
  lines: readonly string[],
  isOther: (line: string) => boolean = () => false,
): number {
  const from = lines.findLastIndex((line) => beginsOutput.test(line));
  const at = lines.findLastIndex((line) => isReason(line) && !isOther(line));
  return at > from ? at : -1;
}
