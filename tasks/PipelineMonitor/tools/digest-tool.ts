import { markdownLines } from "../../../shared/chat/markdown";
import { plainText } from "../../../shared/chat/message";
import { periodUntil } from "../digest/period";
import { recentDaysTool } from "./recent-days";

/** `--digest monitor.json --days 7`: prints the digest of the last days, and posts nothing. */
export const digestTool = recentDaysTool(
  "prints the digest of the last days, compared with as many days before; posts nothing",
  { usual: 7, most: 31, what: "how many days" },
  async ({ config, service, days }, { agent, clock, cancelled }) => {
    const { readDigestMessage } = await import("../digest/weekly-digest.js");
    const period = periodUntil(Math.floor(clock.now() / 1000), days, config.zone);
    const message = await readDigestMessage(config, service, period, cancelled);
    agent.print(plainText(message.title, agent.sanitize));
    for (const line of markdownLines(message, agent.sanitize)) agent.print(line);
    const footer = plainText(message.footer, agent.sanitize);
    return { result: "Succeeded", message: `${footer} Nothing is posted.`, exitCode: 0 };
  },
);
