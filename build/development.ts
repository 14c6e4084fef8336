import { createHash } from "node:crypto";
import { copyFileSync, cpSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  createVsix,
  type ExtensionManifest,
  readJson,
  stamped,
  type TaskManifest,
  writeJson,
} from "./package";

/**
 * Packages dist/tasks as a second extension that can be installed beside the first, with other ids, names and
 * connection types. Its version increases every minute, because agents load new code only for a new version.
 * Returns its path.
 */
export function packageDevelopmentExtension(
  root: string,
  folder: string,
  version: string,
  now: number,
): string {
  const [major, minor] = version.split(".");
  const ownVersion = `${major}.${minor}.${Math.floor(now / 60_000)}`;
  const extension = developmentExtension(readJson<ExtensionManifest>(root, "vss-extension.json"));
  rmSync(folder, { recursive: true, force: true });
  for (const part of ["tasks", "tab"])
    cpSync(join(root, "dist", part), join(folder, part), { recursive: true });
  copyFileSync(join(root, "dist", "NOTICE"), join(folder, "NOTICE"));
  for (const task of readdirSync(join(folder, "tasks"))) {
    const path = join(folder, "tasks", task, "task.json");
    writeJson(path, stamped(developmentTask(readJson(path)), ownVersion));
  }
  return createVsix(root, folder, { ...extension, version: ownVersion });
}

function developmentTask(manifest: TaskManifest): TaskManifest {
  return {
    ...manifest,
    id: developmentId(manifest.id),
    name: `${manifest.name}Dev`,
    friendlyName: `${manifest.friendlyName} (dev)`,
    inputs: manifest.inputs.map((input) => ({
      ...input,
      type: input.type.replace(/^connectedService:pipelinekeeper\w+$/, "$&dev"),
    })),
  };
}

function developmentId(id: string): string {
  return guidOf(`${id} for development`);
}

function developmentExtension(manifest: ExtensionManifest): ExtensionManifest {
  return {
    ...manifest,
    id: `${manifest.id}-dev`,
    name: `${manifest.name} (dev)`,
    public: false,
    contributions: manifest.contributions.map((contribution) => {
      const { name, displayName, supportsTasks } = contribution.properties;
      if (supportsTasks !== undefined) {
        const properties = { ...contribution.properties, supportsTasks: supportsTasks.map(developmentId) };
        return { ...contribution, properties: { ...properties, name: `${name} (dev)` } };
      }
      if (contribution.type !== "ms.vss-endpoint.service-endpoint-type") return contribution;
      const properties = {
        ...contribution.properties,
        name: `${name}dev`,
        displayName: `${displayName} (dev)`,
      };
      return { ...contribution, properties };
    }),
  };
}

/** Returns a GUID that depends only on a text (version 8 of RFC 9562: a custom hash). */
function guidOf(text: string): string {
  const hash = createHash("sha256").update(text).digest("hex");
  const groups = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `a${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ];
  return groups.join("-");
}
