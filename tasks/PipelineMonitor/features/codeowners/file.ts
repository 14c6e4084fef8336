import { matcherOf } from "./pattern";

/** The first of these that a repository has. */
export const places = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"];

/** A line of a CODEOWNERS file. */
export interface Rule {
  matches(path: string): boolean;
  /** Such as @jane, @contoso/billing or jane@contoso.com; empty if the line has none, so that nobody owns what it matches. */
  owners: readonly string[];
  /** Counted from 1. */
  line: number;
}

const owner = /^(?:@[\w-]+(?:\/[\w.-]+)?|[^@\s<>]+@[\w.-]+\.\w+)$/;

/** Like GitHub, ignores lines that it does not understand. */
export function parseRules(text: string): Rule[] {
  return text.split(/\r\n|\r|\n/).flatMap((content, index) => {
    const words = content.match(/(?:\\\s|\S)+/g) ?? [];
    const comment = words.findIndex((word) => word.startsWith("#"));
    const [pattern = "", ...owners] = comment === -1 ? words : words.slice(0, comment);
    const matches = owners.every((one) => owner.test(one)) ? matcherOf(pattern) : undefined;
    return matches === undefined ? [] : [{ matches, owners, line: index + 1 }];
  });
}

/** The last rule that matches decides. */
export function ruleFor(path: string, rules: readonly Rule[]): Rule | undefined {
  return rules.findLast(({ matches }) => matches(path));
}
