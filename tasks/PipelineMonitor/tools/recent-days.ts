import { createInputReader } from "../../../shared/agent/inputs";
import type { Tool } from "../../../shared/agent/program";
import type { Outcome, TaskContext } from "../../../shared/agent/task";
import type { BuildService } from "../../../shared/azure-devops/client";
import {
  type ConfigFile,
  openService,
  readConfigFile,
  readCredential,
  withoutProblems,
} from "../config/load";
import type { Config } from "../config/parse";

interface RecentDays {
  config: Config;
  file: ConfigFile;
  service: BuildService;
  days: number;
}

export function recentDaysTool(
  description: string,
  { usual, most, what }: { usual: number; most: number; what: string },
  act: (recent: RecentDays, task: TaskContext) => Promise<Outcome>,
): Tool {
  return {
    description,
    options: {
      configFile: "the monitor configuration; its project is read",
      days: `${what}, 1 to ${most}; ${usual} without it`,
    },
    async act(task) {
      const { agent } = task;
      const reader = createInputReader(agent);
      const days = reader.wholeNumber("days", usual, 1, most);
      const file = readConfigFile(agent, reader.problems);
      const found = readCredential(file.config, reader, agent);
      const { config, credential } = withoutProblems(file.config, found, reader.problems);
      agent.print(`Reading the runs of ${config.project.href} with ${credential.kind}.`);
      const service = openService(config, credential, task);
      try {
        return await act({ config, file, service, days }, task);
      } finally {
        service.dispose();
      }
    },
  };
}
