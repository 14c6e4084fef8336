/**
 * Carries mutation testing (Stryker, `npm run mutation`) over to the processes that tests start: which mutant is
 * alive there, and which ones the process came by. Nothing of this happens in an ordinary test run.
 */

/** How often each mutant was come by, by its number. */
export type MutantCoverage = Record<string, number>;

interface StrykerNamespace {
  activeMutant?: string;
  currentTestId?: string;
  mutantCoverage?: { static: MutantCoverage; perTest: Record<string, MutantCoverage> };
}

function namespace(): StrykerNamespace {
  return Object(Reflect.get(globalThis, "__stryker__"));
}

/** The environment of a child process. */
export function mutantEnvironment(): Record<string, string> {
  const { activeMutant } = namespace();
  return activeMutant === undefined ? {} : { __STRYKER_ACTIVE_MUTANT__: activeMutant };
}

/** Undefined outside of mutation testing. The process that started this one adopts it. */
export function ownMutantCoverage(): MutantCoverage | undefined {
  return namespace().mutantCoverage?.static;
}

/** Counts what a child has come by as done by the present test. */
export function adoptMutantCoverage(coverage: MutantCoverage): void {
  const stryker = namespace();
  if (stryker.currentTestId === undefined) return;
  stryker.mutantCoverage ??= { static: {}, perTest: {} };
  const { perTest } = stryker.mutantCoverage;
  perTest[stryker.currentTestId] ??= {};
  const ofTest = perTest[stryker.currentTestId] ?? {};
  for (const [mutant, hits] of Object.entries(coverage)) ofTest[mutant] = (ofTest[mutant] ?? 0) + hits;
}
