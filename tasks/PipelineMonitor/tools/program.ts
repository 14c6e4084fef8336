import type { Program } from "../../../shared/agent/program";
import { digestTool } from "./digest-tool";
import { explainTool } from "./explain/explain-tool";
import { planTool } from "./plan-tool";
import { starter } from "./starter";
import { suggestTool } from "./suggest/suggest-tool";
import { testMessageTool } from "./test-message-tool";
import { troubleshooting } from "./troubleshooting";

/** The task as a command-line program. The first input may be given without its name. */
export const program: Omit<Program, "folder"> = {
  names: [
    "configFile",
    "webhookUrl",
    "webhookConnection",
    "chatFormat",
    "azureDevOpsConnection",
    "buildServiceConnection",
    "onIssues",
    "onNotDelivered",
    "action",
    "days",
  ],
  switches: [],
  environment: {
    BUILD_AUTH: "base64 of `:TOKEN`, a personal access token with the scope Build (read)",
    AZURE_DEVOPS_EXT_PAT: "the token itself, when BUILD_AUTH is not given",
    WEBHOOK_URL: "the channel's incoming webhook, when webhookUrl is not given",
  },
  nothingDone: "nothing was checked or posted",
  starter,
  troubleshooting,
  tools: {
    plan: planTool,
    suggest: suggestTool,
    explain: explainTool,
    digest: digestTool,
    "test-message": testMessageTool,
  },
};
