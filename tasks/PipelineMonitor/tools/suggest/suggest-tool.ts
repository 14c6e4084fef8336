import { succeedWith } from "../../../../shared/agent/task";
import { pluralize } from "../../../../shared/text/pluralize";
import { isHidden } from "../../config/filter";
import { recentDaysTool } from "../recent-days";
import { warnOfUnknownEntries } from "../unknown-entries";
import { collectSchedules } from "./schedules";
import { comeBack, findSuggestion, renderSuggestion } from "./suggestion";
import { collectTimes } from "./times";

/** `--suggest monitor.json --days 14`: suggests settings by what a project's pipelines did recently. */
export const suggestTool = recentDaysTool(
  "reads how long recent runs took and waited, and suggests a section `pipelines` that fits",
  { usual: 14, most: 365, what: "how many days to look back" },
  async ({ config, file, service, days }, task) => {
    const { agent, clock, cancelled } = task;
    const since = new Date(clock.now() - days * 24 * 3600 * 1000);
    const times = collectTimes();
    const schedules = collectSchedules();
    let [runs, notUnderstood] = [0, 0];
    for await (const page of service.runsSince(since, cancelled))
      for (const record of page) {
        if (isHidden(config.pipelines, record)) continue;
        runs++;
        if ("unreadable" in record) notUnderstood++;
        times.count(record);
        schedules.count(record);
      }
    await warnOfUnknownEntries(config, service, task);
    const history = times.all();
    agent.print(
      `${pluralize(runs, "run")} of ${pluralize(history.length, "pipeline")} finished in the last ${pluralize(days, "day")}.` +
        (notUnderstood === 0
          ? ""
          : ` The records of ${notUnderstood} are not readable, so they are ignored.`),
    );
    for (const line of await schedules.lines(clock.now(), service, cancelled))
      agent.print(agent.sanitize(line));
    const advice =
      runs === 0
        ? "There is nothing to suggest. Use more days, or check `url_params`."
        : comeBack(history, days);
    if (advice !== undefined) return succeedWith(agent, [advice]);
    const lines = renderSuggestion(history, findSuggestion(file.value, config, history), agent.sanitize);
    return succeedWith(agent, lines.map(agent.sanitize));
  },
);
