import type { StepResult } from "./agent";
import { json, type Reply } from "./loopback";

/** A file that a step has attached to its run. */
export interface SandboxAttachment {
  type: string;
  name: string;
  text: string;
}

const timeline = "96ac2280-8cb4-5df5-99de-dd2da759617d";
/** Attachments of one name are of different steps. */
const stepOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;

/**
 * The list of a run's attachments of a type, or the text of one; undefined if a path is neither. Servers answer 404 in
 * place of an empty list.
 */
export function attachmentReply(path: string, attachments: readonly SandboxAttachment[]): Reply | undefined {
  const [, run, step, type, name] =
    /^(.*?)(?:\/[\da-f-]{36}\/([\da-f-]{36}))?\/attachments\/([^/]+)(?:\/(.+))?$/.exec(path) ?? [];
  if (run === undefined) return undefined;
  const ofType = attachments.filter((one) => one.type === type);
  const found = ofType.find((one, index) => one.name === name && stepOf(index) === step);
  if (name !== undefined) return found === undefined ? { status: 404 } : { body: found.text };
  const value = ofType.map((one, index) => ({
    name: one.name,
    _links: { self: { href: `${run}/${timeline}/${stepOf(index)}/attachments/${type}/${one.name}` } },
  }));
  return value.length === 0 ? { status: 404 } : json({ count: value.length, value });
}

export function attachmentsOf({ attachments, filesLeft }: StepResult): SandboxAttachment[] {
  // Each file has a folder of its own, and two may have one name.
  const placeOf = (path: string) => path.split(/[\\/]/).slice(-2).join("/");
  const texts = new Map([...filesLeft].map(([path, text]) => [placeOf(path), text]));
  return attachments.map(({ type, name, path }) => ({ type, name, text: texts.get(placeOf(path)) ?? "" }));
}
