import { createReadStream, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { InputErrors, messageOf } from "../../errors";
import type { HttpClient, OpenHttpClient } from "../../http/client";
import { below, indexName, recordingSchema } from "./format";

/** Recorded responses, used in place of a service. */
export interface Recording {
  /** When they were recorded, in milliseconds since 1970. */
  at: number;
  /** The path of the URL of their project. */
  project: string;
  openHttp: (project: URL) => OpenHttpClient;
}

/** Opens the recording in a folder. Throws `InputErrors` if there is none, or if it is not complete. */
export function openRecording(folder: string): Recording {
  const { recordedAt, project, answers } = readIndex(folder);
  const byRequest = new Map<string, typeof answers>();
  for (const response of answers)
    byRequest.set(response.request, [...(byRequest.get(response.request) ?? []), response]);
  /** Requests that were made twice get their responses in the recorded order. */
  const nextResponse = (request: string) => {
    const responses = byRequest.get(request) ?? [];
    return responses.length > 1 ? responses.shift() : responses[0];
  };
  const replaying = (base: URL): HttpClient => ({
    async send({ url, signal }, read) {
      signal.throwIfAborted();
      const request = below(base, url);
      const { file, fault, headers } = nextResponse(request) ?? {};
      if (fault !== undefined) throw new Error(fault);
      if (file === undefined)
        throw new Error(
          `The recording has no response to ${request}. Either this configuration asks for more than the ` +
            "recorded one, or the time was up when it was recorded. Record again.",
        );
      const path = join(folder, file);
      const body = createReadStream(path, { signal });
      try {
        return await read({ status: 200, header: (name) => headers?.[name], body });
      } catch (error) {
        signal.throwIfAborted();
        throw new Error(`${path}: ${messageOf(error)}`);
      } finally {
        body.destroy();
      }
    },
    pauseSeconds: () => 0,
    dispose: () => undefined,
  });
  return { at: Date.parse(recordedAt), project, openHttp: (base) => () => replaying(base) };
}

function readIndex(folder: string): v.InferOutput<typeof recordingSchema> {
  const path = join(folder, indexName);
  const refusal = (why: string) =>
    new InputErrors([`--replay: ${folder} does not contain a recording: ${why}`]);
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw refusal(messageOf(error));
  }
  const parsed = v.safeParse(recordingSchema, value);
  if (!parsed.success) throw refusal(`${indexName} was not written by --record`);
  const missing = parsed.output.answers.flatMap(({ file = indexName }) =>
    existsSync(join(folder, file)) ? [] : [file],
  );
  if (missing.length > 0) throw refusal(`files are missing: ${missing.join(", ")}`);
  return parsed.output;
}
