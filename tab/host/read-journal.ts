import { type NightOfProject, readNights } from "../../shared/journal/night";
import { text } from "../geometry/project-run";
import { readText } from "./service";

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
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const content = await readText(inflated, maxBytes);
  if (content === undefined) throw new Error("the journal is too large");
  return content;
}
