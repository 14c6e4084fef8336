import { createInputReader } from "../../../../shared/agent/inputs";
import type { Tool } from "../../../../shared/agent/program";
import { pluralize } from "../../../../shared/text/pluralize";
import { openService, readConfigFile, readCredential, withoutProblems } from "../../config/load";
import { findSuggestion, renderSuggestion } from "./suggestion";
import { collectTimes } from "./times";

const usualDays = 14;
const mostDays = 365;

/** `--suggest monitor.json --days 14`: suggests settings by what a project's pipelines did recently. */
export const suggestTool: Tool = {
  description: "reads how long recent runs took and waited, and suggests a section `pipelines` that fits",
  options: {
    configFile: "the monitor configuration; its project is read",
    days: `how many days to look back, 1 to ${mostDays}; ${usualDays} without it`,
  },
  async act(task) {
    const { agent, clock, cancelled } = task;
    const reader = createInputReader(agent);
    const days = reader.wholeNumber("days", usualDays, 1, mostDays);
    const file = readConfigFile(agent, reader.problems);
    const found = readCredential(file.config, reader, agent);
    const { config, credential } = withoutProblems(file.config, found, reader.problems);
    agent.print(`Reading the runs of ${config.project.href} with ${credential.kind}.`);
    const since = new Date(clock.now() - days * 24 * 3600 * 1000);
    const service = openService(config, credential, task);
    const times = collectTimes();
    let [runs, notUnderstood] = [0, 0];
    try {
      for await (const page of service.runsSince(since, cancelled))
        for (const record of page) {
          runs++;
          if ("unreadable" in record) notUnderstood++;
          times.count(record);
        }
    } finally {
      service.dispose();
    }
    const history = times.all();
    agent.print(
      `${pluralize(runs, "run")} of ${pluralize(history.length, "pipeline")} finished in the last ${pluralize(days, "day")}.` +
        (notUnderstood === 0
          ? ""
          : ` The records of ${notUnderstood} are not readable, so they are ignored.`),
    );
    if (runs === 0) agent.print("There is nothing to suggest. Use more --days, or check `url_params`.");
    const lines = renderSuggestion(history, findSuggestion(file.value, config, history), agent.sanitize);
    for (const line of lines.slice(0, -1)) agent.print(agent.sanitize(line));
    return { result: "Succeeded", message: lines.at(-1) ?? "", exitCode: 0 };
  },
};
