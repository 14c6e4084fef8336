import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { installAgent, type SandboxAgent } from "../sandbox/agent";
import { busyHour } from "./cases/busy-hour";
import { flood } from "./cases/flood";
import { hugeLog } from "./cases/huge-log";
import { packageSizes } from "./cases/package-sizes";
import { race } from "./cases/race";
import { startAndQuietHour } from "./cases/start-and-quiet-hour";
import { throttled } from "./cases/throttled";
import { isMet, type Row, renderTable } from "./report";

/**
 * `npm run bench [-- CASE … --runs N]`: measures the packaged tasks against their floors and against what a person would use in
 * their place, all in one run, and prints a table; the raw figures go to reports/. README.md beside this file says what
 * is measured and why the floors are floors.
 */

/** What a case works with. */
export interface Bench {
  agent: SandboxAgent;
  /** How often what takes long is measured; what is short is measured more often. */
  runs: number;
  say: (text: string) => void;
}

const cases: Record<string, (bench: Bench) => Promise<Row[]>> = {
  start: startAndQuietHour,
  busy: busyHour,
  flood,
  log: hugeLog,
  throttled,
  race,
  package: packageSizes,
};

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { runs: { type: "string", default: "3" } },
    allowPositionals: true,
  });
  const unknown = positionals.filter((name) => !(name in cases));
  if (unknown.length > 0)
    throw new Error(`no case ${unknown.join(", ")}; there are ${Object.keys(cases).join(", ")}`);
  const agent = installAgent();
  const say = (text: string) => process.stderr.write(`${text}\n`);
  const rows: Row[] = [];
  try {
    for (const [name, measureCase] of Object.entries(cases)) {
      if (positionals.length > 0 && !positionals.includes(name)) continue;
      say(`${name} …`);
      rows.push(...(await measureCase({ agent, runs: Number(values.runs), say })));
    }
  } finally {
    agent.dispose();
  }
  const machine = `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? "processor"}`;
  console.log(`${machine}\n\n${renderTable(rows)}`);
  const missed = rows.filter((row) => !isMet(row)).length;
  console.log(`\n${rows.length - missed} goals kept, ${missed} missed. Raw figures: ${write(machine, rows)}`);
}

function write(machine: string, rows: readonly Row[]): string {
  const folder = resolve(__dirname, "..", "..", "..", "reports");
  mkdirSync(folder, { recursive: true });
  const name = `bench-node${process.versions.node.split(".")[0]}.json`;
  writeFileSync(join(folder, name), `${JSON.stringify({ machine, rows }, null, 2)}\n`);
  return join("reports", name);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
