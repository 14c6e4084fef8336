import { HttpError, statusOf } from "../http/errors";
import { urlBelow } from "../http/url";
import { attachmentsQuery, parseAttachment } from "./attachments";
import { taggedRunsQuery } from "./queries";
import { parseList, parseTaggedRun } from "./records";
import type { Requests } from "./requests";
import type { Project } from "./runs";
import type { OwnRuns } from "./service";

/** A step that was run again more often than this has attachments that are not read. */
const maxAttempts = 5;

export function readOwnRuns(
  { project, listParameters, builds }: Project,
  { json, runList }: Pick<Requests, "json" | "runList">,
): OwnRuns {
  return {
    async taggedRuns(definitionId, tag, count, signal) {
      const read = (isInProgress: boolean) =>
        runList(
          urlBelow(
            project,
            builds(),
            taggedRunsQuery({ definitionId, tag, isInProgress }, count, listParameters),
          ),
          signal,
          // A service that does not know the filter also returns runs without the tag.
          (body) => parseList(body).flatMap((entry) => parseTaggedRun(entry, tag) ?? []),
        );
      // A run that completes meanwhile is on both lists.
      const runs = [...(await read(true)), ...(await read(false))];
      const byId = new Map(runs.map((run) => [run.id, run]));
      return [...byId.values()].sort((one, other) => other.startTime - one.startTime || other.id - one.id);
    },
    async attachments(runId, type, name, signal) {
      const below = (...path: string[]) =>
        urlBelow(project, [...builds(String(runId)), ...path], attachmentsQuery);
      const places = await json(below("attachments", type), signal, (body) =>
        parseList(body).flatMap((entry) => parseAttachment(entry, name) ?? []),
      ).catch(emptyIfMissing);
      const read = ({ timeline, record }: (typeof places)[number]) =>
        json(below(timeline, record, "attachments", type, name), signal, (body) => body);
      return Promise.all(places.slice(0, maxAttempts).map(read));
    },
  };
}

/** Servers respond with 404 instead of an empty list of attachments. */
function emptyIfMissing(error: unknown): [] {
  if (error instanceof HttpError && statusOf(error.problem) === 404) return [];
  throw error;
}
