import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { toJsonSchema } from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";
import { bundle } from "./build-bundle";
import { noticeText } from "./build-notice";
import { requestSchema } from "./tasks/DomainRegister/request-schema";
import { configSchema } from "./tasks/PipelineMonitor/config-schema";
import { renderFaultTable } from "./tests/faults/render";

/** `node out/build.js bundle | package | generate`: what makes dist/ and the generated files. */

const root = resolve(__dirname, "..");
const dist = join(root, "dist");
const images = ["extension-icon.png"];

type Json = Record<string, unknown>;

function readJson(path: string): Json {
  return JSON.parse(readFileSync(path, "utf8"));
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** The version in package.json, the only place where it stands. */
function version(): string {
  return String(readJson(join(root, "package.json"))["version"]);
}

/** Makes dist/tasks/<Task>/: the bundle, the stamped task.json, the icon, the notice. Gives the packages in the bundle. */
async function bundleTask(task: string): Promise<string[]> {
  const source = join(root, "tasks", task);
  const target = join(dist, "tasks", task);
  mkdirSync(target, { recursive: true });
  const packages = await bundle(join(source, "index.ts"), join(target, "index.js"));
  const [Major, Minor, Patch] = version().split(".").map(Number);
  writeJson(join(target, "task.json"), {
    ...readJson(join(source, "task.json")),
    version: { Major, Minor, Patch },
  });
  copyFileSync(join(source, "icon.png"), join(target, "icon.png"));
  writeFileSync(join(target, "NOTICE"), noticeText(root, packages));
  return packages;
}

async function bundleTasks(): Promise<void> {
  rmSync(dist, { recursive: true, force: true });
  const packages = new Set<string>();
  for (const task of readdirSync(join(root, "tasks")))
    for (const folder of await bundleTask(task)) packages.add(folder);
  writeFileSync(join(dist, "NOTICE"), noticeText(root, [...packages].sort()));
}

/** Makes dist/*.vsix out of dist/tasks through tfx-cli. */
function packageExtension(): void {
  writeJson(join(dist, "vss-extension.json"), {
    ...readJson(join(root, "vss-extension.json")),
    version: version(),
  });
  mkdirSync(join(dist, "images"), { recursive: true });
  for (const image of images) cpSync(join(root, "images", image), join(dist, "images", image));
  copyFileSync(join(root, "LICENSE"), join(dist, "LICENSE"));
  copyFileSync(join(root, "README.md"), join(dist, "overview.md"));
  const tfx = join(root, "node_modules", "tfx-cli", "_build", "tfx-cli.js");
  const options = [
    "--manifest-globs",
    "vss-extension.json",
    "--output-path",
    dist,
    "--no-prompt",
    "--no-color",
  ];
  execFileSync(process.execPath, [tfx, "extension", "create", ...options], { cwd: dist, stdio: "pipe" });
}

/** A JSON Schema as its file holds it; what a function checks is beyond it. `others`: what an editor makes of other members. */
function schemaText(title: string, schema: GenericSchema, others: "refused" | "allowed"): string {
  const described = toJsonSchema(schema, {
    target: "draft-07",
    typeMode: "output",
    errorMode: "ignore",
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      valibotSchema.type === "object" && others === "refused"
        ? { ...jsonSchema, additionalProperties: false }
        : undefined,
  });
  return `${JSON.stringify({ title, ...described }, null, 2)}\n`;
}

/** What is kept in the repository and made from a definition elsewhere in it, by the path where it is kept. */
export const generatedFiles: Record<string, string> = {
  // For editors.
  [join(root, "tasks", "PipelineMonitor", "config.schema.json")]: schemaText(
    "PipelineMonitor configuration",
    configSchema,
    "refused",
  ),
  [join(root, "tasks", "DomainRegister", "request.schema.json")]: schemaText(
    "DomainRegister registration request",
    requestSchema,
    "allowed",
  ),
  [join(root, "FAULTS.md")]: renderFaultTable(),
};

async function main(command: string | undefined): Promise<void> {
  if (command === "bundle") await bundleTasks();
  else if (command === "package") packageExtension();
  else if (command === "generate")
    for (const [path, text] of Object.entries(generatedFiles)) writeFileSync(path, text);
  else throw new Error("usage: node out/build.js bundle | package | generate");
}

if (require.main === module) void main(process.argv[2]);
