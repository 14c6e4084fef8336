import type { LogPlace } from "../../../shared/azure-devops/timeline";

/** The result of the search for the log that explains a run. */
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

/** The line of a log that says why its run failed. */
export interface CauseLine {
  /**
   * The line as it is in the log, without its time and its `##[error]`; of a very long line, the part around
   * the word.
   */
  text: string;
  /** Its number in the log, counted from 1. */
  number: number;
  /**
   * The marked line, if it only says that there was an error and `text` is an earlier line; otherwise empty.
   */
  ending: string;
  /** Whether the agent itself marked the line as an error. */
  isMarked: boolean;
  /** Lines before it; not all of them are kept. */
  before: string[];
  /** The number of the first of them. */
  beforeNumber: number;
}

/** Where an issue's links lead. */
export interface Links {
  /** The page of the run; undefined if its id is unknown. */
  runPage: URL | undefined;
  /** The log that explains it, at the specification's URL; undefined if none was found. */
  log: URL | undefined;
  /** The page that shows people that log at its line; undefined if the message links the URL above. */
  logPage?: URL;
  /** A note on the search for the log, such as that one could not be read; empty if there is none. */
  note: string;
  /** How the log was chosen; undefined if none was searched for, or the logs could not be listed. */
  choice?: LogChoice | undefined;
  /** The line of that log that says why the run failed; undefined if nobody asked for it. */
  line?: CauseLine | undefined;
  /** The number of the line to show: the one that the report quotes, or else the last with `error`. */
  lineNumber?: number | undefined;
  /** Where the page of the run shows it; `unknown` if the timeline does not say so, undefined if nobody read it. */
  place?: LogPlace | "unknown";
}
