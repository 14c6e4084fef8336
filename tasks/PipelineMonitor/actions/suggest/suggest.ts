import { createInputReader } from "../../../../shared/agent/inputs";
import { type Outcome, succeedWith, type TaskContext } from "../../../../shared/agent/task";
import { maxConnections } from "../../../../shared/azure-devops/client";
import { pluralize } from "../../../../shared/text/pluralize";
import { dayMilliseconds } from "../../../../shared/text/time";
import { isHidden } from "../../config/filter";
import type { Config } from "../../config/parse";
import type { ConfigPart } from "../../config/part";
import { type Context, createTimeBudget } from "../../issue/context";
import { openProject } from "../open-project";
import { warnOfUnknownEntries } from "../unknown-entries";
import { collectFailures } from "./known-issues";
import { collectSchedules } from "./schedules";
import { comeBack, findSuggestion, renderSuggestion } from "./suggestion";
import { collectTimes } from "./times";

/** `action: suggest`: prints settings that fit what a project's pipelines did recently. */
export async function suggest(task: TaskContext, parts: readonly ConfigPart[]): Promise<Outcome> {
  const reader = createInputReader(task.agent);
  const days = reader.wholeNumber("days", 14, 1, 365);
  const { config, file, service } = openProject(reader, task, parts);
  try {
    return await suggestFor({ config, value: file.value, days }, service, task);
  } finally {
    service.dispose();
  }
}

/** `value` is the value of the configuration file. */
async function suggestFor(
  { config, value, days }: { config: Config; value: unknown; days: number },
  service: Context["service"],
  task: TaskContext,
): Promise<Outcome> {
  const { agent, clock, cancelled } = task;
  const since = new Date(clock.now() - days * dayMilliseconds);
  const times = collectTimes();
  const schedules = collectSchedules();
  const failures = collectFailures();
  let [runs, notUnderstood] = [0, 0];
  for await (const page of service.runsSince(since, cancelled))
    for (const record of page) {
      if (isHidden(config.pipelines, record)) continue;
      runs++;
      if ("unreadable" in record) notUnderstood++;
      times.count(record);
      schedules.count(record);
      failures.count(record);
    }
  await warnOfUnknownEntries(config, service, task);
  const history = times.all();
  agent.print(
    `${pluralize(runs, "run")} of ${pluralize(history.length, "pipeline")} finished in the last ${pluralize(days, "day")}.` +
      (notUnderstood === 0 ? "" : ` The records of ${notUnderstood} are not readable, so they are ignored.`),
  );
  for (const line of await schedules.lines(clock.now(), service, cancelled))
    agent.print(agent.sanitize(line));
  const context = {
    ...task,
    service,
    time: createTimeBudget(clock),
    connections: maxConnections,
    progress: agent.progress,
    opensLogPages: false,
  };
  for (const line of await failures.lines(config, context)) agent.print(agent.sanitize(line));
  const advice =
    runs === 0
      ? "There is nothing to suggest. Use more days, or check `url_params`."
      : comeBack(history, days);
  if (advice !== undefined) return succeedWith(agent, [advice]);
  const lines = renderSuggestion(history, findSuggestion(value, config, history), agent.sanitize);
  return succeedWith(agent, lines.map(agent.sanitize));
}
