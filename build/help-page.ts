import type { HelpRow, HelpTable } from "../shared/agent/troubleshooting";

/** The troubleshooting page of a task. */
export function renderHelpPage(task: string, table: HelpTable): string {
  const sections = Object.entries(table).map(
    ([heading, rows]) =>
      `## ${heading}\n\n| message | what to do |\n|---|---|\n${rows.map(renderRow).join("\n")}\n`,
  );
  return `# Troubleshooting: ${task}

Each error that has a row here links to it. \`…\` stands for text that varies. If nothing helps, [get
help](../versions.md#get-help).

${sections.join("\n")}`;
}

function renderRow({ id, reads, advice }: HelpRow): string {
  const quotes = reads.slice(0, 2).map((text) => `\`${text}\``);
  const quoted = [...quotes, ...(reads.length > 2 ? ["…"] : [])].join(", ");
  return `| <a id="${id}"></a>${quoted} | ${advice} |`;
}
