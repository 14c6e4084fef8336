import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { keyOf, type Mutant, mutantFilter } from "./mutation-choice";
import { root } from "./root";

/**
 * `npm run mutation [-- FOLDER …] [--one-in 8 --seed 1]`: mutates these folders of `shared/` and `tasks/`, or all, and
 * prints what became of the mutants, and each one that no assertion noticed. A mutant first meets the tests beside it;
 * if it survives, it meets all tests. Time-outs are counted apart: a test that hangs has noticed something, but it does
 * not say what. `--one-in` takes a sample; `--beside` ends after the tests beside it.
 */

interface TestedMutant extends Mutant {
  status: string;
}

interface MutationReport {
  files: Record<string, { source: string; mutants: TestedMutant[] }>;
}

/** A mutant with its file, its line, and what became of it. */
interface Fate {
  key: string;
  file: string;
  status: string;
  words: string;
}

/** The least percentage of the mutants of a folder, time-outs apart, that assertions have to kill. */
const wantedPercent = 90;

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      "one-in": { type: "string", default: "1" },
      seed: { type: "string", default: "1" },
      beside: { type: "boolean", default: false },
    },
  });
  const sample = { MUTATION_ONE_IN: values["one-in"], MUTATION_SEED: values.seed };
  const fates = new Map<string, Fate>();
  for (const folder of positionals.length > 0 ? positionals : allFolders()) {
    const beside = mutate([`${inside(folder)}.ts`], `out/tests/${inside(folder)}.test.js`, sample);
    for (const fate of beside) fates.set(fate.key, fate);
    console.log(figures(`${folder}/ by the tests beside it`, beside));
  }
  const survivors = values.beside ? [] : [...fates.values()].filter(isMissed);
  for (const fate of mutateAgain(survivors)) fates.set(fate.key, fate);
  show([...fates.values()]);
}

const tops = ["shared", "tasks/PipelineMonitor"];

/** These two, for the files that stand right in them, and the rooms below. */
function allFolders(): string[] {
  const rooms = [...tops, "tasks/DomainRegister"].flatMap((top) =>
    readdirSync(join(root, "tests", top), { withFileTypes: true })
      .map(({ name }) => `${top}/${name}`)
      .filter((folder) => existsSync(join(root, folder)) && !folder.endsWith(".ts")),
  );
  return [...tops, ...rooms];
}

function inside(folder: string): string {
  return tops.includes(folder) ? `${folder}/*` : `${folder}/**/*`;
}

/** Those that the tests beside them do not notice meet all tests. */
function mutateAgain(survivors: readonly Fate[]): Fate[] {
  if (survivors.length === 0) return [];
  const folder = mkdtempSync(join(tmpdir(), "mutation-"));
  try {
    const keys = join(folder, "keys.json");
    writeFileSync(keys, JSON.stringify(survivors.map((survivor) => survivor.key)));
    const files = [...new Set(survivors.map((survivor) => survivor.file))];
    return mutate(files, undefined, { MUTATION_KEYS: keys });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs Stryker for these files; without `tests`, with all that its configuration names. */
function mutate(files: readonly string[], tests: string | undefined, choice: Record<string, string>): Fate[] {
  const folder = mkdtempSync(join(tmpdir(), "mutation-"));
  try {
    const report = join(folder, "report.json");
    const config = join(folder, "stryker.config.json");
    const usual = JSON.parse(readFileSync(join(root, "stryker.config.json"), "utf8"));
    writeFileSync(
      config,
      JSON.stringify({
        ...usual,
        mutate: [...files, ...usual.mutate.filter((pattern: string) => pattern.startsWith("!"))],
        mochaOptions: { ...usual.mochaOptions, ...(tests !== undefined && { spec: [tests] }) },
        jsonReporter: { fileName: report },
      }),
    );
    const stryker = join(root, "node_modules", "@stryker-mutator", "core", "bin", "stryker.js");
    const environment = { ...process.env, ...choice };
    const run = spawnSync(process.execPath, [stryker, "run", config], {
      cwd: root,
      stdio: "inherit",
      env: environment,
    });
    if (run.status !== 0) throw new Error(`Stryker failed for ${files}`);
    const isChosen = mutantFilter(environment);
    return fatesOf(JSON.parse(readFileSync(report, "utf8"))).filter((fate) => isChosen(fate.key));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function fatesOf({ files }: MutationReport): Fate[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split("\n");
    return mutants.map((mutant) => {
      const { status, mutatorName, replacement = "", location } = mutant;
      const line = lines[location.start.line - 1]?.trim() ?? "";
      const words = `${file}:${location.start.line} ${status} ${mutatorName}: ${line} -> ${replacement}`;
      return { key: keyOf(file, mutant), file, status, words };
    });
  });
}

function show(fates: readonly Fate[]): void {
  for (const { words } of fates.filter(isMissed)) console.log(words);
  console.log(`\n${"file".padEnd(60)} killed  timed out  missed  killed by assertions`);
  for (const [file, ofFile] of grouped(fates, ({ file }) => file)) console.log(figures(file, ofFile));
  for (const [folder, ofFolder] of grouped(fates, ({ file }) => roomOf(file))) {
    console.log(figures(`${folder}/`, ofFolder));
    if (percentKilled(ofFolder) < wantedPercent) process.exitCode = 1;
  }
  console.log(figures("all", fates));
}

/** `shared/http/x/y.ts` stands in the room `shared/http`. */
function roomOf(file: string): string {
  const folders = file.split("/").slice(0, -1);
  return folders.slice(0, file.startsWith("shared/") ? 2 : 3).join("/");
}

function grouped(fates: readonly Fate[], nameOf: (fate: Fate) => string): Map<string, Fate[]> {
  const groups = new Map<string, Fate[]>();
  for (const fate of fates) {
    const name = nameOf(fate);
    groups.set(name, [...(groups.get(name) ?? []), fate]);
  }
  return groups;
}

function figures(name: string, fates: readonly Fate[]): string {
  const [killed, timedOut, missed] = [isKilled, isTimedOut, isMissed].map((is) => fates.filter(is).length);
  return `${name.padEnd(60)}${String(killed).padStart(7)}${String(timedOut).padStart(11)}${String(missed).padStart(8)}${`${percentKilled(fates).toFixed(1)} %`.padStart(22)}`;
}

function percentKilled(fates: readonly Fate[]): number {
  const killed = fates.filter(isKilled).length;
  const missed = fates.filter(isMissed).length;
  return killed + missed === 0 ? 100 : (100 * killed) / (killed + missed);
}

const isKilled = ({ status }: Fate) => status === "Killed";
const isTimedOut = ({ status }: Fate) => status === "Timeout";
const isMissed = ({ status }: Fate) => status === "Survived" || status === "NoCoverage";

main();
