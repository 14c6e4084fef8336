import * as v from "valibot";
import type { Run } from "../../../shared/azure-devops/records";
import { finiteNumber, urlText } from "../../../shared/json/schema";
import { ordinal } from "../../../shared/text/ordinal";
import type { Zone } from "../../../shared/text/zone";
import { phraseIn, run } from "./kept";
import { kindSchema } from "./kind";
import { words } from "./parts";
import type { Silenced } from "./silenced";
import { subjectSchema } from "./subject";

/** A note as a memory has it. */
export function noteSchema(zone: Zone) {
  return v.object({
    /** A sentence without its full stop. It follows the name of what it is about, with what separates them. */
    says: phraseIn(zone),
    /** More sentences, which products show beneath it. */
    beneath: v.exactOptional(v.pipe(v.array(phraseIn(zone)), v.readonly())),
    severity: kindSchema.entries.severity,
    rank: finiteNumber,
    urgency: v.exactOptional(v.picklist(["high", "info"])),
    /** Names what ended, beside other recoveries in a title; the pipeline by default. */
    ended: v.exactOptional(phraseIn(zone)),
    /** The run that it is about, and its page. */
    run: v.exactOptional(run),
    runPage: v.exactOptional(urlText),
    /** The pipeline or branch that it is about, if it is no run, or is named in its place. */
    subject: v.exactOptional(subjectSchema),
    /** Whether it takes the place of the end of its pipeline's problem, as what the history says of one that works again. */
    replacesEnd: v.exactOptional(v.boolean()),
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

export function recoveryNote(run: Run, runPage: URL, text: string): Note {
  const { attempt = 1 } = run;
  const whole = attempt > 1 ? `${text}, at the ${ordinal(attempt)} attempt` : text;
  return { run, runPage, says: [words(` ${whole}`)], severity: "recovery", rank: 6 };
}
