/** Matches a line of the template that includes a section of a page, or a whole file. */
const inclusion = /^<!-- (\S+?)(?:: (.+))? -->$/gm;

/**
 * Returns the page for the marketplace. In its template, a line `<!-- PAGE: HEADING -->` includes that
 * section of a page of the repository, one level deeper. `<!-- FILE -->` includes a file as a code block.
 * `read` returns a file by its path.
 */
export function overviewText(template: string, read: (path: string) => string): string {
  return template.replace(inclusion, (_, path: string, heading?: string) =>
    heading === undefined
      ? `\`\`\`${path.split(".").at(-1)}\n${read(path).trimEnd()}\n\`\`\``
      : withoutRelativeLinks(deeper(sectionOf(read(path), heading, path))),
  );
}

/** Returns the lines from a second-level heading to the next heading of the same or a higher level. */
function sectionOf(page: string, heading: string, path: string): string[] {
  const lines = page.split("\n");
  const headings = headingsIn(lines);
  const start = headings.find((index) => lines[index] === `## ${heading}`);
  if (start === undefined) throw new Error(`${path} has no section "## ${heading}"`);
  const end = headings.find((index) => index > start && /^##? /.test(lines[index] ?? ""));
  return lines.slice(start, end);
}

/** Returns the indices of the headings. Comments in code blocks look like headings, so blocks are skipped. */
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

/** Removes links to files of the repository, which have no URL on the marketplace, and keeps their labels. */
function withoutRelativeLinks(text: string): string {
  return text.replace(/\[([^\]]+)\]\((?!https:|#)[^)]+\)/g, "$1");
}
