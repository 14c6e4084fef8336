import { pluralize } from "../../shared/text/pluralize";
import type { ProjectRun } from "../geometry/project-run";

/** Below the heading, in a project without a monitor: what one adds. */
export const whatAMonitorAdds =
  "No pipeline of this project monitors the others, and no monitor that you may see in another project does. A monitor adds " +
  "why runs fail, scheduled runs that did not start, and messages in your chat. It takes one pipeline, and the chat's webhook " +
  "in its secret variable WEBHOOK_URL:";

/** Azure DevOps does not say which pipelines have a step before they have run. */
export const firstRunText =
  "A monitor that you have just added is not known here before its first run: select Run pipeline, or wait for its schedule.";

/** For a monitor that attaches no journal. */
export function noJournal(name: string, isListed: boolean): string {
  const hidden = isListed ? "Earlier hours are not shown" : "Its pipelines have no rows";
  return `${hidden}: ${name} keeps no journal. To keep one, set window to since_last_report in its configuration.`;
}

/** For screen readers: what search and filters have found. */
export function chosenText(chosen: number, all: number): string {
  return chosen === 0 ? nothingChosen : `${chosen} of ${pluralize(all, "pipeline")}.`;
}

export const nothingChosen = "No pipeline fits the search and filters.";

export function cutText(count: number, since: string): string {
  return `Only the last ${count} runs were read, since ${since}.`;
}

/** For a list in which the service has more than this page reads. */
export function cutListText(count: number): string {
  return `Azure DevOps lists more runs than the ${count} that were read.`;
}

export function noReport(name: string): string {
  return `${name} has no report on its last run.`;
}

export function unreadText(
  { pipeline, number }: Pick<ProjectRun, "pipeline" | "number">,
  reason: string,
): string {
  return `The report of ${pipeline} ${number} could not be read: ${reason}`;
}

/** After a sentence that says why a monitor's last report is not shown. */
export function olderText(at: string): string {
  return `The one of ${at} is shown.`;
}
