/** A line of the template that stands for a section of a page, or for a whole file. */
const inclusion = /^<!-- (\S+?)(?:: (.+))? -->$/gm;

/**
 * The page that the marketplace shows. In its template a line `<!-- PAGE: HEADING -->` stands for that section of a page
 * of the repository, one level deeper, and `<!-- FILE -->` for a file as a block of code. `read` gives a file by its path.
 */
export function overviewText(template: string, read: (path: string) => string): string {
  return template.replace(inclusion, (_, path: string, heading?: string) =>
    heading === undefined
      ? `\`\`\`${path.split(".").at(-1)}\n${read(path).trimEnd()}\n\`\`\``
      : withoutRelativeLinks(deeper(sectionOf(read(path), heading, path))),
  );
}

/** The lines from a heading of the second level to the next that is no deeper. */
function sectionOf(page: string, heading: string, path: string): string[] {
  const lines = page.split("\n");
  const headings = headingsIn(lines);
  const start = headings.find((index) => lines[index] === `## ${heading}`);
  if (start === undefined) throw new Error(`${path} has no section "## ${heading}"`);
  const end = headings.find((index) => index > start && /^##? /.test(lines[index] ?? ""));
  return lines.slice(start, end);
}

/** The indices of the headings; a comment in a block of code looks like one. */
function headingsIn(lines: readonly string[]): number[] {
  let isCode = false;
  return lines.flatMap((line, index) => {
    if (line.trimStart().startsWith("```")) isCode = !isCode;
    return !isCode && /^#+ /.test(line) ? [index] : [];
  });
}

function deeper(lines: readonly string[]): string {
  const headings = new Set(headingsIn(lines));
  return lines
    .map((line, index) => (headings.has(index) ? `#${line}` : line))
    .join("\n")
    .trimEnd();
}

/** The files of the repository have no address on the marketplace: what leads to one is told without a link. */
function withoutRelativeLinks(text: string): string {
  return text.replace(/\[([^\]]+)\]\((?!https:|#)[^)]+\)/g, "$1");
}
