import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import * as v from "valibot";
import { readJson } from "../build/package";
import { root } from "./root";

const measured = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.object({ date: v.string(), commit: v.string(), ...entries });

const figuresSchema = v.object({
  /** `npm test -- --reporter-option figures`. */
  tests: v.optional(measured({ passed: v.number() })),
  /** `npm run faults`. */
  faults: v.optional(measured({ cells: v.number() })),
  /** `npm run campaign`, by task. */
  campaigns: v.record(v.string(), measured({ runs: v.number() })),
  /** `npm run mutation`, by folder. */
  mutation: v.record(v.string(), measured({ killed: v.number(), missed: v.number() })),
  /** `npm run reproduce`. */
  package: v.optional(measured({ kilobytes: v.number() })),
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

/** Renders the figures as sentences for the README and the page on the marketplace. What nobody measured is not there. */
export function renderFigures(figures: Figures): string {
  const { tests, faults, campaigns, mutation, package: vsix } = figures;
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const [ofCampaigns, ofMutation] = [Object.values(campaigns), Object.values(mutation)];
  const measured = [tests, faults, vsix, ...ofCampaigns, ...ofMutation].flatMap((one) => one?.date ?? []);
  const runs = sum(ofCampaigns.map((one) => one.runs));
  const killed = sum(ofMutation.map((one) => one.killed));
  const bugs = killed + sum(ofMutation.map((one) => one.missed));
  const withstood = [
    ...(faults === undefined ? [] : [`${count(faults.cells)} injected failures`]),
    ...(runs === 0 ? [] : [`${count(runs)} random runs against faulty services`]),
  ];
  return [
    `As of ${measured.sort().at(-1)}:`,
    ...(tests === undefined ? [] : [`${count(tests.passed)} tests pass.`]),
    ...(withstood.length === 0 ? [] : [`The packaged tasks withstand ${withstood.join(" and ")}.`]),
    ...(bugs === 0
      ? []
      : [`Unit tests alone detect ${((100 * killed) / bugs).toFixed(1)} % of ${count(bugs)} injected bugs.`]),
    ...(vsix === undefined ? [] : [`The package is ${vsix.kilobytes} KB.`]),
  ].join("\n");
}

/** `page` is a path; the figures stand between two marks. */
export function withFigures(page: string): string {
  const text = readFileSync(page, "utf8");
  return text.replace(
    /(?<=<!-- figures: npm run generate -->\n)[\s\S]*?(?=<!-- end -->)/,
    () => `${renderFigures(readFigures())}\n`,
  );
}
