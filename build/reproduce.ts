import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { strFromU8, unzipSync } from "fflate";

/**
 * `npm run reproduce`: builds the last commit with the Node of both handlers, and compares the packages.
 * `npm run reproduce -- FILE.vsix`: builds the tag of the version that a published package states, and compares the two.
 * Each build is a fresh clone with `npm ci`. Fails if a file differs.
 */

const root = resolve(__dirname, "..", "..");
/** The major versions of Node that the tasks' manifests name. */
const nodeVersions = ["20", "24"];

/** A line for each file that differs. */
export function differences(one: Uint8Array, other: Uint8Array): string[] {
  const [own, others] = [unzipSync(one), unzipSync(other)];
  const names = new Set([...Object.keys(own), ...Object.keys(others)]);
  return [...names].sort().flatMap((name) => {
    const [first, second] = [own[name], others[name]];
    if (first === undefined) return `only in the second: ${name}`;
    if (second === undefined) return `only in the first: ${name}`;
    return Buffer.from(first).equals(second) ? [] : `different: ${name}`;
  });
}

/** Throws if the manifest has no version. */
export function versionOf(vsix: Uint8Array): string {
  const manifest = unzipSync(vsix)["extension.vsixmanifest"] ?? new Uint8Array();
  const [, version] = /<Identity [^>]*\bVersion="(\d+\.\d+\.\d+)"/.exec(strFromU8(manifest)) ?? [];
  if (version === undefined) throw new Error("the file is no package of an extension with a version");
  return version;
}

/** Builds the package of a commit in an empty folder, with the program of a Node. */
function buildCommit(commit: string, folder: string, node: string): Uint8Array {
  const run = (program: string, ...options: string[]) =>
    execFileSync(program, options, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  run("git", "clone", "--quiet", root, ".");
  run("git", "checkout", "--quiet", "--detach", commit);
  run("npm", "ci", "--silent");
  const compiler = join("node_modules", "typescript", "bin", "tsc");
  const cli = join("out", "build", "cli.js");
  for (const options of [[compiler], [compiler, "-p", "tab"], [cli, "bundle"]]) run(node, ...options);
  return readFileSync(join(folder, run(node, cli, "package").trim()));
}

/** Installs a version of Node in an empty folder. Returns its program. */
export function installNode(version: string, folder: string): string {
  const options = ["install", "--silent", "--no-save", "--prefix", folder, `node@${version}`];
  execFileSync("npm", options, { stdio: ["ignore", "ignore", "inherit"] });
  return join(folder, "node_modules", "node", "bin", "node");
}

function reproduce(file: string | undefined): void {
  const folders: string[] = [];
  const newFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), "reproduce-"));
    folders.push(folder);
    return folder;
  };
  try {
    const packages =
      file === undefined
        ? nodeVersions.map((version) => ({
            name: `Node ${version}`,
            content: buildCommit("HEAD", newFolder(), installNode(version, newFolder())),
          }))
        : comparedWith(file, newFolder());
    for (const { name, content } of packages)
      console.log(`${createHash("sha256").update(content).digest("hex")}  ${name}`);
    const [first, second] = packages.map(({ content }) => content);
    const found = first === undefined || second === undefined ? [] : differences(first, second);
    console.log(found.length === 0 ? "All files are the same." : found.join("\n"));
    if (found.length > 0) process.exitCode = 1;
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

function comparedWith(file: string, folder: string) {
  const content = readFileSync(file);
  const tag = `v${versionOf(content)}`;
  return [
    { name: file, content },
    { name: tag, content: buildCommit(tag, folder, process.execPath) },
  ];
}

if (require.main === module)
  try {
    reproduce(process.argv[2]);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
