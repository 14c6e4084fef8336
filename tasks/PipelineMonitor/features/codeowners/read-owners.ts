import pMap from "p-map";
import { isCredentialProblem } from "../../../../shared/azure-devops/advice";
import { checkoutOf } from "../../../../shared/azure-devops/checkout";
import type { PipelineSource, Repository } from "../../../../shared/azure-devops/repositories";
import { timeLimit } from "../../../../shared/clock";
import { messageOf } from "../../../../shared/errors";
import { groupBy } from "../../../../shared/group-by";
import { HttpError, statusOf } from "../../../../shared/http/errors";
import type { Context } from "../../issue/context";
import { parseRules, places, type Rule, ruleFor } from "./file";

/** Who owns a pipeline by a CODEOWNERS file, and how that is known, for people who try a configuration. */
export interface Owned {
  /** Empty if nobody is known to. */
  owners: readonly string[];
  how: string;
}

interface File {
  path: string;
  rules: readonly Rule[];
}

/** The CODEOWNERS file of a repository, or why there is none. `isFault` is true if a later report may be able to read it. */
type Found = File | { why: string; isFault: boolean };

type Reading = Pick<Context, "service" | "agent" | "clock" | "cancelled">;

/** How many repositories are read at the same time, and how long each may take. */
const maxRequests = 4;
const maxSeconds = 120;

/** Reads who owns pipelines, by the ids of their definitions. `isWhole` is false if a file could not be read that later may be. */
export async function readOwners(
  ids: readonly number[],
  context: Reading,
  signal: AbortSignal,
): Promise<{ owned: ReadonlyMap<number, Owned>; isWhole: boolean }> {
  const sources = await context.service.pipelineSources(ids, signal);
  const repositories = [...groupBy(sources, ({ repository }) => keyOf(repository)).values()];
  const files = await pMap(repositories, ([one]) => one && readFile(one.repository, context, signal), {
    concurrency: maxRequests,
  });
  const owned = repositories.flatMap((some, index) => {
    const file = files[index];
    return some.map((one): [number, Owned] => [one.definitionId, ownedBy(one, file)]);
  });
  return {
    owned: new Map(owned),
    isWhole: files.every((file) => file === undefined || "rules" in file || !file.isFault),
  };
}

function keyOf({ type, id, defaultBranch }: Repository): string {
  return JSON.stringify([type, id.toLowerCase(), defaultBranch]);
}

async function readFile(repository: Repository, context: Reading, signal: AbortSignal): Promise<Found> {
  const { service, agent, clock, cancelled } = context;
  const checkout = checkoutOf(repository, agent);
  const limit = timeLimit(clock, maxSeconds, signal);
  try {
    for (const path of places) {
      const text = checkout ? checkout(path) : await service.repositoryFile(repository, path, limit.signal);
      if (text !== undefined) return { path, rules: parseRules(text) };
    }
    const why = checkout ? "its repository has no CODEOWNERS file" : "no CODEOWNERS file that may be read";
    return { why, isFault: false };
  } catch (error) {
    cancelled.throwIfAborted();
    if (isUnreadable(error)) return { why: messageOf(error), isFault: false };
    agent.warn(`Could not read the code owners of ${agent.sanitize(repository.id)}: ${messageOf(error)}`);
    return { why: "its CODEOWNERS file could not be read", isFault: true };
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

function ownedBy({ yaml }: PipelineSource, file: Found | undefined): Owned {
  if (file === undefined || "why" in file) return { owners: [], how: file?.why ?? "" };
  const found = ruleFor(yaml, file.rules);
  if (found === undefined) return { owners: [], how: `no line of ${file.path} matches ${yaml}` };
  return { owners: found.owners, how: `line ${found.line} of ${file.path} matches ${yaml}` };
}
