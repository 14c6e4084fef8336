import type { BuildService } from "../../../../shared/azure-devops/client";
import type { Repository } from "../../../../shared/azure-devops/repositories";
import { daySeconds } from "../../../../shared/text/time";

/** A CODEOWNERS file as it was `at` a time, in seconds since 1970. */
export interface OwnersFile {
  at: number;
  /** Its path; empty if the repository had none. */
  place: string;
  /** Empty if nobody knows. */
  objectId: string;
  text: string;
}

/** The files of earlier reports, by their repositories. */
export interface KeptFiles {
  /** In seconds since 1970. */
  now: number;
  known: Readonly<Record<string, OwnersFile>>;
  keep(repository: string, file: OwnersFile): unknown;
}

/** The first of these that a repository has. */
const places = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"];

export function fileInCheckout(checkout: (path: string) => string | undefined, at: number): OwnersFile {
  for (const place of places) {
    const text = checkout(place);
    if (text !== undefined) return { at, place, objectId: "", text };
  }
  return { at, place: "", objectId: "", text: "" };
}

/** The file of an earlier report if it is not a day old, or has the same object id now. */
export async function fileOfService(
  repository: Repository,
  service: Files,
  { now, known, keep }: KeptFiles,
  signal: AbortSignal,
): Promise<OwnersFile> {
  const { type, id, defaultBranch } = repository;
  const key = JSON.stringify([type, id.toLowerCase(), defaultBranch]);
  const before = Object.hasOwn(known, key) ? known[key] : undefined;
  if (before !== undefined && Math.abs(now - before.at) < daySeconds) return before;
  const file = { at: now, ...(await findFile(repository, service, before, signal)) };
  keep(key, file);
  return file;
}

type Files = Pick<BuildService, "repositoryFile" | "objectIdOf">;

async function findFile(
  repository: Repository,
  service: Files,
  before: OwnersFile | undefined,
  signal: AbortSignal,
) {
  for (const place of places) {
    if (before !== undefined && before.objectId !== "") {
      const objectId = await service.objectIdOf(repository, place, signal);
      if (objectId === before.objectId) return { place, objectId, text: before.text };
      if (objectId === undefined) continue;
    }
    const file = await service.repositoryFile(repository, place, signal);
    if (file !== undefined) return { place, objectId: file.objectId, text: file.text };
  }
  return { place: "", objectId: "", text: "" };
}
