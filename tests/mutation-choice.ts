import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** Stryker's plugin (a "checker") that chooses which mutants `npm run mutation` runs. */

export interface Mutant {
  mutatorName: string;
  replacement?: string;
  location: { start: Place; end: Place };
}

interface Place {
  line: number;
  column: number;
}

/** A mutant's identity across several runs of Stryker, which numbers them anew. `file` is relative to the root. */
export function keyOf(file: string, { mutatorName, replacement = "", location }: Mutant): string {
  const { start, end } = location;
  return [file, start.line, start.column, end.line, end.column, mutatorName, replacement].join(" ");
}

/**
 * Reads from the environment what `mutation.ts` sets: in `MUTATION_KEYS` a file with the keys to run, otherwise one
 * in `MUTATION_ONE_IN` mutants, drawn by `MUTATION_SEED`.
 */
export function mutantFilter(environment: NodeJS.ProcessEnv): (key: string) => boolean {
  const { MUTATION_KEYS: keysFile, MUTATION_ONE_IN: oneIn = "1", MUTATION_SEED: seed = "1" } = environment;
  if (keysFile !== undefined) {
    const keys: Set<unknown> = new Set(JSON.parse(readFileSync(keysFile, "utf8")));
    return (key) => keys.has(key);
  }
  return (key) => createHash("sha256").update(`${seed} ${key}`).digest().readUInt32BE() % Number(oneIn) === 0;
}

/** A checker is given an absolute path in Stryker's sandbox, and counts lines and columns from 0; a report, from 1. */
function keyInReport({ fileName, location, ...mutant }: Mutant & { fileName: string }): string {
  const file = fileName.replaceAll("\\", "/").replace(/^.*\/(?=(?:shared|tasks)\/)/, "");
  const next = ({ line, column }: Place) => ({ line: line + 1, column: column + 1 });
  return keyOf(file, { ...mutant, location: { start: next(location.start), end: next(location.end) } });
}

function checker() {
  const isChosen = mutantFilter(process.env);
  return {
    init: async () => {},
    check: async (mutants: readonly (Mutant & { id: string; fileName: string })[]) =>
      Object.fromEntries(
        mutants.map((mutant) => [
          mutant.id,
          isChosen(keyInReport(mutant))
            ? { status: "passed" }
            : { status: "compileError", reason: "not chosen" },
        ]),
      ),
  };
}

export const strykerPlugins = [{ kind: "Checker", name: "chosen", factory: checker }];
