import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root";

/**
 * The rooms of each part of the product, from the top floor to the bottom. A file imports from its own room
 * and from lower floors, never from above. A file that is alone in its folder is a room of its own.
 */
export const floors: Readonly<Record<string, readonly (readonly string[])[]>> = {
  shared: [
    ["chat", "paging", "azure-devops", "registrar", "rdap", "report", "journal"],
    ["agent"],
    ["http"],
    ["subject.ts"],
    ["pipeline.ts", "project.ts"],
    ["json"],
    ["text"],
    ["clock.ts", "group-by.ts", "waits.ts", "errors.ts", "folder.ts"],
  ],
  tab: [["pages"], ["problems"], ["charts"], ["dom", "host"], ["words"], ["geometry"]],
  "tasks/PipelineMonitor": [
    ["index.ts"],
    ["features.ts", "actions.ts"],
    [
      "actions",
      ...readdirSync(join(root, "tasks/PipelineMonitor/features")).map((name) => `features/${name}`),
    ],
    ["causes", "schedules", "alerts"],
    ["step.ts"],
    ["run.ts"],
    ["hour.ts"],
    ["project-hour.ts", "whole-hour.ts", "follow-up.ts", "tell.ts"],
    ["setup.ts"],
    ["open-features.ts"],
    ["feature.ts"],
    ["find-projects.ts"],
    ["projects.ts", "memory.ts", "targets"],
    ["render", "ledger"],
    ["logs"],
    ["journal"],
    ["rules"],
    ["issue"],
    ["connect"],
    ["config"],
  ],
  "tasks/DomainRegister": [
    ["index.ts"],
    ["run.ts"],
    ["check.ts", "validate.ts", "register.ts"],
    ["record.ts"],
    ["step.ts"],
    ["setup.ts"],
    ["inputs"],
    ["render"],
    ["registration"],
    ["lifecycle", "request"],
  ],
};

/** Whether an arrow points up or sideways. `shared` is below the tasks, and tasks do not know each other. */
export function isUpward(from: string, to: string): boolean {
  const [[fromPart], [toPart]] = [partOf(from), partOf(to)];
  return fromPart === toPart ? floorOf(from) >= floorOf(to) : toPart !== "shared";
}

/** 0 at the top of a part; -1 for a room without a floor. */
function floorOf(room: string): number {
  const [part, name] = partOf(room);
  return (floors[part] ?? []).findIndex((rooms) => rooms.includes(name));
}

function partOf(room: string): [part: string, name: string] {
  const end = room.startsWith("tasks/") ? room.indexOf("/", "tasks/".length) : room.lastIndexOf("/");
  return [room.slice(0, end), room.slice(end + 1)];
}
