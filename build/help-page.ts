import type { HelpRow, HelpTable } from "../shared/agent/troubleshooting";

/** The troubleshooting page of a task. */
export function renderHelpPage(task: string, table: HelpTable): string {
  const sections = Object.entries(table).map(
    ([heading, rows]) =>
      `## ${heading}\n\n| message | what to do |\n|---|---|\n${rows.map(renderRow).join("\n")}\n`,
  );
  return `# Troubleshooting: ${task}

Most messages say what to do. These are the others. An error that has a row here ends with a link to it. \`…\` stands for
the part that differs. Nothing helps? [Get help](../versions.md#get-help).

${sections.join("\n")}`;
}

function renderRow({ id, reads, advice }: HelpRow): string {
  const quotes = reads.slice(0, 2).map((text) => `\`${text}\``);
  const quoted = [...quotes, ...(reads.length > 2 ? ["and similar"] : [])].join(", ");
  return `| <a id="${id}"></a>${quoted} | ${advice} |`;
}
