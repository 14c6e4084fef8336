import * as v from "valibot";
import { undefinedIfMissing } from "../http/errors";
import { parsedBy } from "../json/schema";
import { parseList } from "./lists";
import { taggedRunsQuery } from "./queries";
import { parseTaggedRun } from "./records";
import { asRunList, type Project } from "./requests";

/** A step that was run again more often than this has attachments that are not read. */
const maxAttempts = 5;
/** The version of the API for attachments. Servers know it too. */
const attachmentsQuery = "api-version=5.0-preview.2";

/** In place of what a refused list of runs says: that comes next, and a person reads one long text. */
const credentialAdvice = () =>
  "The credential must be able to read the builds of the monitor's own pipeline.";

/** Reads the runs of one's own pipeline, and what they attached. */
export function readOwnRuns({ at, listParameters, json }: Project) {
  return {
    /** The last `count` in any state, and those in progress; newest start first. */
    async taggedRuns(definitionId: string, tag: string, count: number, signal: AbortSignal) {
      const read = (isInProgress: boolean) => {
        const query = taggedRunsQuery({ definitionId, tag, isInProgress }, count, listParameters);
        // A service that does not know the filter also returns runs without the tag.
        return json({ ...asRunList, credentialAdvice, url: at(["build", "builds"], query), signal }, (body) =>
          parseList(body).flatMap((entry) => parseTaggedRun(entry, tag) ?? []),
        );
      };
      // A run that completes meanwhile is on both lists.
      const runs = [...(await read(true)), ...(await read(false))];
      const byId = new Map(runs.map((run) => [run.id, run]));
      return [...byId.values()].sort((one, other) => other.startTime - one.startTime || other.id - one.id);
    },
    /** The JSON of each; each attempt of the run may have one. */
    async attachments(runId: number, type: string, name: string, signal: AbortSignal): Promise<unknown[]> {
      const below = (...path: string[]) => ({
        url: at(["build", "builds", String(runId), ...path], attachmentsQuery),
        signal,
        credentialAdvice,
      });
      // Servers respond with 404 instead of an empty list.
      const places = await json(below("attachments", type), (body) =>
        parseList(body).flatMap((entry) => parseAttachment(entry, name) ?? []),
      ).catch(undefinedIfMissing);
      const read = ({ timeline, record }: { timeline: string; record: string }) =>
        json(below(timeline, record, "attachments", type, name), (body) => body);
      return Promise.all((places ?? []).slice(0, maxAttempts).map(read));
    },
  };
}

const attachmentSchema = v.object({
  name: v.string(),
  _links: v.object({ self: v.object({ href: v.string() }) }),
});

/**
 * Where an attachment is within its run. Undefined if an entry in the list of attachments has another name. Of its link only the ids count, found by pattern:
 * hosts and folders differ from server to server, and no request goes to another host.
 */
export function parseAttachment(entry: unknown, name: string) {
  const attachment = parsedBy(attachmentSchema, entry);
  if (attachment?.name !== name) return undefined;
  const { href } = attachment._links.self;
  const [, timeline, record] = /\/([\da-f-]{36})\/([\da-f-]{36})\/attachments\//i.exec(href) ?? [];
  return timeline === undefined || record === undefined ? undefined : { timeline, record };
}
