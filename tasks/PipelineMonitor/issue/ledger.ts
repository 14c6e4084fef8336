import * as v from "valibot";
import { normalAddress } from "../../../shared/azure-devops/organization";
import { finiteNumber } from "../../../shared/json/schema";
import { type Project, type ProjectId, projectIdOf, projectIdSchema } from "../../../shared/project";
import type { Zone } from "../../../shared/text/zone";
import { fingerprint } from "../config/fingerprint";
import { entrySchema } from "./entry";
import { fingerprintSchema } from "./place";

/** Known of a project from earlier reports, besides its problems. */
const projectSchema = v.object({
  /** Runs that finished before this time were read. */
  until: finiteNumber,
  /** Due runs were looked for before this time. */
  dueUntil: finiteNumber,
  /** The attempts of runs, by `attemptOf`, that were read and may be listed again. */
  seen: v.pipe(v.array(v.pipe(v.string(), v.regex(/^\d+:\d+$/))), v.readonly()),
  /** Those that finished from this time on are all among them. */
  seenFrom: v.exactOptional(finiteNumber),
});
export type ProjectTimes = v.InferOutput<typeof projectSchema>;

/** The one memory of a monitor. Times are in seconds since 1970. `parts` are those of features. */
export function ledgerSchema(zone: Zone, parts: v.ObjectEntries) {
  return v.object({
    entries: v.pipe(v.array(entrySchema(zone)), v.readonly()),
    projects: v.pipe(
      v.array(v.tuple([v.pipe(fingerprintSchema, projectIdSchema), projectSchema])),
      v.transform((all): ReadonlyMap<ProjectId, ProjectTimes> => new Map(all)),
    ),
    /** The ids of the other projects, by the fingerprints of their addresses; empty for one that is known by its address. */
    projectIds: v.pipe(v.record(fingerprintSchema, v.string()), v.readonly()),
    /** The projects that are not among these were read before this time. */
    othersUntil: finiteNumber,
    /** When the last report ended. */
    reportedUntil: finiteNumber,
    /** The fingerprint of the step's own webhook, and whether only persons have started the monitor with it. */
    webhook: fingerprintSchema,
    isTried: v.boolean(),
    /** The fingerprints of the parts of the configuration, by their paths. */
    configuration: v.pipe(v.record(v.string(), v.string()), v.readonly()),
    /** The memory of features, in their own forms. */
    parts: v.pipe(
      v.record(v.string(), v.unknown()),
      v.check((all) => v.is(v.object(parts), all)),
      v.readonly(),
    ),
  });
}
export type Ledger = v.InferOutput<ReturnType<typeof ledgerSchema>>;
export type ProjectIds = Ledger["projectIds"];

/** A project is known by its id, or by its address if the id is unknown. */
interface ProjectAddress {
  project: URL;
  projectId?: string | undefined;
}

/** The same however the project and its host are spelled, and under a new name if its id is known. */
export function projectFingerprint({ project, projectId }: ProjectAddress): ProjectId {
  return projectIdOf(fingerprint([projectId ?? normalAddress(project)]));
}

/** The project of a configuration, for what is about several. */
export function projectOf(config: ProjectAddress & { projectName: string }): Project {
  return { id: projectFingerprint(config), name: config.projectName };
}

/** Identifies the step's own webhook in the ledger, whatever its URL. */
export const ownTarget = fingerprint(["own"]);
