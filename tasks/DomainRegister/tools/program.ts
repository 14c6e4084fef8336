import type { Program } from "../../../shared/agent/program";
import { starter } from "./starter";

/** The task as a command-line program. The first input can be given without its name. */
export const program: Omit<Program, "folder"> = {
  names: [
    "domain",
    "action",
    "requestFile",
    "registrarConnection",
    "environment",
    "apiUrl",
    "checkType",
    "maxPrice",
    "currency",
    "dryRun",
    "pollSeconds",
    "waitMinutes",
    "requestsPerMinute",
    "requireDefinitive",
    "onNotAvailable",
    "receiptFolder",
    "expirationDate",
    "recordStatuses",
  ],
  switches: ["dryRun", "requireDefinitive"],
  environment: {
    REGISTRAR_API_KEY: "the API key for the registrar's environment",
    REGISTRAR_API_SECRET: "the API secret of that key",
    REGISTRAR_TOKEN: "a personal access token in place of both, for GoDaddy",
  },
  starter,
  tools: {},
};
