import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { bundle } from "./bundle";
import { packageDevelopmentExtension } from "./development";
import { type BundledPackage, noticeText } from "./notice";
import {
  type ExtensionManifest,
  packageExtension,
  publisherProblems,
  readJson,
  releasedTask,
  writeJson,
} from "./package";
import { sbomFile, sbomText } from "./sbom";
import { buildPage, hubPage, livePage, standalonePages, widgetPage } from "./tab-page";

/**
 * `node out/build/cli.js bundle | package | package-dev [FOLDER] | generate`: builds dist/ and writes the
 * generated files.
 */

const root = resolve(__dirname, "..", "..");
const dist = join(root, "dist");

/** Read again for each command: a release changes it. */
const version = () => String(readJson(root, "package.json")["version"]);

/** Builds dist/tasks/<Task>/. Returns the packages in it. */
async function bundleTask(task: string): Promise<BundledPackage[]> {
  const source = join(root, "tasks", task);
  const target = join(dist, "tasks", task);
  mkdirSync(target, { recursive: true });
  const page = standalonePages[task];
  if (page === undefined) throw new Error(`${task} has no page for download`);
  const { html, packages: inPage } = await buildPage(page);
  // Tests that measure coverage run the compiled task.
  for (const folder of [target, join(root, "out", "tasks", task)]) {
    writeFileSync(join(folder, "report.html"), html);
    writeJson(join(folder, "task.json"), releasedTask(root, task, version()));
  }
  const inTask = await bundle(`tasks/${task}/index.ts`, join(target, "index.js"));
  const packages = [...inPage, ...inTask];
  const shipped = readdirSync(source).filter(
    (file) => file === "icon.png" || /\.(schema|example)\.json$/.test(file),
  );
  for (const file of shipped) copyFileSync(join(source, file), join(target, file));
  writeFileSync(join(target, "NOTICE"), noticeText(packages));
  return packages;
}

/** Builds dist/tab/: the pages of the tab, the hub and the widget. Returns the packages in them. */
async function bundleTab(): Promise<BundledPackage[]> {
  mkdirSync(join(dist, "tab"), { recursive: true });
  const packages: BundledPackage[] = [];
  for (const [name, source] of [
    ["index", livePage],
    ["hub", hubPage],
    ["widget", widgetPage],
  ] as const) {
    const page = await buildPage(source);
    writeFileSync(join(dist, "tab", `${name}.html`), page.html);
    packages.push(...page.packages);
  }
  return packages;
}

async function bundleAll(): Promise<void> {
  for (const folder of ["tasks", "tab"]) rmSync(join(dist, folder), { recursive: true, force: true });
  const parts = new Map([["tab", await bundleTab()]]);
  for (const task of readdirSync(join(root, "tasks"))) parts.set(task, await bundleTask(task));
  writeFileSync(join(dist, "NOTICE"), noticeText([...parts.values()].flat()));
  const { id: name, publisher } = readJson<ExtensionManifest>(root, "vss-extension.json");
  const extension = { name, publisher, version: version(), committedAt: commitTime() };
  writeFileSync(join(dist, sbomFile), sbomText(extension, parts));
}

/** Undefined where there is no repository, such as in an archive of the sources. */
function commitTime(): Date | undefined {
  const { status, stdout } = spawnSync("git", ["log", "-1", "--format=%cI"], { cwd: root, encoding: "utf8" });
  return status === 0 ? new Date(stdout.trim()) : undefined;
}

/** Runs a command of this program. */
export async function make(command: string | undefined, folder = join(dist, "dev")): Promise<void> {
  if (command === "bundle") await bundleAll();
  else if (command === "package") {
    for (const problem of publisherProblems(readJson(root, "vss-extension.json")))
      console.error(`Warning: not ready to publish. ${problem}`);
    console.log(relative(root, packageExtension(root, version())));
  } else if (command === "package-dev")
    console.log(relative(root, packageDevelopmentExtension(root, resolve(folder), version(), Date.now())));
  else if (command === "generate") {
    // They come from all of the code, which takes longer to load than a package to build.
    const { generatedFiles } = await import("./generated-files.js");
    for (const [path, text] of Object.entries(generatedFiles)) writeFileSync(path, text);
  } else throw new Error("usage: node out/build/cli.js bundle | package | package-dev [FOLDER] | generate");
}

if (require.main === module)
  make(process.argv[2], process.argv[3]).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
