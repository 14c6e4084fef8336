import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Metafile } from "esbuild";

/** The folders of the packages whose code is in what esbuild wrote, relative to the repository. */
export function bundledPackages({ outputs }: Metafile): string[] {
  const files = Object.values(outputs).flatMap(({ inputs }) =>
    Object.keys(inputs).filter((file) => (inputs[file]?.bytesInOutput ?? 0) > 0),
  );
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? []);
  return [...new Set(folders)];
}

/**
 * The notice that the licences of bundled packages require. Throws for a package without a licence text, so that
 * somebody looks at it.
 */
export function noticeText(root: string, packages: readonly string[]): string {
  const preface = "This extension holds code of the following packages, each under its own licence.";
  const notices = [...new Set(packages)].sort().map((folder) => packageNotice(join(root, folder)));
  return `${[preface, ...notices].join("\n\n")}\n`;
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
