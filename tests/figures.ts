import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import * as v from "valibot";
import { readJson } from "../build/package";
import { root } from "./root";

/** What one command measured, when, and the commit. */
const measured = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.object({ date: v.string(), commit: v.string(), ...entries });

const figuresSchema = v.object({
  /** `npm test -- --reporter-option figures`. */
  tests: measured({ passed: v.number() }),
  /** `npm run faults`. */
  faults: measured({ cells: v.number() }),
  /** `npm run campaign`, by task. */
  campaigns: v.record(v.string(), measured({ runs: v.number() })),
  /** `npm run mutation`, by folder. */
  mutation: v.record(v.string(), measured({ killed: v.number(), missed: v.number() })),
  /** `npm run reproduce`. */
  package: measured({ kilobytes: v.number() }),
});
export type Figures = v.InferOutput<typeof figuresSchema>;

const path = join(root, "tests", "figures.json");

export function readFigures(): Figures {
  return v.parse(figuresSchema, readJson(path));
}

/**
 * Notes in `tests/figures.json` what a command measured; `change` is given its date and commit. If the working tree has
 * changes, nobody could measure it again, so it only says so.
 */
export function noteFigures(
  change: (figures: Figures, at: { date: string; commit: string }) => Figures,
): void {
  const git = (...options: string[]) => execFileSync("git", options, { cwd: root, encoding: "utf8" }).trim();
  const own = relative(root, path).replaceAll("\\", "/");
  if (git("status", "--porcelain", "--", ".", `:!${own}`) !== "") {
    console.log(`${own} is unchanged, because the working tree has changes.`);
    return;
  }
  const at = { date: new Date().toISOString().slice(0, 10), commit: git("rev-parse", "--short=10", "HEAD") };
  writeFileSync(path, `${JSON.stringify(change(readFigures(), at), null, 2)}\n`);
}

const count = (value: number) => value.toLocaleString("en-US");

/** Renders the figures as sentences for the README and the page on the marketplace. */
export function renderFigures({ tests, faults, campaigns, mutation, package: vsix }: Figures): string {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const folders = Object.values(mutation);
  const [killed, missed] = [sum(folders.map((one) => one.killed)), sum(folders.map((one) => one.missed))];
  const dates = [tests, faults, vsix, ...Object.values(campaigns), ...folders].map(({ date }) => date).sort();
  const runs = sum(Object.values(campaigns).map((one) => one.runs));
  const percent = ((100 * killed) / Math.max(1, killed + missed)).toFixed(1);
  return `As of ${dates.at(-1)}, ${count(tests.passed)} tests pass. The packaged tasks withstand ${count(faults.cells)}
injected failures, and ${count(runs)} random runs against faulty services. The tests detect ${percent} % of
${count(killed + missed)} injected bugs. The package is ${vsix.kilobytes} KB.`;
}

/** Returns a page with today's figures between its marks. */
export function withFigures(page: string): string {
  const text = readFileSync(page, "utf8");
  return text.replace(
    /(?<=<!-- figures: npm run generate -->\n)[\s\S]*?(?=<!-- end -->)/,
    () => `${renderFigures(readFigures())}\n`,
  );
}
