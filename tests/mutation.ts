import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { dirname } from "node:path/posix";
import { noteFigures } from "./figures";
import { root } from "./root";

/**
 * `npm run mutation [-- --mutate 'shared/json/**']`: runs Stryker with these options, and prints what became of the
 * mutants, file by file and folder by folder, and each one that no assertion noticed. Time-outs are counted apart: a
 * test that hangs has noticed something, but it does not say what.
 */

/** A mutant in Stryker's report. */
interface Mutant {
  mutatorName: string;
  replacement?: string;
  status: string;
  location: { start: { line: number } };
}

interface MutationReport {
  files: Record<string, { source: string; mutants: Mutant[] }>;
}

/** The least percentage of the mutants of a folder, time-outs apart, that assertions have to kill. */
const wantedPercent = 90;

function main(): void {
  const stryker = join(root, "node_modules", "@stryker-mutator", "core", "bin", "stryker.js");
  const { status } = spawnSync(process.execPath, [stryker, "run", ...process.argv.slice(2)], {
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
  if (status === 0) showFigures();
}

function showFigures(): void {
  const path = join(root, "reports", "mutation", "mutation.json");
  const report: MutationReport = JSON.parse(readFileSync(path, "utf8"));
  const files = Object.entries(report.files);
  for (const [file, { source, mutants }] of files) {
    const lines = source.split("\n");
    for (const { status, mutatorName, replacement = "", location } of mutants)
      if (["Survived", "NoCoverage"].includes(status)) {
        const line = lines[location.start.line - 1]?.trim() ?? "";
        console.log(`${file}:${location.start.line} ${status} ${mutatorName}: ${line} -> ${replacement}`);
      }
  }
  console.log(`\n${"file".padEnd(45)} killed  timed out  survived  not covered  killed by assertions`);
  for (const [file, { mutants }] of files) console.log(figures(file, mutants));
  const folders = new Map<string, { killed: number; missed: number }>();
  for (const folder of new Set(files.map(([file]) => dirname(file)))) {
    const mutants = files.flatMap(([file, { mutants }]) => (dirname(file) === folder ? mutants : []));
    console.log(figures(`${folder}/`, mutants));
    folders.set(folder, { killed: count(mutants, "Killed"), missed: missedOf(mutants) });
    if (percentKilled(mutants) < wantedPercent) process.exitCode = 1;
  }
  console.log(
    figures(
      "all",
      files.flatMap(([, { mutants }]) => mutants),
    ),
  );
  noteFigures((figures, at) => {
    const measured = [...folders].map(([folder, counts]) => [folder, { ...at, ...counts }]);
    return { ...figures, mutation: { ...figures.mutation, ...Object.fromEntries(measured) } };
  });
}

function figures(name: string, mutants: Mutant[]): string {
  const [killed, timedOut, survived, notCovered] = ["Killed", "Timeout", "Survived", "NoCoverage"].map(
    (status) => String(count(mutants, status)),
  );
  return [
    name.padEnd(45),
    killed?.padStart(6),
    timedOut?.padStart(11),
    survived?.padStart(10),
    notCovered?.padStart(13),
    `${percentKilled(mutants).toFixed(1)} %`.padStart(22),
  ].join("");
}

function percentKilled(mutants: Mutant[]): number {
  const killed = count(mutants, "Killed");
  const missed = missedOf(mutants);
  return killed + missed === 0 ? 100 : (100 * killed) / (killed + missed);
}

function missedOf(mutants: Mutant[]): number {
  return count(mutants, "Survived") + count(mutants, "NoCoverage");
}

function count(mutants: Mutant[], status: string): number {
  return mutants.filter((mutant) => mutant.status === status).length;
}

main();
