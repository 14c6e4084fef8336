import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Metafile } from "esbuild";
import { readJson } from "./package";

/** A package whose code is in a bundle: what `NOTICE` and the bill of materials say of it. */
export interface BundledPackage {
  name: string;
  version: string;
  /** Its SPDX identifier. */
  license: string;
  licenseText: string;
  /** Of the archive in the registry, such as `sha512-…`, from the lockfile. */
  integrity: string;
}

/** The packages whose code is in what esbuild wrote, sorted by name. */
export function bundledPackages(root: string, { outputs }: Metafile): BundledPackage[] {
  const files = Object.values(outputs).flatMap(({ inputs }) =>
    Object.keys(inputs).filter((file) => (inputs[file]?.bytesInOutput ?? 0) > 0),
  );
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? []);
  const lockfile = readJson<{ packages: Record<string, { integrity?: string }> }>(root, "package-lock.json");
  // A folder of modules that is a link has another path before that name.
  const integrityOf = (folder: string) =>
    lockfile.packages[folder.replace(/^.*?(?=node_modules\/)/, "")]?.integrity;
  return [...new Set(folders)].sort().map((folder) => readPackage(root, folder, integrityOf(folder)));
}

/** Throws for a package without a licence text or an integrity, so that somebody looks at it. */
function readPackage(root: string, folder: string, integrity: string | undefined): BundledPackage {
  const { name, version, license } = readJson<Omit<BundledPackage, "licenseText" | "integrity">>(
    root,
    folder,
    "package.json",
  );
  const [file] = readdirSync(join(root, folder)).filter((entry) => /^licen[cs]e(\.\w+)?$/i.test(entry));
  if (file === undefined) throw new Error(`${name} is bundled, and brings no text of its licence`);
  if (integrity === undefined) throw new Error(`${name} is bundled, and the lockfile has no integrity of it`);
  const licenseText = readFileSync(join(root, folder, file), "utf8")
    .replaceAll("\r\n", "\n")
    .trim();
  return { name, version, license, licenseText, integrity };
}

/** The notice that the licences of bundled packages require. */
export function noticeText(packages: readonly BundledPackage[]): string {
  const preface = "This extension holds code of the following packages, each under its own licence.";
  const notices = packages.map(
    ({ name, version, license, licenseText }) => `## ${name} ${version} (${license})\n\n${licenseText}`,
  );
  return `${[preface, ...[...new Set(notices)].sort()].join("\n\n")}\n`;
}
