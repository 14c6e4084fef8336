import type { Run, UnreadableRun } from "../../../shared/azure-devops/records";
import type { Link, Part, Text } from "../../../shared/chat/message";
import { oneLine } from "../../../shared/text/sanitize";

/** Returns the name of a run's pipeline as a part of a line. */
export function pipelineOf({ pipeline }: Run | UnreadableRun): Text {
  return isShown(pipeline) ? { name: pipeline } : words("A run of an unknown pipeline");
}

/** Returns the number of a run, linked to its page; in brackets if the page is unknown. */
export function numberOf({ buildNumber, id }: Run | UnreadableRun, page: URL | undefined): Part[] {
  const number = isShown(buildNumber) ? buildNumber : id?.toString();
  const label = number === undefined ? words("unknown number") : { name: number };
  return page === undefined ? [words("["), label, words("]")] : [{ label, url: page }];
}

/** Returns the link to the page of a run, which is named by its number. */
export function linkToRun(run: Run | UnreadableRun, url: URL): Link {
  const { buildNumber, id, pipeline } = run;
  const number = isShown(buildNumber) ? buildNumber : id;
  const label = number === undefined ? words("Run") : { name: `Run ${number}` };
  return { label, url, ...(pipeline === undefined ? {} : { of: pipeline }) };
}

/** Returns a text with emphasis. */
export function strong(text: Text): Text {
  return { ...text, style: "strong" };
}

/** Returns a part of a line in the monitor's own words. */
export function words(text: string): { words: string } {
  return { words: text };
}

/** Returns whether a name has visible characters after it is sanitized. */
export function isShown(name: string | undefined): name is string {
  return oneLine(name ?? "").trim() !== "";
}
