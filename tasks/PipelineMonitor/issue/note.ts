import * as v from "valibot";
import type { Run } from "../../../shared/azure-devops/records";
import { finiteNumber } from "../../../shared/json/schema";
import { ordinal } from "../../../shared/text/ordinal";
import type { Zone } from "../../../shared/text/zone";
import { links, partsIn, phraseIn, run } from "./kept";
import { kindSchema } from "./kind";
import { linkToRun, numberOf, pipelineOf, strong, words } from "./parts";
import type { Silenced } from "./reason";
import { subjectSchema } from "./subject";

/** A note as a memory has it. */
export function noteSchema(zone: Zone) {
  const parts = partsIn(zone);
  return v.object({
    parts,
    rows: v.exactOptional(v.array(parts)),
    links: v.exactOptional(links),
    severity: kindSchema.entries.severity,
    rank: finiteNumber,
    urgency: v.exactOptional(v.picklist(["high", "info"])),
    /** Its form for products; the line itself by default. */
    block: v.exactOptional(
      v.object({ parts, rows: v.exactOptional(v.array(parts)), links: v.exactOptional(links) }),
    ),
    /** Names what ended, beside other recoveries in a title; the pipeline by default. */
    ended: v.exactOptional(phraseIn(zone)),
    /** The run that it is about; undefined if it is about none. */
    run: v.exactOptional(run),
    /** Undefined if it is about a run, or the project. */
    subject: v.exactOptional(subjectSchema),
    /** When the pipeline began to work again, in seconds since 1970; undefined if the note is not from its history. */
    since: v.exactOptional(finiteNumber),
    /** Identifies the note in the memory; undefined if it is told only once. */
    key: v.exactOptional(v.string()),
    /** Whether it lasts as long as each report finds it again, as that of a run that waits for a person. It is told once. */
    isState: v.exactOptional(v.boolean()),
    /** How the title of a message counts such notes: "2 mutes ended". Recoveries are counted anyway. */
    tally: v.exactOptional(v.object({ thing: v.string(), what: v.string() })),
  });
}

/** A line of the report that is not an issue, such as a pipeline that works again, and what it is about. */
export interface Note extends v.InferOutput<ReturnType<typeof noteSchema>> {
  /** At least how many failures in a row it ends; undefined if there may have been more. */
  failuresBefore?: number;
  /** Undefined if the message has it. */
  silenced?: Silenced | undefined;
}

/** `text` has no full stop. */
export function recoveryNote(run: Run, runPage: URL, text: string): Note {
  const { attempt = 1 } = run;
  const whole = attempt > 1 ? `${text}, at the ${ordinal(attempt)} attempt` : text;
  return {
    parts: [pipelineOf(run), words(" "), ...numberOf(run, runPage), words(` ${whole}.`)],
    block: { parts: [strong(pipelineOf(run)), words(` ${whole}`)], links: [linkToRun(run, runPage)] },
    severity: "recovery",
    rank: 6,
    run,
  };
}
