import * as v from "valibot";
import type { Run, UnreadableRun } from "../../../shared/azure-devops/records";
import type { Moment, Part, Phrase } from "../../../shared/chat/message";
import { finiteNumber, orUndefined, safeInteger, urlText } from "../../../shared/json/schema";
import { pipelineSchema } from "../../../shared/pipeline";
import type { Zone } from "../../../shared/text/zone";
import { subjectSchema } from "./subject";

// The pieces of issues and notes in a memory: those members that a later report shows.

export const run: v.GenericSchema<unknown, Run> = v.object({
  id: safeInteger,
  buildNumber: v.string(),
  pipeline: pipelineSchema,
  status: v.string(),
  result: v.string(),
  queueTime: orUndefined(finiteNumber),
  startTime: orUndefined(finiteNumber),
  finishTime: orUndefined(finiteNumber),
  branch: v.exactOptional(v.string()),
  reason: v.exactOptional(v.string()),
});

export const unreadable: v.GenericSchema<unknown, UnreadableRun> = v.object({
  id: orUndefined(safeInteger),
  buildNumber: v.string(),
  pipeline: orUndefined(pipelineSchema),
  problem: v.string(),
});

const style = { style: v.exactOptional(v.picklist(["strong", "code"])) };
const text = v.union([
  v.object({ words: v.string(), ...style }),
  v.object({
    name: v.string(),
    subject: v.exactOptional(subjectSchema),
    before: v.exactOptional(v.string()),
    ...style,
  }),
]);
const link = v.object({
  label: text,
  url: urlText,
  of: v.exactOptional(v.string()),
  subject: v.exactOptional(subjectSchema),
  isSpare: v.exactOptional(v.boolean()),
});

export const texts = v.array(text);

/** A memory has no zone: its moments are shown in that of the report that reads it. */
export function momentIn(zone: Zone): v.GenericSchema<unknown, Moment> {
  return v.pipe(
    v.object({
      time: finiteNumber,
      until: v.exactOptional(finiteNumber),
      isDated: v.exactOptional(v.boolean()),
    }),
    v.transform((moment) => ({ ...moment, zone })),
  );
}

export function phraseIn(zone: Zone): v.GenericSchema<unknown, Phrase> {
  return v.array(v.union([text, momentIn(zone)]));
}

export function partsIn(zone: Zone): v.GenericSchema<unknown, readonly Part[]> {
  return v.array(v.union([text, link, momentIn(zone)]));
}
