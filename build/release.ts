import { execFileSync, execSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type ExtensionManifest, publisherProblems, readJson } from "./package";

/**
 * `npm run release -- VERSION`: sets the version in the working tree, and builds its packages with their
 * checksums. Run `npm test` first. It does not commit, push or publish. A failed release restores the files
 * and leaves no package.
 */

const root = resolve(__dirname, "..", "..");
const dist = join(root, "dist");

/** Why a version cannot be the next one; undefined if it can. An unreleased one may be kept. */
export function versionProblem(current: string, isReleased: boolean, next: string): string | undefined {
  const [major = 0, minor = 0, patch = 0] = current.split(".").map(Number);
  const steps = [`${major}.${minor}.${patch + 1}`, `${major}.${minor + 1}.0`, `${major + 1}.0.0`];
  const possible = isReleased ? steps : [current, ...steps];
  if (possible.includes(next)) return undefined;
  const after = isReleased ? current : `${current} (not released yet)`;
  return `"${next}" is no next version: after ${after} comes ${possible.join(", ")}`;
}

/** Turns "Unreleased" into a dated section for a version. Throws if the section is missing or empty. */
export function changelogOf(changelog: string, version: string, date: string): string {
  const sections = changelog.split(/^(?=## )/m);
  const isOf = (section: string, name: string) => /^## (\S+)/.exec(section)?.[1] === name;
  const found =
    sections.find((section) => isOf(section, version)) ??
    sections.find((section) => isOf(section, "Unreleased"));
  if (found === undefined || !/^- /m.test(found))
    throw new Error(`CHANGELOG.md does not mention ${version}: write what changed under "## Unreleased"`);
  if (isOf(found, version) && sections.some((section) => isOf(section, "Unreleased") && /^- /m.test(section)))
    throw new Error(`CHANGELOG.md has a section ${version} already, and more under "## Unreleased"`);
  const dated = found.replace(/^## Unreleased.*/, `## ${version} (${date})`);
  return sections.map((section) => (section === found ? dated : section)).join("");
}

function git(...options: string[]): string {
  return execFileSync("git", options, { cwd: root, encoding: "utf8" }).trim();
}

async function release(version: string): Promise<void> {
  const changed = git("status", "--porcelain");
  if (changed !== "") throw new Error(`the working tree is not clean: commit or restore first\n${changed}`);
  const current = String(readJson(root, "package.json")["version"]);
  const problem = versionProblem(current, git("tag", "--list", `v${current}`) !== "", version);
  if (problem !== undefined) throw new Error(problem);
  const unpublishable = publisherProblems(readJson<ExtensionManifest>(root, "vss-extension.json"));
  if (unpublishable.length > 0) throw new Error(unpublishable.join("\n"));
  const changelogFile = join(root, "CHANGELOG.md");
  const today = new Date().toISOString().slice(0, 10);
  const changelog = changelogOf(readFileSync(changelogFile, "utf8"), version, today);
  try {
    removePackages();
    writeFileSync(changelogFile, changelog);
    execSync(`npm version ${version} --no-git-tag-version --allow-same-version`, {
      cwd: root,
      stdio: "pipe",
    });
    // What is refused above is refused at once: the builder takes seconds to load.
    const { make } = await import("./cli.js");
    for (const command of ["bundle", "package", "package-dev"]) await make(command);
    writeFileSync(join(dist, "SHA256SUMS"), checksums());
  } catch (error) {
    git("restore", ".");
    removePackages();
    throw error;
  }
  console.log(nextSteps(version));
}

/** Removes earlier packages, so that nobody takes them for this release. */
function removePackages(): void {
  for (const name of existsSync(dist) ? readdirSync(dist) : [])
    if (name === "dev" || name === "SHA256SUMS" || name.endsWith(".vsix"))
      rmSync(join(dist, name), { recursive: true });
}

/** The checksums of the packages in dist/, in the format of `sha256sum --check`. */
function checksums(): string {
  const names = readdirSync(dist, { recursive: true, encoding: "utf8" });
  const sumOf = (name: string) =>
    createHash("sha256")
      .update(readFileSync(join(dist, name)))
      .digest("hex");
  const packages = names.filter((name) => name.endsWith(".vsix")).sort();
  return packages.map((name) => `${sumOf(name)}  ${name.replaceAll("\\", "/")}\n`).join("");
}

function nextSteps(version: string): string {
  return `dist/SHA256SUMS:
${readFileSync(join(dist, "SHA256SUMS"), "utf8")}
Nothing was committed, pushed or published. Next, by hand:
  git commit --all --message "Version ${version}" && git tag v${version}
  npm run reproduce builds the commit twice and states the same checksum
  upload dist/*.vsix at https://marketplace.visualstudio.com/manage; dist/dev/*.vsix, to try it first`;
}

if (require.main === module)
  release(process.argv[2] ?? "").catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
