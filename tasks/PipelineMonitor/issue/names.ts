import * as v from "valibot";
import type { Link, Part, Text } from "../../../shared/chat/message";
import type { NameOf, Subject } from "../../../shared/subject";
import { subjectSchema } from "./subject";

/** Names a pipeline, or its branch, in a line. Until the reader is known, it is the pipeline alone. */
export function namePart({ pipeline, branch }: Subject): Text {
  const part = { name: pipeline?.name ?? "", subject: { pipeline, branch } };
  return part;
}

/** With words before the name, such as "Runbook of ". */
export function namePartAfter(before: string, subject: Subject): Text {
  const part = { ...namePart(subject), name: `${before}${subject.pipeline?.name ?? ""}`, before };
  return part;
}

/** A link to something of a pipeline, or of its branch. */
export function linkOf(label: Text, url: URL, { pipeline, branch }: Subject): Link {
  const link = { label, url, of: pipeline?.name, subject: { pipeline, branch } };
  return link;
}

const named = v.object({ subject: subjectSchema, before: v.optional(v.string(), "") });

/** Names the subjects of a line for its reader. */
export function withNames<T extends Part>(parts: readonly T[], nameOf: NameOf): T[] {
  return parts.map((part) => {
    const { success, output } = v.safeParse(named, part);
    if (!("url" in part)) return success ? { ...part, name: output.before + nameOf(output.subject) } : part;
    const [label = part.label] = withNames([part.label], nameOf);
    const of = success ? nameOf(output.subject) || undefined : part.of;
    return { ...part, label, ...(of === undefined ? {} : { of }) };
  });
}
