import {
  accessSync,
  constants,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import * as v from "valibot";
import { answerFile } from "./answer-file";
import { InputFaults, messageOf } from "./faults";
import type { HttpAnswer, HttpClient, OpenHttpClient } from "./http/client";
import { objectOf } from "./object-schema";
import { withoutCredentials } from "./secrets";

/**
 * What the build service answered, kept in a folder and given again: `recording.json` lists what was asked below the
 * address of the project, each with the file of its answer, or with the fault that it came to. No request is in it but for
 * its path and query, so no credential, and of the answers only what is read of them.
 */

const indexName = "recording.json";
/** The headers of an answer that are looked at. */
const keptHeaders = ["content-type", "x-ms-continuationtoken"];

const answerSchema = objectOf(
  {
    request: v.string(),
    fault: v.optional(v.string()),
    headers: v.optional(v.record(v.string(), v.string()), {}),
    // Of this folder, whatever somebody wrote there.
    file: v.optional(v.pipe(v.string(), v.regex(/^\d+\.(json|txt)$/))),
  },
  "an answer",
);
const recordingSchema = objectOf(
  { recordedAt: v.pipe(v.string(), v.isoTimestamp()), answers: v.array(answerSchema) },
  "a recording",
);

/** What keeps answers while they are read. */
export interface Recorder {
  openHttp: (open: OpenHttpClient) => OpenHttpClient;
  /** Writes the list of what was answered. Throws when that cannot be. */
  save(): void;
}

/** Makes a folder to record in; gives the reason where that cannot be, undefined when it is there. */
export function makeRecordingFolder(folder: string): string | undefined {
  try {
    // Logs may tell more than everybody should know.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    return readdirSync(folder).length > 0 ? `${folder} is not empty: name a new folder` : undefined;
  } catch (error) {
    return `${folder} cannot be written to, so name another: ${messageOf(error)}`;
  }
}

/**
 * Keeps in a folder what a service answers about a project from a moment on, in milliseconds since 1970; `redact` takes
 * secrets out.
 */
export function createRecorder(
  folder: string,
  project: URL,
  at: number,
  redact: (text: string) => string,
): Recorder {
  const answers: v.InferInput<typeof answerSchema>[] = [];
  const keep = async <T>(answer: HttpAnswer, name: string, read: (answer: HttpAnswer) => Promise<T>) => {
    const file = answerFile(join(folder, name), redact);
    let isWhole = false;
    const whole = () => {
      isWhole = true;
    };
    const body = Readable.from(noted(answer.body, file.take, whole));
    try {
      return await read({ ...answer, body });
    } finally {
      file.end(isWhole);
      body.destroy();
    }
  };
  const recording = (http: HttpClient): HttpClient => ({
    ...http,
    async send(request, read) {
      const entry: (typeof answers)[number] = { request: below(project, request.address) };
      const name = `${answers.push(entry)}.${request.accept === "text/plain" ? "txt" : "json"}`;
      try {
        return await http.send(request, (answer) => {
          const headers = keptHeaders.flatMap((header) => [[header, answer.header(header) ?? ""]]);
          Object.assign(entry, { headers: Object.fromEntries(headers), file: name });
          return keep(answer, name, read);
        });
      } catch (error) {
        entry.fault = withoutCredentials(redact(messageOf(error)));
        throw error;
      }
    },
  });
  return {
    openHttp: (open) => (settings) => recording(open(settings)),
    save() {
      const recorded = { recordedAt: new Date(at).toISOString(), answers };
      writeFileSync(join(folder, indexName), `${JSON.stringify(recorded, null, 2)}\n`, { mode: 0o600 });
    },
  };
}

/** Answers that were recorded, in place of a service. */
export interface Recording {
  /** When they were recorded, in milliseconds since 1970. */
  at: number;
  /** What answers requests about a project by them. */
  openHttp: (project: URL) => OpenHttpClient;
}

/** The recording in a folder. Throws `InputFaults` when there is none, or not the whole of one. */
export function openRecording(folder: string): Recording {
  const { recordedAt, answers } = readIndex(folder);
  const byRequest = new Map(answers.map((answer) => [answer.request, answer]));
  const replaying = (project: URL): HttpClient => ({
    async send({ address, signal }, read) {
      signal.throwIfAborted();
      const request = below(project, address);
      const { file, fault, headers } = byRequest.get(request) ?? {};
      if (fault !== undefined) throw new Error(fault);
      if (file === undefined)
        throw new Error(
          `The recording holds no answer to ${request}: this configuration asks for more than the one that was recorded ` +
            "with, or the time was up then.",
        );
      const body = createReadStream(join(folder, file), { signal });
      try {
        return await read({ status: 200, header: (name) => headers?.[name], body });
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      } finally {
        body.destroy();
      }
    },
    pauseSeconds: () => 0,
    dispose: () => undefined,
  });
  return { at: Date.parse(recordedAt), openHttp: (project) => () => replaying(project) };
}

function readIndex(folder: string): v.InferOutput<typeof recordingSchema> {
  const path = join(folder, indexName);
  const refused = (why: string) => new InputFaults([`--replay: ${folder} holds no recording: ${why}`]);
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw refused(messageOf(error));
  }
  const parsed = v.safeParse(recordingSchema, value);
  if (!parsed.success) throw refused(`${indexName} is none that --record has written`);
  const gone = parsed.output.answers.flatMap(({ file = indexName }) =>
    existsSync(join(folder, file)) ? [] : [file],
  );
  if (gone.length > 0) throw refused(`${gone.join(", ")} missing`);
  return parsed.output;
}

/** What is asked for, below the address of its project. */
function below(project: URL, { href }: URL): string {
  return href.startsWith(project.href) ? href.slice(project.href.length) : href;
}

/** A body as it arrives, noted piece by piece, and when it came to its end. */
async function* noted(
  body: Readable,
  take: (chunk: Buffer) => void,
  whole: () => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    take(bytes);
    yield bytes;
  }
  whole();
}
