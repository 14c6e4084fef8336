import type { Program } from "../../../shared/agent/program";
import { starter } from "./starter";
import { troubleshooting } from "./troubleshooting";
import { whenTool } from "./when";

/** The task as a command-line program. The first input can be given without its name. */
export const program: Omit<Program, "folder"> = {
  names: [
    "domain",
    "action",
    "requestFile",
    "registrar",
    "registrarConnection",
    "environment",
    "apiUrl",
    "checkType",
    "maxPrice",
    "currency",
    "dryRun",
    "pollSeconds",
    "pace",
    "waitMinutes",
    "requestsPerMinute",
    "requireDefinitive",
    "onNotAvailable",
    "receiptFolder",
    "expirationDate",
    "recordStatuses",
    "rdapUrl",
  ],
  switches: ["dryRun", "requireDefinitive"],
  environment: {
    REGISTRAR_API_KEY: "the API key for the registrar's environment, at godaddy and porkbun",
    REGISTRAR_API_SECRET: "the API secret of that key",
    REGISTRAR_TOKEN: "a personal access token, at godaddyV3, and at godaddy in place of key and secret",
  },
  nothingDone: "nothing was sent",
  starter,
  troubleshooting,
  tools: { when: whenTool },
};
