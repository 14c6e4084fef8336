import { families } from "../tasks/PipelineMonitor/causes/shapes/shapes";

const titles: Readonly<Record<keyof typeof families, string>> = {
  exceptions: "exceptions",
  compilers: "compilers, linters",
  tests: "tests",
  builds: "builds, packages",
  databases: "databases, data",
  services: "clouds, clusters, services",
  commands: "commands, transfers",
};

/** The tools whose errors the monitor knows by their form, by family. */
export function renderTools(): string {
  const rows = Object.entries(families).map(([family, rows]) => {
    const tools = rows.flatMap(({ tool }) => tool.split(", ")).filter((tool) => tool !== "any");
    const title = Object.entries(titles).find(([key]) => key === family)?.[1] ?? family;
    return `| ${title} | ${[...new Set(tools)].sort(byName).join(", ")} |`;
  });
  return `\n| family | tools |\n|---|---|\n${rows.join("\n")}\n\n`;
}

function byName(one: string, other: string): number {
  return one.toLowerCase() < other.toLowerCase() ? -1 : 1;
}
