import type { Run, UnreadableRun } from "../../../shared/azure-devops/records";
import type { Part, Text } from "../../../shared/chat/message";
import { oneLine } from "../../../shared/text/sanitize";

/** The pipeline of a run by its name. */
export function pipelineOf({ pipeline }: Run | UnreadableRun): Text {
  return isShown(pipeline) ? { name: pipeline } : words("A run of an unknown pipeline");
}

/** The number of a run, linked to its page; in brackets where it has none. */
export function numberOf({ buildNumber, id }: Run | UnreadableRun, page: URL | undefined): Part[] {
  const number = isShown(buildNumber) ? buildNumber : id?.toString();
  const label = number === undefined ? words("number unknown") : { name: number };
  return page === undefined ? [words("["), label, words("]")] : [{ label, url: page }];
}

/** A piece of a line in our own words. */
export function words(text: string): { words: string } {
  return { words: text };
}

/** Whether anything is left of a name once it is sanitized. */
function isShown(name: string | undefined): name is string {
  return oneLine(name ?? "").trim() !== "";
}
