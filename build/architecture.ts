import { type ImportGraph, roomOf } from "./imports";

/**
 * The rooms of each part of the product, from the top floor to the bottom. A file imports from its own room
 * and from lower floors, never from above. A file that is alone in its folder is a room of its own.
 */
export const floors: Readonly<Record<string, readonly (readonly string[])[]>> = {
  shared: [
    ["chat", "paging", "azure-devops", "registrar", "rdap", "report", "journal"],
    ["agent"],
    ["http"],
    ["json"],
    ["text"],
    ["clock.ts", "group-by.ts", "waits.ts", "errors.ts", "folder.ts", "in-folder.ts"],
  ],
  tab: [["pages"], ["problems"], ["charts"], ["dom", "host"], ["words"], ["geometry"]],
  "tasks/PipelineMonitor": [
    ["index.ts"],
    ["step.ts"],
    ["run.ts", "actions"],
    ["monitor.ts", "heartbeat.ts"],
    ["check-hour.ts", "follow-up.ts", "tell.ts"],
    ["repair"],
    ["digest", "metrics", "projects.ts", "targets"],
    ["render", "ledger"],
    ["checks"],
    ["journal"],
    ["rules"],
    ["issue"],
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

/** 0 at the top of a part; -1 for a room without a floor. */
export function floorOf(room: string): number {
  const [part, name] = partOf(room);
  return (floors[part] ?? []).findIndex((rooms) => rooms.includes(name));
}

function partOf(room: string): [part: string, name: string] {
  const end = room.lastIndexOf("/");
  return [room.slice(0, end), room.slice(end + 1)];
}

/** An arrow from one room to another, with the number of imports behind it. */
export interface Arrow {
  from: string;
  to: string;
  imports: number;
}

/** Sorted by name. */
export function arrowsBetween(graph: ImportGraph): Arrow[] {
  const counts = new Map<string, Arrow>();
  for (const [file, imports] of graph)
    for (const imported of imports.filter((path) => graph.has(path))) {
      const [from, to] = [roomOf(file), roomOf(imported)];
      if (from === to) continue;
      const key = `${from} ${to}`;
      counts.set(key, { from, to, imports: (counts.get(key)?.imports ?? 0) + 1 });
    }
  return [...counts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, arrow]) => arrow);
}

/** Whether an arrow points up or sideways. `shared` is below the tasks, and tasks do not know each other. */
export function isUpward({ from, to }: Arrow): boolean {
  const [[fromPart], [toPart]] = [partOf(from), partOf(to)];
  return fromPart === toPart ? floorOf(from) >= floorOf(to) : toPart !== "shared";
}

/** Renders ARCHITECTURE.md: the rooms of each part, with the arrows between them as Mermaid diagrams. */
export function architecturePage(graph: ImportGraph): string {
  const arrows = arrowsBetween(graph);
  const files = [...graph.keys()];
  const sections = Object.entries(floors).map(([part, rooms]) => {
    const lines = rooms.flat().map((room) => {
      const count = files.filter((file) => roomOf(file) === `${part}/${room}`).length;
      return `  ${idOf(room)}["${room}${count > 1 ? ` (${count} files)` : ""}"]`;
    });
    const within = arrows.filter(({ from, to }) => partOf(from)[0] === part && partOf(to)[0] === part);
    const drawn = within.map(({ from, to }) => `  ${idOf(partOf(from)[1])} --> ${idOf(partOf(to)[1])}`);
    return `## ${part}\n\n\`\`\`mermaid\nflowchart TD\n${[...lines, ...drawn].join("\n")}\n\`\`\`\n`;
  });
  return `${intro}\n${sections.join("\n")}`;
}

const intro = `# Architecture

\`npm run generate\` draws this page from the imports in the code, types included. \`tests/layers.test.ts\`
checks that every arrow points down, and Biome that there is no circle. Both tasks use \`shared\`; they never import
each other, and \`shared\` imports neither. \`tab\` has the pages on a run and of a project; of \`shared\` it
knows \`report\`, \`journal\` and \`text\`, and it knows nothing of the tasks.
`;

function idOf(room: string): string {
  return room.replace(/\W/g, "_");
}
