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
  /** Who supplies it: its author, without a mail address. */
  supplier: string;
  /** The other packages whose code it uses in the bundle, such as `semver@5.7.3`. */
  uses: readonly string[];
  /** The checksum of the archive in the registry, such as `sha512-…`, from the lockfile. */
  integrity: string;
}

/** The packages whose code is in what esbuild wrote, sorted by name. */
export function bundledPackages(root: string, { inputs, outputs }: Metafile): BundledPackage[] {
  const files = Object.values(outputs).flatMap((output) =>
    Object.keys(output.inputs).filter((file) => (output.inputs[file]?.bytesInOutput ?? 0) > 0),
  );
  const lockfile = readJson<{ packages: Record<string, { integrity?: string }> }>(root, "package-lock.json");
  // A folder of modules that is a link has another path before that name.
  const integrityOf = (folder: string) =>
    lockfile.packages[folder.replace(/^.*?(?=node_modules\/)/, "")]?.integrity;
  const imported = new Map<string, Set<string>>();
  for (const file of files) {
    const folder = folderOf(file);
    if (folder === undefined) continue;
    const uses = imported.get(folder) ?? new Set();
    imported.set(folder, uses);
    for (const { path } of inputs[file]?.imports ?? []) uses.add(folderOf(path) ?? folder);
  }
  return [...imported]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([folder, used]) => {
      const others = [...used].filter((other) => other !== folder && imported.has(other));
      return readPackage(
        root,
        folder,
        integrityOf(folder),
        others.map((other) => nameOf(root, other)).sort(),
      );
    });
}

/** The folder of the package that a file is in; undefined for our own files and for Node's modules. */
function folderOf(file: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0];
}

interface PackageManifest {
  name: string;
  version: string;
  license: string;
  author?: string | { name: string };
}

function nameOf(root: string, folder: string): string {
  const { name, version } = readJson<PackageManifest>(root, folder, "package.json");
  return `${name}@${version}`;
}

/** Throws for a package without a licence text, an author or an integrity, so that somebody looks at it. */
function readPackage(
  root: string,
  folder: string,
  integrity: string | undefined,
  uses: readonly string[],
): BundledPackage {
  const { name, version, license, author } = readJson<PackageManifest>(root, folder, "package.json");
  const [file] = readdirSync(join(root, folder)).filter((entry) => /^licen[cs]e(\.\w+)?$/i.test(entry));
  const supplier = (typeof author === "object" ? author.name : (author ?? "")).replace(/\s*[<(].*$/, "");
  if (file === undefined) throw new Error(`${name} is bundled, and brings no text of its licence`);
  if (supplier === "") throw new Error(`${name} is bundled, and says nothing about its author`);
  if (integrity === undefined) throw new Error(`${name} is bundled, and the lockfile has no integrity of it`);
  const licenseText = readFileSync(join(root, folder, file), "utf8")
    .replaceAll("\r\n", "\n")
    .trim();
  return { name, version, license, licenseText, supplier, uses, integrity };
}

/** The notice that the licences of bundled packages require. */
export function noticeText(packages: readonly BundledPackage[]): string {
  const preface = "This extension holds code of the following packages, each under its own licence.";
  const notices = packages.map(
    ({ name, version, license, licenseText }) => `## ${name} ${version} (${license})\n\n${licenseText}`,
  );
  return `${[preface, ...[...new Set(notices)].sort()].join("\n\n")}\n`;
}
