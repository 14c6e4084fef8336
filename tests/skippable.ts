import { spawnSync } from "node:child_process";
import type { Suite } from "mocha";

const mark = "skipped: ";

/**
 * Describes tests of which this machine may lack what they need. If `missing` says what, they are skipped with that reason
 * and counted. A test that is skipped in another way fails: `reporter.ts`.
 */
export function describeUnless(
  missing: string | undefined,
  title: string,
  tests: (this: Suite) => void,
): void {
  if (missing === undefined) describe(title, tests);
  else describe.skip(`${title} (${mark}${missing})`, tests);
}

/** Whether the full title of a test that did not run says why. */
export const saysWhySkipped = (fullTitle: string): boolean => fullTitle.includes(`(${mark}`);

/** Why tests that start a program cannot run here. */
export function missingProgram(name: string): string | undefined {
  return spawnSync(name, ["--version"]).error === undefined ? undefined : `${name} is not installed`;
}
