/**
 * Lines that tasks and the agent print instead of a reason, when a process or a step has failed. ending-examples.ts among the tests
 * has an example of each, with its source.
 */
export const endings: readonly RegExp[] = [
  /\bexited with (?:return )?code\b/i,
  /\b(?:exit|return) code:? ?['"]?-?\d/i,
  /\bnon-zero exit code\b/i,
  /\bdetermine the exit code\b/i,
  /\bwrote one or more lines to the standard error stream\b/i,
  /\bone or more lines were written to the STDERR stream\b/i,
  /\bhas output to stderr\. Failing as failOnStdErr\b/i,
  /\bscript completed with \d+ errors\b/i,
  /\bcaused the job to fail\b/i,
  /^the operation (?:was|will be) cancell?ed\b/i,
  /^packages failed to (?:restore|install|publish)\b/i,
  /^an error occurred while trying to pack\b/i,
  /^vstest (?:task failed|failed with error)\b/i,
  /^there are one or more test failures\b/i,
  /^(?:script|build|task|job|step|command|tests?) failed\.?(?: Check errors above\.?)?$/i,
  /^exit status \d+$/i,
  /^g?make(?:\[\d+\])?: \*{3} .*\bError -?\d+$/,
  /^$/,
];

/** True if a line that is marked as an error only says that there was one. */
export function isSilent(text: string): boolean {
  return endings.some((ending) => ending.test(text.trim()));
}
