import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reproducible } from "./archive";
import { fileUrl, withFileUrls } from "./links";

/** The members of a manifest that the build does not read. */
type Json = Record<string, unknown>;

/** The members of a task's manifest that the build changes. */
export interface TaskManifest extends Json {
  id: string;
  name: string;
  friendlyName: string;
  helpUrl: string;
  inputs: (Json & { type: string; helpMarkDown: string })[];
}

/** The members of the extension's manifest that the build changes. */
export interface ExtensionManifest extends Json {
  id: string;
  publisher: string;
  name: string;
  repository: { type: string; uri: string };
  links: Record<string, { uri: string }>;
  badges: { href: string; uri: string; description: string }[];
  contributions: (Json & { type: string; properties: ContributionProperties })[];
}

const placeholderPublisher = "your-publisher";

/**
 * Finds why a package cannot be published. A publisher sets both members at the top of the manifest, and the build
 * derives every link in the product from them. Hosts below `.invalid` are placeholders.
 */
export function publisherProblems({
  publisher,
  repository: { uri },
}: Pick<ExtensionManifest, "publisher" | "repository">): string[] {
  const isUrl = URL.canParse(uri) && new URL(uri).protocol === "https:" && !uri.endsWith("/");
  return [
    ...(publisher === placeholderPublisher
      ? [
          `publisher is still the placeholder ${publisher}: set the ID of your publisher, who answers its questions`,
        ]
      : []),
    ...(isUrl
      ? []
      : [`repository.uri: expected an https URL without a slash at its end, got ${JSON.stringify(uri)}`]),
    ...(isUrl && new URL(uri).hostname.endsWith(".invalid")
      ? [
          `repository.uri is still the placeholder ${uri}: set the URL of your repository, which all links use and whose issues you answer`,
        ]
      : []),
  ].map((problem) => `vss-extension.json: ${problem}`);
}

/** The properties of a contribution that the build changes. */
interface ContributionProperties extends Json {
  name: string;
  displayName: string;
  /** The ids of the tasks that the tab on a run is about. */
  supportsTasks?: string[];
}

export function readJson<T = Json>(...path: string[]): T {
  return JSON.parse(readFileSync(join(...path), "utf8"));
}

export function writeJson(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** A task's manifest as it is shipped: with its version, and with links of its help as URLs of the repository. */
export function releasedTask(root: string, task: string, version: string): TaskManifest {
  const { repository } = readJson<ExtensionManifest>(root, "vss-extension.json");
  const manifest = readJson<TaskManifest>(root, "tasks", task, "task.json");
  const inputs = manifest.inputs.map((input) => ({
    ...input,
    helpMarkDown: withFileUrls(input.helpMarkDown, "", repository.uri),
  }));
  const helpUrl = fileUrl(repository.uri, manifest.helpUrl);
  return stamped({ ...manifest, helpUrl, inputs }, version);
}

export function stamped(manifest: TaskManifest, version: string): TaskManifest {
  const [Major, Minor, Patch] = version.split(".").map(Number);
  return { ...manifest, version: { Major, Minor, Patch } };
}

/** The paths in links and badges become URLs of the repository. */
function withRepositoryUrls(manifest: ExtensionManifest): ExtensionManifest {
  const urlOf = (path: string) => fileUrl(manifest.repository.uri, path);
  const links = Object.entries(manifest.links).map(([name, { uri }]) => [name, { uri: urlOf(uri) }]);
  const badges = manifest.badges.map((badge) => ({ ...badge, href: urlOf(badge.href) }));
  return { ...manifest, links: Object.fromEntries(links), badges };
}

/** Packages dist/tasks into dist/*.vsix. Returns its path. */
export function packageExtension(root: string, version: string): string {
  const manifest = readJson<ExtensionManifest>(root, "vss-extension.json");
  return createVsix(root, join(root, "dist"), { ...manifest, version });
}

/** Packages the extension in a folder that holds its tasks, replacing an earlier package. Returns its path. */
export function createVsix(root: string, folder: string, manifest: ExtensionManifest): string {
  const packages = () => readdirSync(folder).filter((name) => name.endsWith(".vsix"));
  for (const earlier of packages()) rmSync(join(folder, earlier));
  writeJson(join(folder, "vss-extension.json"), withRepositoryUrls(manifest));
  const images = join(folder, "images");
  rmSync(images, { recursive: true, force: true });
  cpSync(join(root, "images"), images, { recursive: true, filter: (path) => !path.endsWith(".svg") });
  for (const file of ["LICENSE", "CHANGELOG.md"]) copyFileSync(join(root, file), join(folder, file));
  const page = readFileSync(join(root, "docs", "marketplace.md"), "utf8");
  writeFileSync(join(folder, "overview.md"), withFileUrls(page, "docs", manifest.repository.uri));
  const tfx = join(root, "node_modules", "tfx-cli", "_build", "tfx-cli.js");
  const options = ["--manifests", "vss-extension.json", "--output-path", folder, "--no-prompt", "--no-color"];
  execFileSync(process.execPath, [tfx, "extension", "create", ...options], { cwd: folder, stdio: "pipe" });
  const [made = ""] = packages();
  const path = join(folder, made);
  writeFileSync(path, reproducible(readFileSync(path)));
  return path;
}
