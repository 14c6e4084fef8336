/**
 * What tasks and the agent print instead of a reason, when a process or a step has failed. ending-examples.ts among the tests
 * has an example of each, with its source.
 */
export const endings: readonly RegExp[] = [
  // The shells, msbuild and the agent's worker: Bash exited with code '1'.
  /\bexited with (?:return )?(?:code|value)\b/i,
  // The task library, and many tasks: The process '/usr/bin/docker' failed with exit code 1
  /\b(?:exit|return) code:? ?-?\d/i,
  /^(?:error: )?(?:failure )?return code:? -?\d/i,
  /^error code: ?\[?-?\d+\]?$/i,
  /\bnon-zero exit code\b/i,
  /\bwrote one or more lines to the standard error stream\b/i,
  /\bone or more lines were written to the STDERR stream\b/,
  /\bhas output to stderr\. Failing as failOnStdErr\b/i,
  /\bcompleted with (?:exit code|return code|\d+ errors?\b)/i,
  /^the operation was cancell?ed\b/i,
  /^the operation will be cancell?ed\b/i,
  /^packages failed to (?:restore|install|publish)\b/i,
  /^(?:vstest task failed|vstest failed with error)\b/i,
  /^there (?:are one or more|were some|might be) (?:test failures|failed tests)\b/i,
  /^an error occurred while (?:executing|trying to pack) (?:the )?(?:task|files)\b/i,
  /^(?:error: )?(?:the )?(?:script|build|task|job|step|command|tests?) (?:run )?(?:has )?failed[.!]?$/i,
  /^(?:error: )?script failed with exit code\b/i,
  /^$/,
];

/** True if a line that is marked as an error only says that there was one. */
export function isSilent(text: string): boolean {
  return endings.some((ending) => ending.test(text.trim()));
}
