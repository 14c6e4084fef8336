import { createInputReader } from "../../../shared/agent/inputs";
import type { Tool } from "../../../shared/agent/program";
import { markdownLines } from "../../../shared/chat/markdown";
import { plainText } from "../../../shared/chat/message";
import { openService, readConfigFile, readCredential, withoutProblems } from "../config/load";

const usualDays = 7;
const mostDays = 31;

/** `--digest monitor.json --days 7`: prints the digest of the last days, and posts nothing. */
export const digestTool: Tool = {
  description: "prints the digest of the last days, compared with as many days before; posts nothing",
  options: {
    configFile: "the monitor configuration; its project is read",
    days: `how many days, 1 to ${mostDays}; ${usualDays} without it`,
  },
  async act(task) {
    const { agent, clock, cancelled } = task;
    const reader = createInputReader(agent);
    const days = reader.wholeNumber("days", usualDays, 1, mostDays);
    const file = readConfigFile(agent, reader.problems);
    const found = readCredential(file.config, reader, agent);
    const { config, credential } = withoutProblems(file.config, found, reader.problems);
    agent.print(`Reading the runs of ${config.project.href} with ${credential.kind}.`);
    const service = openService(config, credential, task);
    try {
      const { readDigestMessage } = await import("../digest/weekly-digest.js");
      const period = { until: Math.floor(clock.now() / 1000), days };
      const message = await readDigestMessage(config.projectName, service, period, cancelled);
      agent.print(plainText(message.title, agent.sanitize));
      for (const line of markdownLines(message, agent.sanitize)) agent.print(line);
      return {
        result: "Succeeded",
        message: `${plainText(message.footer, agent.sanitize)} Nothing is posted.`,
        exitCode: 0,
      };
    } finally {
      service.dispose();
    }
  },
};
