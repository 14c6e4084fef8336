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
import { sbomFile } from "./sbom";

/** The ids of the tasks for development, by the ids of the tasks. They never change either. */
const developmentIds: Readonly<Record<string, string>> = {
  "78b0443c-39b0-43b7-b4a5-3ec4bac7344b": "07ddf72e-4101-8102-a6d9-83d40faa59cc",
  "a128666a-40be-407b-9de7-51735b5c7775": "2efeebe9-aa83-8e36-a4e7-7ced25c241e5",
};

/**
 * Packages dist/tasks as a second extension that can be installed beside the first, with other ids, names and
 * connection types. Its version increases every minute, because agents load new code only for a new version.
 */
export function packageDevelopmentExtension(root: string, folder: string, version: string, now: number) {
  const [major, minor] = version.split(".");
  const ownVersion = `${major}.${minor}.${Math.floor(now / 60_000)}`;
  rmSync(folder, { recursive: true, force: true });
  for (const part of ["tasks", "tab"])
    cpSync(join(root, "dist", part), join(folder, part), { recursive: true });
  for (const file of ["NOTICE", sbomFile]) copyFileSync(join(root, "dist", file), join(folder, file));
  for (const task of readdirSync(join(folder, "tasks"))) {
    const path = join(folder, "tasks", task, "task.json");
    writeJson(path, stamped(developmentTask(readJson(path)), ownVersion));
  }
  const extension = developmentExtension(readJson<ExtensionManifest>(root, "vss-extension.json"));
  return createVsix(root, folder, { ...extension, version: ownVersion });
}

function developmentId(id: string): string {
  const own = developmentIds[id];
  if (own === undefined) throw new Error(`the task ${id} has no id for development`);
  return own;
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

function developmentExtension(manifest: ExtensionManifest): ExtensionManifest {
  const contributions = manifest.contributions.map((contribution) => {
    const { name, displayName, supportsTasks } = contribution.properties;
    const changes =
      supportsTasks !== undefined
        ? { supportsTasks: supportsTasks.map(developmentId), name: `${name} (dev)` }
        : contribution.type === "ms.vss-endpoint.service-endpoint-type"
          ? { name: `${name}dev`, displayName: `${displayName} (dev)` }
          : ["ms.vss-web.hub", "ms.vss-dashboards-web.widget"].includes(contribution.type)
            ? { name: `${name} (dev)` }
            : {};
    return { ...contribution, properties: { ...contribution.properties, ...changes } };
  });
  const [id, name] = [`${manifest.id}-dev`, `${manifest.name} (dev)`];
  return { ...manifest, id, name, public: false, contributions };
}
