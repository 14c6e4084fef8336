import { matcherOf } from "./pattern";

/** The first of these that a repository has. */
export const places = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"];

/** The line of a CODEOWNERS file that decides about a path. */
export interface Ownership {
  /** Such as @jane, @contoso/billing or jane@contoso.com; empty if the line has none, so that nobody owns the path. */
  owners: readonly string[];
  /** Counted from 1. */
  line: number;
}

const owner = /^(?:@[\w-]+(?:\/[\w.-]+)?|[^@\s<>]+@[\w.-]+\.\w+)$/;

/** Finds the last line that matches a path; undefined if none does. Like GitHub, ignores lines that it does not understand. */
export function findOwnership(text: string, path: string): Ownership | undefined {
  const lines = text.split(/\r\n|\r|\n/);
  for (let index = lines.length - 1; index >= 0; index--) {
    const words = (lines[index] ?? "").match(/(?:\\\s|\S)+/g) ?? [];
    const comment = words.findIndex((word) => word.startsWith("#"));
    const [pattern, ...owners] = comment === -1 ? words : words.slice(0, comment);
    if (pattern === undefined || !owners.every((one) => owner.test(one))) continue;
    if (matcherOf(pattern)?.(path) === true) return { owners, line: index + 1 };
  }
  return undefined;
}
