import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Metafile } from "esbuild";

/** Returns the files whose code is in what esbuild wrote. */
export function bundledFiles({ outputs }: Pick<Metafile, "outputs">): string[] {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
}

/** Returns the folders of the packages that files belong to, relative to `root`, sorted. */
export function bundledPackages(files: readonly string[]): string[] {
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? []);
  return [...new Set(folders)].sort();
}

/**
 * Returns the notice that the licences of bundled packages require: name, version, licence and its text for
 * each package. Throws for a package without a licence text, so that somebody looks at it.
 */
export function noticeText(root: string, packages: readonly string[]): string {
  const preface = "This extension holds code of the following packages, each under its own licence.";
  return `${[preface, ...packages.map((folder) => packageNotice(join(root, folder)))].join("\n\n")}\n`;
}

function packageNotice(folder: string): string {
  const { name, version, license }: Record<string, unknown> = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  const [file] = readdirSync(folder).filter((entry) => /^licen[cs]e(\.\w+)?$/i.test(entry));
  if (file === undefined) throw new Error(`${name} is bundled, and brings no text of its licence`);
  const text = readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim();
  return `## ${name} ${version} (${license})\n\n${text}`;
}
