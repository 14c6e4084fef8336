import type { IncomingMessage } from "node:http";
import { finished, pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { Unreadable } from "./errors";

/** The body of an answer as a stream, unpacked where the service packed it. */
export function unpacked(message: IncomingMessage): Readable {
  const encoding = message.headers["content-encoding"]?.trim().toLowerCase() ?? "";
  if (encoding === "" || encoding === "identity") return message;
  if (encoding !== "gzip") throw new Unreadable("with a content encoding that nobody asked for");
  // The reader of the stream sees its errors; the callback is there so that none goes unhandled.
  return pipeline(message, createGunzip(), () => undefined);
}

/** The whole body as text. Throws `Unreadable` when it is larger than `maxBytes`. */
export async function readText(body: Readable, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of bufferChunks(body)) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Unreadable(`more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  // A byte-order mark is no part of the text; TextDecoder drops it.
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** The first `maxBytes` of an error's body as text; what cannot be read counts as empty. */
export async function readBeginning(message: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of bufferChunks(unpacked(message))) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= maxBytes) break;
    }
  } catch {
    // The status has said what matters; half an explanation is better than none.
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBytes));
}

/** What an answer is called that is a page for people. */
export const htmlPage = "a page (HTML) where JSON was expected";

/** The JSON value that a body holds. Throws `Unreadable` for HTML, nothing, or anything that is not whole JSON. */
export async function readJson(body: Readable, maxBytes: number): Promise<unknown> {
  const text = await readText(body, maxBytes);
  if (text.trim() === "") throw new Unreadable("nothing where JSON was expected");
  if (/^\s*</.test(text)) throw new Unreadable(htmlPage);
  try {
    return JSON.parse(text);
  } catch {
    throw new Unreadable("something that is not whole JSON");
  }
}

/** How much of each chunk becomes garbage within V8's heap. */
const collectibleBytes = 8192;

/**
 * Hands a body over as it arrives until `take` answers true, and gives whether it did. Rejects when the body breaks.
 * Chunks are pushed, not asked for: a connection that is paused after each of them is a third slower.
 */
export function readUntil(body: Readable, take: (chunk: Buffer) => boolean): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onData = (chunk: Buffer) => {
      // Chunks lie beside V8's heap, and only what lies in it sets off its collector: without some garbage in there a
      // gigabyte leaves a hundred megabytes behind (Node 24).
      chunk.toString("latin1", 0, collectibleBytes);
      if (!take(chunk)) return;
      body.off("data", onData).pause();
      resolve(true);
    };
    finished(body, (error) => (error ? reject(error) : resolve(false)));
    body.on("data", onData);
  });
}

/** The chunks of a body as bytes. */
async function* bufferChunks(body: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of body) yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
}
