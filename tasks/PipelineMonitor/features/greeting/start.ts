import * as v from "valibot";
import { checkoutOf } from "../../../../shared/azure-devops/checkout";
import type { Repository } from "../../../../shared/azure-devops/repositories";
import type { Text } from "../../../../shared/chat/message";
import { branchName } from "../../../../shared/subject";
import { createRunFilter } from "../../config/filter";
import { isAwaited, readStarter } from "../../connect/starter";
import type { Context, OwnPipeline } from "../../issue/context";
import { words } from "../../issue/parts";

/** How the schedules of a monitor will start it, as far as that is known. */
export interface Start {
  branch: string;
  defaultBranch: string | undefined;
  /** Whether the schedules in the file of the present branch name that; undefined if it has none, or could not be read. */
  namesOwn: boolean | undefined;
  /** Whether they name the default branch. */
  namesDefault: boolean | undefined;
  /** Whether the schedules of the default branch, in the file that is there, name it. */
  isScheduledThere: boolean;
}

/** "scheduled" if its schedule has started this run; undefined if nothing is known of schedules. */
export async function readStart(
  { service, definitionId, branch }: OwnPipeline,
  agent: Context["agent"],
  signal: AbortSignal,
): Promise<Start | "scheduled" | undefined> {
  const starter = readStarter(agent);
  if (starter === "schedule") return "scheduled";
  if (!isAwaited(starter) || branch === "") return undefined;
  const unknown = (): undefined => signal.throwIfAborted() ?? undefined;
  const source = await service.pipelineSource(Number(definitionId), signal);
  if (source === undefined) return undefined;
  const { repository, yaml } = source;
  const fileAt = async (ofBranch: string) => {
    const place = { ...repository, defaultBranch: ofBranch };
    return (await service.repositoryFile(place, yaml, signal).catch(unknown))?.text;
  };
  const own = checkoutFile(repository, yaml, agent) ?? (await fileAt(branchName(branch)));
  const defaultBranch = repository.defaultBranch === "" ? undefined : repository.defaultBranch;
  const isElsewhere = defaultBranch !== undefined && defaultBranch !== branchName(branch);
  const there = isElsewhere ? await fileAt(defaultBranch) : undefined;
  const names = async (file: string | undefined, named: string | undefined) =>
    file === undefined || named === undefined ? undefined : namesBranch(file, named);
  return {
    branch: branchName(branch),
    defaultBranch,
    namesOwn: await names(own, branchName(branch)),
    namesDefault: await names(own, defaultBranch),
    isScheduledThere: (await names(there, defaultBranch)) === true,
  };
}

/** Undefined without a checkout, or if the file cannot be read. */
function checkoutFile(repository: Repository, yaml: string, agent: Context["agent"]): string | undefined {
  try {
    return checkoutOf(repository, agent)?.(yaml);
  } catch {
    return undefined;
  }
}

const someBranches = v.optional(v.array(v.string()), []);
const schedulesSchema = v.object({
  schedules: v.pipe(
    v.array(v.object({ branches: v.object({ include: someBranches, exclude: someBranches }) })),
    v.minLength(1),
  ),
});

/** Whether the schedules of a pipeline's YAML name a branch; undefined if nobody can tell. */
export async function namesBranch(yaml: string, branch: string): Promise<boolean | undefined> {
  // Only the first report needs the parser.
  const { load } = await import("js-yaml");
  let value: unknown;
  try {
    value = load(yaml);
  } catch {
    return undefined;
  }
  const parsed = v.safeParse(schedulesSchema, value);
  if (!parsed.success) return undefined;
  const hasOne = (some: readonly string[]) => createRunFilter("all", some.map(branchName)).hasBranch(branch);
  return parsed.output.schedules.some(
    ({ branches: { include, exclude } }) => hasOne(include) && !hasOne(exclude),
  );
}

/** Says what keeps schedules from starting the monitor, or may; without a full stop. Empty if nothing does. */
export function startPhrase(start: Start): Text[] {
  const { branch, defaultBranch, namesOwn, namesDefault, isScheduledThere } = start;
  if (namesOwn === true) return [];
  const own = { name: branch };
  if (defaultBranch === undefined)
    return [words("Schedules start it only from a branch that they name, by the file that is there")];
  const main = { name: defaultBranch };
  if (defaultBranch === branch)
    return namesOwn === false
      ? [words("Its schedules do not start it: they do not name "), own, words(". Add it to branches")]
      : [words("Its schedules start it only if they name "), own];
  const here = [words("This run is on "), own, words(". Schedules start only from "), main];
  if (isScheduledThere) return here;
  if (namesDefault === false) return [...here, words(": name it under branches, and merge")];
  return [...here, words(": merge it")];
}
