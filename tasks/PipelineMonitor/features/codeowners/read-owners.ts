import pMap from "p-map";
import { isCredentialProblem } from "../../../../shared/azure-devops/advice";
import { checkoutOf } from "../../../../shared/azure-devops/checkout";
import type { Repository } from "../../../../shared/azure-devops/repositories";
import { timeLimit } from "../../../../shared/clock";
import { messageOf } from "../../../../shared/errors";
import { groupBy } from "../../../../shared/group-by";
import { HttpError, statusOf } from "../../../../shared/http/errors";
import type { Context } from "../../issue/context";
import { fileInCheckout, fileOfService, type KeptFiles } from "./owners-file";

/** Who owns a pipeline by a CODEOWNERS file, and how that is known, for people who try a configuration. */
export interface Owned {
  /** Empty if nobody is known to. */
  owners: readonly string[];
  how: string;
  /** When that was so, in seconds since 1970. */
  at: number;
  /** Whether a later report may be able to read the file. */
  isFault?: boolean;
}

/** How long the file of a repository may take. */
const maxSeconds = 120;

/** Reads who owns pipelines, by the ids of their definitions. `isWhole` is false if a file could not be read that later may be. */
export async function readOwners(
  ids: readonly number[],
  context: Context,
  signal: AbortSignal,
  kept: KeptFiles,
): Promise<{ owned: ReadonlyMap<number, Owned>; isWhole: boolean }> {
  if (ids.length === 0) return { owned: new Map(), isWhole: true };
  const sources = await context.service.pipelineSources(ids, signal);
  const byRepository = groupBy(sources, ({ repository: { type, id, defaultBranch } }) =>
    JSON.stringify([type, id.toLowerCase(), defaultBranch]),
  );
  const owned = await pMap(
    byRepository.values(),
    async (some) => {
      const ownedIn = await readFile(some[0].repository, context, signal, kept);
      return some.map(({ definitionId, yaml }) => [definitionId, ownedIn(yaml)] as const);
    },
    { concurrency: context.connections },
  );
  const isWhole = owned.flat().every(([, { isFault }]) => isFault !== true);
  return { owned: new Map(owned.flat()), isWhole };
}

/** Reads the CODEOWNERS file of a repository. Returns who owns a path by it. */
async function readFile(
  repository: Repository,
  { service, agent, clock, cancelled }: Context,
  signal: AbortSignal,
  kept: KeptFiles,
): Promise<(path: string) => Owned> {
  const checkout = checkoutOf(repository, agent);
  const limit = timeLimit(clock, maxSeconds, signal);
  const nobody = (how: string, more: Partial<Owned> = {}) => ({ owners: [], how, at: kept.now, ...more });
  try {
    const file = checkout
      ? fileInCheckout(checkout, kept.now)
      : await fileOfService(repository, service, kept, limit.signal);
    const { place, at, text } = file;
    const none = checkout ? "its repository has no CODEOWNERS file" : "no CODEOWNERS file that may be read";
    if (place === "") return () => nobody(none, { at });
    const rules = parseRules(text);
    return (path) => {
      const rule = ruleFor(path, rules);
      if (rule === undefined) return nobody(`no line of ${place} matches ${path}`, { at });
      return { owners: rule.owners, how: `line ${rule.line} of ${place} matches ${path}`, at };
    };
  } catch (error) {
    cancelled.throwIfAborted();
    if (isUnreadable(error)) return () => nobody(messageOf(error));
    agent.warn(`Could not read the code owners of ${agent.sanitize(repository.id)}: ${messageOf(error)}`);
    return () => nobody("its CODEOWNERS file could not be read", { isFault: true });
  } finally {
    limit.end();
  }
}

const passing = [408, 429];

/** The job may not read the code, or the service cannot do so for it. It will be no different in the next report. */
function isUnreadable(error: unknown): boolean {
  if (!(error instanceof HttpError)) return false;
  const status = statusOf(error.problem) ?? 0;
  return isCredentialProblem(error.problem) || (status >= 400 && status < 500 && !passing.includes(status));
}

/** A line of a CODEOWNERS file. */
interface Rule {
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
    const matches = owners.every((name) => owner.test(name)) ? matcherOf(pattern) : undefined;
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
  // What a pattern names may be a folder, and then all of it is meant, unless it ends in a `*`.
  const end = isFolder ? ["**", "*"] : parts.at(-1) === "*" ? [] : ["**"];
  const steps = [...(isAnchored ? [] : ["**"]), ...parts, ...end].map((step) => ({
    step,
    characters: /[*?]/.test(step) ? [...step] : undefined,
  }));
  return (path) =>
    isMatch(
      steps,
      path.split("/"),
      ({ step }) => step === "**",
      ({ step, characters }, name) =>
        characters === undefined
          ? step === name
          : isMatch(
              characters,
              [...name],
              (character) => character === "*",
              (character, other) => character === "?" || character === other,
            ),
    );
}

/**
 * Whether steps match values, of which some steps take any number. Only the last of these is tried with more, so that no pattern
 * takes longer than its length times that of the values.
 */
function isMatch<S, T>(
  steps: readonly S[],
  values: readonly T[],
  isAny: (step: S) => boolean,
  isOne: (step: S, value: T) => boolean,
): boolean {
  let [at, next] = [0, 0];
  let last: { at: number; next: number } | undefined;
  while (next < values.length) {
    const [step, value] = [steps[at], values[next]];
    if (step !== undefined && isAny(step)) {
      last = { at, next };
      at++;
    } else if (step !== undefined && value !== undefined && isOne(step, value)) {
      at++;
      next++;
    } else if (last !== undefined) {
      last.next++;
      at = last.at + 1;
      next = last.next;
    } else return false;
  }
  return steps.slice(at).every(isAny);
}
