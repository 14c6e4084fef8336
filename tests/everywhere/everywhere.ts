import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root";
import type { Machine } from "./machine";
import { type Row, rows } from "./rows";

/**
 * `npm run everywhere [-- ROW …]`: runs the tests on machines that this one plays, one after the other, or on those whose
 * names contain one of these words, and prints a table. The output of each is in `reports/everywhere/`. Fails if a test does.
 */

const folder = join(root, "reports", "everywhere");

async function main(words: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const chosen = rows.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  if (chosen.length === 0)
    throw new Error(`no such row: there are ${rows.map(({ name }) => name).join(", ")}`);
  console.log("| machine | outcome | seconds |\n|---|---|---|");
  for (const row of chosen) console.log(await lineOf(row));
}

async function lineOf({ name, tests, play }: Row): Promise<string> {
  const machine = play();
  if ("because" in machine) return `| ${name} | not played: ${machine.because} | |`;
  try {
    const startedAt = performance.now();
    const path = join(folder, `${name.replaceAll(" ", "-")}.log`);
    const isGreen = await runTests(machine, tests, path);
    if (!isGreen) process.exitCode = 1;
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const outcome = closingLine(path) ?? "ended without a result";
    return `| ${name} | ${outcome}${isGreen ? "" : ` (${path})`} | ${seconds} |`;
  } finally {
    machine.leave();
  }
}

/** Runs Mocha as `npm test` does, in a copy of the repository after the package is built there. Returns whether all is well. */
async function runTests(machine: Machine, tests: readonly string[], path: string): Promise<boolean> {
  const { timeout, jobs } = JSON.parse(readFileSync(join(root, ".mocharc.json"), "utf8"));
  const options = ["--no-config", "--forbid-only", "--parallel", `--jobs=${jobs}`, `--timeout=${timeout}`];
  const mocha = [join("node_modules", "mocha", "bin", "mocha.js"), ...options];
  const build = join("out", "build", "cli.js");
  const commands = [
    ...(machine.folder === root
      ? []
      : [
          [build, "bundle"],
          [build, "package"],
        ]),
    [...mocha, "--reporter", join("out", "tests", "reporter.js"), ...tests],
  ];
  const [program = "", ...before] = machine.node;
  const output = openSync(path, "w");
  const [cwd, env] = [machine.folder, machine.environment];
  try {
    for (const command of commands) {
      const stdio = ["ignore", output, output] as const;
      const child = spawn(program, [...before, ...command], { cwd, env, stdio: [...stdio] });
      const [exitCode] = await once(child, "exit");
      if (exitCode !== 0) return false;
    }
    return true;
  } finally {
    closeSync(output);
  }
}

function closingLine(path: string): string | undefined {
  return /^\d+ passed, .*$/m.exec(readFileSync(path, "utf8"))?.[0];
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
