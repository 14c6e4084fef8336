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

// The patterns of a CODEOWNERS file, as GitHub documents them: those of .gitignore, but without `!`, `[ ]` and escapes, and with
// a `*` at the end that names only what is directly in a folder.

/** Whether a pattern is of a path such as `docs/build.yml`; undefined if it is no pattern. */
export function matcherOf(pattern: string): ((path: string) => boolean) | undefined {
  const plain = pattern.replaceAll("\\ ", " ");
  const parts = plain.split("/").filter((part) => part !== "");
  if (parts.length === 0 || /^!|[[\]\\]|\*\*\*/.test(plain)) return undefined;
  const isAnchored = plain.slice(0, -1).includes("/");
  const isFolder = plain.endsWith("/") || parts.at(-1) === "**";
  const steps = [...(isAnchored ? [] : ["**"]), ...parts, ...(isFolder ? ["**", "*"] : [])];
  // What a pattern names may be a folder, and then all of it is meant.
  const isWhole = steps.at(-1) === "*";
  return (path) => {
    const folders = path.split("/");
    const ends = endsOf(steps, folders, (step) => step === "**", isNameOf);
    return isWhole ? ends.includes(folders.length) : ends.length > 0;
  };
}

function isNameOf(step: string, name: string): boolean {
  if (!/[*?]/.test(step)) return step === name;
  return endsOf([...step], [...name], (one) => one === "*", isCharacter).includes([...name].length);
}

function isCharacter(one: string, other: string): boolean {
  return one === "?" || one === other;
}

/**
 * How many of the values each match of the steps takes, in ascending order. All matches are followed at the same time, so that no
 * pattern takes longer than its length times that of the values.
 */
function endsOf<T>(
  steps: readonly T[],
  values: readonly T[],
  isAny: (step: T) => boolean,
  isOne: (step: T, value: T) => boolean,
): number[] {
  return steps.reduce<number[]>(
    (ends, step) => {
      const [first] = ends;
      if (first === undefined) return [];
      if (isAny(step)) return Array.from({ length: values.length - first + 1 }, (_, index) => first + index);
      return ends.flatMap((end) => {
        const value = values[end];
        return value !== undefined && isOne(step, value) ? [end + 1] : [];
      });
    },
    [0],
  );
}
