import { accessSync, constants, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import type * as v from "valibot";
import { messageOf } from "../../errors";
import { makeFolder } from "../../folder";
import type { HttpClient, HttpResponse, OpenHttpClient } from "../../http/client";
import { redactCredentials } from "../../text/redact";
import { below, indexName, type responseSchema } from "./format";
import { responseFile, withoutPeople } from "./response-file";

/** The headers that the monitor reads. */
const keptHeaders = ["content-type", "x-ms-continuationtoken"];

/** Records responses while they are read. */
export interface Recorder {
  openHttp: (open: OpenHttpClient) => OpenHttpClient;
  /**
   * Writes the list of responses, with the time in milliseconds since 1970. Returns the reason if the
   * recording is not complete; then it writes no list.
   */
  save(at: number): string | undefined;
}

/** If that fails, returns the reason with advice: an error message without its full stop. */
export function makeRecordingFolder(folder: string): string | undefined {
  try {
    // Logs may contain what not everybody should see.
    makeFolder(folder, 0o700);
    accessSync(folder, constants.W_OK);
    return readdirSync(folder).length > 0 ? `${folder} is not empty. Name a new folder` : undefined;
  } catch (error) {
    return `${folder} cannot be written to (${messageOf(error)}). Name another folder`;
  }
}

/** `redact` removes secrets. */
export function createRecorder(folder: string, project: URL, redact: (text: string) => string): Recorder {
  const answers: v.InferInput<typeof responseSchema>[] = [];
  let fault: string | undefined;
  /** A file that cannot be written spoils the recording, but not the work that is recorded. */
  const attempt = <T>(write: () => T): T | undefined => {
    try {
      return write();
    } catch (error) {
      fault ??= messageOf(error);
      return undefined;
    }
  };
  const record = async <T>(
    response: HttpResponse,
    name: string,
    read: (response: HttpResponse) => Promise<T>,
  ) => {
    const file = attempt(() => responseFile(join(folder, name), redact));
    let isWhole = false;
    const whole = () => {
      isWhole = true;
    };
    const body = Readable.from(observed(response.body, (chunk) => attempt(() => file?.take(chunk)), whole));
    try {
      return await read({ ...response, body });
    } finally {
      attempt(() => file?.end(isWhole));
      body.destroy();
    }
  };
  const recording = (http: HttpClient): HttpClient => ({
    ...http,
    async send(request, read) {
      const entry: (typeof answers)[number] = { request: redact(below(project, request.url)) };
      const name = `${answers.push(entry)}.${request.accept === "text/plain" ? "txt" : "json"}`;
      try {
        return await http.send(request, (response) => {
          const headers = keptHeaders.flatMap((header) => [[header, redact(response.header(header) ?? "")]]);
          Object.assign(entry, { headers: Object.fromEntries(headers), file: name });
          return record(response, name, read);
        });
      } catch (error) {
        entry.fault = withoutPeople(redactCredentials(redact(messageOf(error))));
        throw error;
      }
    },
  });
  return {
    openHttp: (open) => (settings) => recording(open(settings)),
    save(at) {
      const recorded = { recordedAt: new Date(at).toISOString(), project: project.pathname, answers };
      const path = join(folder, indexName);
      attempt(() => writeFileSync(path, `${JSON.stringify(recorded, null, 2)}\n`, { mode: 0o600 }));
      // An incomplete list would look like a complete one.
      if (fault !== undefined) rmSync(path, { force: true });
      return fault;
    },
  };
}

/** Passes each chunk to `take` as it arrives, and calls `whole` at the end. */
async function* observed(
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
