import type { Run, UnreadableRun } from "../../../shared/azure-devops/records";
import type { Link, Moment, Part, Text } from "../../../shared/chat/message";
import { oneLine } from "../../../shared/text/sanitize";
import type { Zone } from "../../../shared/text/zone";
import { linkOf, namePart } from "./names";
import { subjectOf } from "./subject";

export function pipelineOf(run: Run | UnreadableRun): Text {
  return isShown(run.pipeline?.name) ? namePart(subjectOf(run)) : words("A run of an unknown pipeline");
}

/** Linked to the page of the run; in brackets if the page is unknown. */
export function numberOf({ buildNumber, id }: Run | UnreadableRun, page: URL | undefined): Part[] {
  const number = isShown(buildNumber) ? buildNumber : id?.toString();
  const label = number === undefined ? words("unknown number") : { name: number };
  return page === undefined ? [words("["), label, words("]")] : [{ label, url: page }];
}

/** Labelled with the run's number. */
export function linkToRun(run: Run | UnreadableRun, url: URL): Link {
  const { buildNumber, id } = run;
  const number = isShown(buildNumber) ? buildNumber : id;
  const label = number === undefined ? words("Run") : { name: `Run ${number}` };
  return linkOf(label, url, subjectOf(run));
}

export function strong(text: Text): Text {
  return { ...text, style: "strong" };
}

/** In the monitor's own words, which are not sanitized. */
export function words(text: string): { words: string } {
  return { words: text };
}

/** It is rendered with its date if that is not the day of the report. */
export function momentAt(seconds: number, zone: Zone): Moment {
  return { time: seconds * 1000, zone };
}

export function datedMoment(seconds: number, zone: Zone): Moment {
  return { ...momentAt(seconds, zone), isDated: true };
}

/** True if a name has visible characters after it is sanitized. */
export function isShown(name: string | undefined): name is string {
  return oneLine(name ?? "").trim() !== "";
}
