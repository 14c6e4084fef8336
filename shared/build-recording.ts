import {
  accessSync,
  constants,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import * as v from "valibot";
import { answerFile, withoutPeople } from "./answer-file";
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
  {
    recordedAt: v.pipe(v.string(), v.isoTimestamp()),
    // Its path: another address of the same project serves as well.
    project: v.string(),
    answers: v.array(answerSchema),
  },
  "a recording",
);

/** What keeps answers while they are read. */
export interface Recorder {
  openHttp: (open: OpenHttpClient) => OpenHttpClient;
  /** Writes the list of what was answered; gives the reason where the recording is not whole, and then none. */
  save(): string | undefined;
}

/** Makes a folder to record in; gives the reason where that cannot be, undefined when it is there. */
export function makeRecordingFolder(folder: string): string | undefined {
  try {
    // Logs may tell more than everybody should know. Of folders above, `recursive` never ends where Linux keeps processes.
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
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
  let fault: string | undefined;
  /** What cannot be written costs the recording, and not what is recorded. */
  const attempt = <T>(write: () => T): T | undefined => {
    try {
      return fault === undefined ? write() : undefined;
    } catch (error) {
      fault = messageOf(error);
      return undefined;
    }
  };
  const keep = async <T>(answer: HttpAnswer, name: string, read: (answer: HttpAnswer) => Promise<T>) => {
    const file = attempt(() => answerFile(join(folder, name), redact));
    let isWhole = false;
    const whole = () => {
      isWhole = true;
    };
    const body = Readable.from(noted(answer.body, (chunk) => attempt(() => file?.take(chunk)), whole));
    try {
      return await read({ ...answer, body });
    } finally {
      attempt(() => file?.end(isWhole));
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
        entry.fault = withoutPeople(withoutCredentials(redact(messageOf(error))));
        throw error;
      }
    },
  });
  return {
    openHttp: (open) => (settings) => recording(open(settings)),
    save() {
      const recorded = { recordedAt: new Date(at).toISOString(), project: project.pathname, answers };
      const path = join(folder, indexName);
      attempt(() => writeFileSync(path, `${JSON.stringify(recorded, null, 2)}\n`, { mode: 0o600 }));
      // Half a list would pass for a whole one.
      if (fault !== undefined) rmSync(path, { force: true });
      return fault;
    },
  };
}

/** Answers that were recorded, in place of a service. */
export interface Recording {
  /** When they were recorded, in milliseconds since 1970. */
  at: number;
  /** The path of the project that they are about. */
  project: string;
  /** What answers requests about a project by them. */
  openHttp: (project: URL) => OpenHttpClient;
}

/** The recording in a folder. Throws `InputFaults` when there is none, or not the whole of one. */
export function openRecording(folder: string): Recording {
  const { recordedAt, project, answers } = readIndex(folder);
  const byRequest = new Map(answers.map((answer) => [answer.request, answer]));
  const replaying = (base: URL): HttpClient => ({
    async send({ address, signal }, read) {
      signal.throwIfAborted();
      const request = below(base, address);
      const { file, fault, headers } = byRequest.get(request) ?? {};
      if (fault !== undefined) throw new Error(fault);
      if (file === undefined)
        throw new Error(
          `The recording holds no answer to ${request}: this configuration asks for more than the one that was recorded ` +
            "with, or the time was up then.",
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
