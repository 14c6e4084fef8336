import type { Link, Part, Text } from "../../../shared/chat/message";
import type { NameOf, Subject } from "../../../shared/subject";

/** Names a pipeline, or its branch, in a line. Until the reader is known, it is the pipeline alone. */
export function namePart({ pipeline, branch }: Subject): Text {
  return { name: pipeline?.name ?? "", subject: { pipeline, branch } };
}

/** With words before the name, such as "Runbook of ". */
export function namePartAfter(before: string, subject: Subject): Text {
  return { ...namePart(subject), name: `${before}${subject.pipeline?.name ?? ""}`, before };
}

/** A link to something of a pipeline, or of its branch. */
export function linkOf(label: Text, url: URL, { pipeline, branch }: Subject): Link {
  return { label, url, of: pipeline?.name, subject: { pipeline, branch } };
}

/** Names the subjects of a line for its reader. */
export function withNames<T extends Part>(parts: readonly T[], nameOf: NameOf): T[] {
  return parts.map((part) => withName(part, nameOf));
}

function withName<T extends Part>(part: T, nameOf: NameOf): T {
  const name = "subject" in part && part.subject ? nameOf(part.subject) : "";
  if ("url" in part) return { ...part, label: withName(part.label, nameOf), ...(name && { of: name }) };
  return "name" in part && name !== "" ? { ...part, name: (part.before ?? "") + name } : part;
}
