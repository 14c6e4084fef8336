import { type NightOfProject, readNights } from "../../shared/journal/night";
import { text } from "./project-runs";

/** More than a monitor attaches, and than its content takes when it is unpacked. */
export const maxJournalBytes = 4 * 2 ** 20;
const maxBytes = 32 * 2 ** 20;

/** A night for each project; undefined if it is no journal of this version, or too large. */
export async function readJournal(file: string): Promise<NightOfProject[] | undefined> {
  try {
    return (await readNights(JSON.parse(file), inflate)).map((project) => ({
      ...project,
      name: text(project.name),
      pipelines: project.pipelines.map(({ owner, ...one }) => ({
        ...one,
        pipeline: text(one.pipeline),
        ...(owner === undefined ? {} : { owner: text(owner) }),
      })),
    }));
  } catch {
    return undefined;
  }
}

/** Stops at the size limit: a few bytes can unpack to millions. */
async function inflate(base64: string): Promise<string> {
  const packed = atob(base64);
  const bytes = new Uint8Array(packed.length);
  for (let index = 0; index < packed.length; index++) bytes[index] = packed.charCodeAt(index);
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return parts.join("") + decoder.decode();
    size += value.length;
    if (size > maxBytes) {
      await reader.cancel();
      throw new Error("the journal is too large");
    }
    parts.push(decoder.decode(value, { stream: true }));
  }
}
