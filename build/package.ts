import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { overviewText } from "./marketplace-page";

/** The members of a manifest that the build does not read. */
type Json = Record<string, unknown>;

/** The members of a task's manifest that the build changes. */
export interface TaskManifest extends Json {
  id: string;
  name: string;
  friendlyName: string;
  inputs: (Json & { type: string })[];
}

/** The members of the extension's manifest that the build changes. */
export interface ExtensionManifest extends Json {
  id: string;
  publisher: string;
  name: string;
  contributions: (Json & { type: string; properties: ContributionProperties })[];
}

/** The properties of a contribution that the build changes. */
interface ContributionProperties extends Json {
  name: string;
  displayName: string;
  /** The ids of the tasks that the tab on a run is about. */
  supportsTasks?: string[];
}

/** Reads a JSON file of the repository. */
export function readJson<T = Json>(...path: string[]): T {
  return JSON.parse(readFileSync(join(...path), "utf8"));
}

/** Writes a JSON file with indentation. */
export function writeJson(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}

/**
 * Returns a task's manifest as it is shipped: with its version, and with links to the page of this extension.
 */
export function releasedTask(root: string, task: string, version: string): TaskManifest {
  const { id, publisher } = readJson<ExtensionManifest>(root, "vss-extension.json");
  return stamped(readJson<TaskManifest>(root, "tasks", task, "task.json"), version, `${publisher}.${id}`);
}

/** Returns a task's manifest with a version, and with links to the page of its extension. */
export function stamped(manifest: TaskManifest, version: string, itemName: string): TaskManifest {
  const [Major, Minor, Patch] = version.split(".").map(Number);
  return { ...linkedTo(itemName, manifest), version: { Major, Minor, Patch } };
}

/** Returns a manifest with its marketplace links pointing to the page of `itemName`. */
function linkedTo<T>(itemName: string, manifest: T): T {
  return JSON.parse(JSON.stringify(manifest).replace(/(?<=\?itemName=)[\w.-]+/g, itemName));
}

/** Packages dist/tasks into dist/*.vsix with tfx-cli, replacing an earlier one. Returns its path. */
export function packageExtension(root: string, version: string): string {
  const manifest = readJson<ExtensionManifest>(root, "vss-extension.json");
  return createVsix(root, join(root, "dist"), { ...manifest, version });
}

/**
 * Packages the extension in a folder that holds its tasks, replacing an earlier package. Returns its path.
 */
export function createVsix(root: string, folder: string, manifest: ExtensionManifest): string {
  const packages = () => readdirSync(folder).filter((name) => name.endsWith(".vsix"));
  for (const earlier of packages()) rmSync(join(folder, earlier));
  writeJson(join(folder, "vss-extension.json"), linkedTo(`${manifest.publisher}.${manifest.id}`, manifest));
  rmSync(join(folder, "images"), { recursive: true, force: true });
  mkdirSync(join(folder, "images"));
  for (const image of readdirSync(join(root, "images")).filter((name) => name.endsWith(".png")))
    copyFileSync(join(root, "images", image), join(folder, "images", image));
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  writeFileSync(join(folder, "overview.md"), overviewText(read("docs/marketplace.md"), read));
  const tfx = join(root, "node_modules", "tfx-cli", "_build", "tfx-cli.js");
  const options = [
    "--manifest-globs",
    "vss-extension.json",
    "--output-path",
    folder,
    "--no-prompt",
    "--no-color",
  ];
  execFileSync(process.execPath, [tfx, "extension", "create", ...options], { cwd: folder, stdio: "pipe" });
  const [made = ""] = packages();
  return join(folder, made);
}
