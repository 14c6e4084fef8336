import * as v from "valibot";
import { runsIn } from "../../../../shared/azure-devops/records";
import { isMentionAnywhere } from "../../../../shared/chat/formats";
import { groupBy } from "../../../../shared/group-by";
import { memberAt } from "../../../../shared/json/path";
import { finiteNumber } from "../../../../shared/json/schema";
import { pathOf } from "../../../../shared/pipeline";
import { placeKeyOf } from "../../../../shared/subject";
import { daySeconds } from "../../../../shared/text/time";
import { anOwner } from "../../config/alert-schema";
import { optional } from "../../config/values";
import { feature } from "../../feature";
import { type Context, withinBudget } from "../../issue/context";
import { pathIn } from "../../issue/finding";

import { type Issue, subjectOfIssue } from "../../issue/issue";
import { type FoundProject, withSkipped } from "../../issue/report";
import type { OptionalStage } from "../../issue/stage";
import { endOf } from "../../issue/window";
import { pipelineNames } from "../../render/names";
import type { OwnersFile } from "./owners-file";
import { readOwners } from "./read-owners";

const name = "code owners";
const someNames = 'an object such as { "@contoso/billing": "Billing team" }';
/** A line may have many. */
const maxShown = 3;

/** How the configuration calls code owners, by what the file calls them, in lower case. */
type Names = ReadonlyMap<string, string>;

/** Says who owns a pipeline, by the CODEOWNERS file of its repository, where the configuration does not. */
export const codeowners = feature({
  name,
  keys: {
    owners: optional(
      v.picklist(["codeowners"], '"codeowners"'),
      "With `codeowners`, a pipeline without an `owner` gets the code owner of its YAML file.",
      { example: "codeowners", page: "less-noise.md#the-owner-from-codeowners" },
    ),
    owner_names: optional(v.record(v.string(), anOwner, someNames), "Names or mentions for these owners.", {
      example: { "@contoso/billing": "<!subteam^S012345>" },
      page: "less-noise.md#the-owner-from-codeowners",
    }),
  },
  entryKeys: {},
  memory: {
    /** The owners by the ids of pipelines, and when they were read, in seconds since 1970. */
    codeOwners: v.optional(
      v.record(v.string(), v.object({ at: finiteNumber, owners: v.array(v.string()) })),
      {},
    ),
    codeOwnersFiles: v.optional(
      v.record(
        v.string(),
        v.object({ at: finiteNumber, place: v.string(), objectId: v.string(), text: v.string() }),
      ),
      {},
    ),
  },
  warnings: (value) =>
    memberAt(value, ["owner_names"]) !== undefined && memberAt(value, ["owners"]) === undefined
      ? ['owner_names: has no effect without "owners": "codeowners"']
      : [],
  read({ keys: { owners, owner_names = {} } }) {
    if (owners === undefined) return undefined;
    const names: Names = new Map(
      Object.entries(owner_names).map(([owner, called]) => [owner.toLowerCase(), called]),
    );
    return {
      open({ memory, keep }) {
        let remembered: KnownOwners = memory;
        const stage: OptionalStage = {
          name,
          isEnabled: (report) => report.issues.some((issue) => isUnowned(issue, report)),
          run: (report, context) =>
            withOwners(report, names, context, {
              now: endOf(report.window),
              known: () => remembered,
              keep(read) {
                remembered = read;
                keep(read);
              },
            }),
        };
        return { finds: [stage], explain: (project, context) => explainOwners(project, names, context) };
      },
    };
  },
});

interface KnownOwners {
  codeOwners: Record<string, { at: number; owners: string[] }>;
  codeOwnersFiles: Record<string, OwnersFile>;
}

/** The owners that earlier reports have read. */
interface OwnersMemory {
  /** In seconds since 1970. */
  now: number;
  known(): KnownOwners;
  keep(owners: KnownOwners): void;
}

/** The file of a repository whose pipelines have no problem is forgotten. */
const maxFileDays = 7;
/** For all files together. */
const maxKeptCharacters = 128 * 1024;

