import * as v from "valibot";
import { orUndefined, safeInteger, urlText } from "../../../shared/json/schema";

/** The result of the search for the log to link. */
export interface LogChoice {
  /** The log to link to; undefined if the run has none. */
  logId: number | undefined;
  /** Whether that log holds `error`. If so, it is the last such log; if not, it is the longest log. */
  holdsError: boolean;
  /** How many logs the run has, and how many of them were considered. */
  logs: number;
  considered: number;
  /** The number of lines of the chosen log, by the list. */
  lineCount: number;
  /** How many of the considered logs could not be read. */
  unreadableLogs: number;
}

const timelinePlace = v.object({
  job: v.string(),
  step: v.exactOptional(v.string()),
  line: v.optional(safeInteger),
  logId: v.optional(safeInteger),
});

export const linksSchema = v.object({
  /** The page of the run; undefined if its id is unknown, or until the run's log was searched for. */
  runPage: orUndefined(urlText),
  /** Its log, at the specification's URL; undefined if none was found. */
  log: orUndefined(urlText),
  /** The page that shows people that log at its line; undefined if the message links the URL above. */
  logPage: v.exactOptional(urlText),
  /** Where the page of the run shows why it failed; `unknown` if the timeline does not say so, undefined if nobody read it. */
  place: v.exactOptional(v.union([timelinePlace, v.literal("unknown")])),
  /** A note on the search for the log, such as that one could not be read; empty if there is none. */
  note: v.string(),
});

/** Where an issue's links lead. */
export interface Links extends v.InferOutput<typeof linksSchema> {
  /** How the log was chosen; undefined if none was searched for, or the logs could not be listed. */
  choice?: LogChoice | undefined;
  /** The number of its last line with `error`; undefined if nobody looked. */
  lineNumber?: number | undefined;
}
