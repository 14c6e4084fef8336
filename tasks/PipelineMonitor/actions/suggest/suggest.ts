import { createInputReader } from "../../../../shared/agent/inputs";
import { type Outcome, succeedWith, type TaskContext } from "../../../../shared/agent/task";
import { pluralize } from "../../../../shared/text/pluralize";
import { dayMilliseconds } from "../../../../shared/text/time";
import { isHidden } from "../../config/filter";
import type { Feature } from "../../feature";
import { suggestionsOf } from "../../open-features";
import { warnOfUnknownEntries } from "../../rules/unknown-entries";
import { openProject } from "../open-project";
import { comeBack, findSuggestion, renderSuggestion } from "./suggestion";
import { collectTimes } from "./times";

/** `action: suggest`: prints settings that fit what a project's pipelines did recently. */
export async function suggest(task: TaskContext, features: readonly Feature[]): Promise<Outcome> {
  const reader = createInputReader(task.agent);
  const days = reader.wholeNumber("days", 14, 1, 365);
  const opened = openProject(reader, task, features);
  try {
    return await suggestFor(opened, days, features);
  } finally {
    opened.service.dispose();
  }
}

async function suggestFor(
  { config, file, service, context }: ReturnType<typeof openProject>,
  days: number,
  features: readonly Feature[],
): Promise<Outcome> {
  const { agent, clock, cancelled } = context;
  const since = new Date(clock.now() - days * dayMilliseconds);
  const times = collectTimes();
  const suggested = suggestionsOf(features, file, context);
  let [runs, notUnderstood] = [0, 0];
  for await (const page of service.runsSince(since, cancelled))
    for (const record of page) {
      if (isHidden(config.pipelines, record)) continue;
      runs++;
      if ("unreadable" in record) notUnderstood++;
      times.count(record);
      suggested.count(record);
    }
  await warnOfUnknownEntries(config, service, context);
  const history = times.all();
  agent.print(
    `${pluralize(runs, "run")} of ${pluralize(history.length, "pipeline")} finished in the last ${pluralize(days, "day")}.` +
      (notUnderstood === 0 ? "" : ` The records of ${notUnderstood} are not readable, so they are ignored.`),
  );
  for (const line of await suggested.lines(context)) agent.print(agent.sanitize(line));
  const advice =
    runs === 0
      ? "There is nothing to suggest. Use more days, or check `url_params`."
      : comeBack(history, days);
  if (advice !== undefined) return succeedWith(agent, [advice]);
  const lines = renderSuggestion(history, findSuggestion(file.value, config, history), agent.sanitize);
  return succeedWith(agent, lines.map(agent.sanitize));
}