/** Reads the owners of pipelines once a day: a file changes rarely, and a problem lasts for many reports. */
async function readDaily(
  ids: readonly number[],
  { now, known, keep }: OwnersMemory,
  context: Context,
  signal: AbortSignal,
): Promise<{ ownersOf: (id: number) => readonly string[]; isWhole: boolean }> {
  const lately = <T extends { at: number }>(all: Record<string, T>, days: number) =>
    Object.fromEntries(Object.entries(all).filter(([, { at }]) => Math.abs(now - at) < days * daySeconds));
  const fresh = lately(known().codeOwners, 1);
  const missing = ids.filter((id) => fresh[id] === undefined);
  const files = new Map<string, OwnersFile>();
  const { owned, isWhole } = await readOwners(missing, context, signal, {
    now,
    known: known().codeOwnersFiles,
    keep: (repository, file) => files.set(repository, file),
  });
  const read = [...owned].flatMap(([id, { owners, at, isFault = false }]) =>
    isFault ? [] : [[String(id), { at, owners: [...owners] }] satisfies [string, object]],
  );
  if (read.length > 0)
    keep({
      codeOwners: { ...lately(known().codeOwners, 1), ...Object.fromEntries(read) },
      codeOwnersFiles: withinLimit({
        ...lately(known().codeOwnersFiles, maxFileDays),
        ...Object.fromEntries(files),
      }),
    });
  return { ownersOf: (id) => fresh[id]?.owners ?? owned.get(id)?.owners ?? [], isWhole };
}

/** The latest files that fit into the memory. Others are read again for each pipeline. */
function withinLimit(files: KnownOwners["codeOwnersFiles"]): KnownOwners["codeOwnersFiles"] {
  let left = maxKeptCharacters;
  const latest = Object.entries(files).sort(([, one], [, other]) => other.at - one.at);
  const fitting = latest.filter(([, { text }]) => {
    left -= text.length;
    return left >= 0;
  });
  return Object.fromEntries(fitting);
}

function isUnowned(issue: Issue, { config }: FoundProject): boolean {
  const pipeline = pathIn(issue);
  return (
    pipeline !== undefined &&
    issue.explanation?.owner === undefined &&
    config.pipelines.entryFor(pipeline).owner === ""
  );
}

async function withOwners(
  report: FoundProject,
  names: Names,
  context: Context,
  memory: OwnersMemory,
): Promise<FoundProject> {
  return withinBudget(context, async (signal) => {
    const unowned = groupBy(
      report.issues.filter((issue) => isUnowned(issue, report)),
      (issue) => placeKeyOf({ pipeline: subjectOfIssue(issue).pipeline }),
    );
    const ids = new Map<Issue, number>();
    for (const issues of unowned.values()) {
      const id = await idOf(issues[0], context, signal);
      if (id !== undefined) for (const issue of issues) ids.set(issue, id);
    }
    const { ownersOf, isWhole } = await readDaily([...new Set(ids.values())], memory, context, signal);
    const issues = report.issues.map((issue) => {
      const owner = nameOf(ownersOf(ids.get(issue) ?? Number.NaN), names);
      return owner === "" ? issue : { ...issue, owner };
    });
    return isWhole ? { ...report, issues } : withSkipped({ ...report, issues }, name);
  });
}

/** Undefined if several pipelines may be meant. */
async function idOf(issue: Issue, { service }: Context, signal: AbortSignal): Promise<number | undefined> {
  const { pipeline } = subjectOfIssue(issue);
  if (pipeline?.id !== undefined) return pipeline.id;
  const path = pipeline === undefined ? "" : pathOf(pipeline);
  const [id, ...others] = await service.pipelinesNamed(path, signal);
  return others.length === 0 ? id : undefined;
}

/** The first one with a mention, or else the names of all. A name is no mention in any chat. */
function nameOf(owners: readonly string[], names: Names): string {
  const called = owners.map((owner) => names.get(owner.toLowerCase()) ?? owner.replace(/^@/, ""));
  const more = called.length > maxShown ? ` and ${called.length - maxShown} more` : "";
  return called.find(isMentionAnywhere) ?? `${called.slice(0, maxShown).join(", ")}${more}`;
}

/** Explains those of the pipelines that ran in the hour. */
async function explainOwners(report: FoundProject, names: Names, context: Context): Promise<string[]> {
  const { config, records } = report;
  const pipelines = new Map(
    runsIn(records).flatMap(({ pipeline }) =>
      pipeline.id === undefined ? [] : [[pipeline.id, pipeline] as const],
    ),
  );
  const afresh = { now: endOf(report.window), known: {}, keep: () => undefined };
  const { owned } = await readOwners([...pipelines.keys()], context, context.cancelled, afresh);
  const pipelineOf = pipelineNames(report);
  const lines = [...pipelines].map(([id, pipeline]) => {
    const { owner } = config.pipelines.entryFor(pathOf(pipeline));
    const name = pipelineOf({ pipeline });
    if (owner !== "") return `${name}: ${owner}, by its \`owner\``;
    const { owners = [], how = "it has no YAML file" } = owned.get(id) ?? {};
    return `${name}: ${nameOf(owners, names) || "no owner"}; ${how}`;
  });
  return lines.length === 0 ? [] : ["", "Code owners:", ...lines.sort()];
}
