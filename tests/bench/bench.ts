import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../root";
import { installAgent } from "../sandbox/agent";
import type { Case } from "./case";
import { busyHour } from "./cases/busy-hour";
import { extras } from "./cases/extras";
import { flood } from "./cases/flood";
import { hub } from "./cases/hub";
import { hugeLog } from "./cases/huge-log";
import { severalProjects } from "./cases/projects";
import { race } from "./cases/race";
import { reach } from "./cases/reach";
import { schedules } from "./cases/schedules";
import { startAndQuietHour } from "./cases/start-and-quiet-hour";
import { isMet, type Row, renderTable } from "./report";

/**
 * `npm run bench [-- CASE … --runs N]`: measures the packaged tasks against their floors, all in one run, and prints a table; the raw figures go to reports/. README.md beside this file says what
 * is measured and why the floors are floors.
 */

const cases: Record<string, Case> = {
  start: startAndQuietHour,
  busy: busyHour,
  extras,
  projects: severalProjects,
  flood,
  log: hugeLog,
  schedules,
  race,
  reach,
  hub,
};

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { runs: { type: "string", default: "3" } },
    allowPositionals: true,
  });
  const unknown = positionals.filter((name) => !(name in cases));
  if (unknown.length > 0)
    throw new Error(`no case ${unknown.join(", ")}; there are ${Object.keys(cases).join(", ")}`);
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1) throw new Error("--runs: expected a whole number, 1 or more");
  const agent = installAgent();
  const say = (text: string) => process.stderr.write(`${text}\n`);
  const rows: Row[] = [];
  try {
    for (const [name, measureCase] of Object.entries(cases)) {
      if (positionals.length > 0 && !positionals.includes(name)) continue;
      say(`${name} …`);
      try {
        rows.push(...(await measureCase({ agent, runs, say })));
      } catch (error) {
        // The figures of the other cases are useful all the same.
        say(`${name} could not be measured: ${error instanceof Error ? error.message : error}`);
        process.exitCode = 1;
      }
    }
  } finally {
    agent.dispose();
  }
  const machine = `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? "processor"}`;
  console.log(`${machine}\n\n${renderTable(rows)}`);
  const goals = rows.filter(({ goal }) => goal !== "none");
  const missed = goals.filter((row) => !isMet(row)).length;
  console.log(
    `\n${goals.length - missed} goals kept, ${missed} missed. Raw figures: ${write(machine, rows)}`,
  );
}

function write(machine: string, rows: readonly Row[]): string {
  const folder = join(root, "reports");
  mkdirSync(folder, { recursive: true });
  const name = `bench-node${process.versions.node.split(".")[0]}.json`;
  writeFileSync(join(folder, name), `${JSON.stringify({ machine, rows }, null, 2)}\n`);
  return join("reports", name);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
