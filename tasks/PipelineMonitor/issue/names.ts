import * as v from "valibot";
import type { Part, Text } from "../../../shared/chat/message";
import type { NameOf, Subject } from "../../../shared/subject";
import { subjectSchema } from "./subject";

/** Names a pipeline, or its branch, in a line. Until the reader is known, it is the pipeline alone. */
export function namePart({ pipeline, branch }: Subject): Text {
  const part = { name: pipeline?.name ?? "", subject: { pipeline, branch } };
  return part;
}

/** Names the subjects of a line for its reader. */
export function withNames<T extends Part>(parts: readonly T[], nameOf: NameOf): T[] {
  return parts.map((part) => {
    const subject = "subject" in part && v.is(subjectSchema, part.subject) ? part.subject : undefined;
    return subject === undefined ? part : { ...part, name: nameOf(subject) };
  });
}
