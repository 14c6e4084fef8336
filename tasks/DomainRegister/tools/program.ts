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
    REGISTRAR_API_KEY: "the key of the registrar's interface, of the environment",
    REGISTRAR_API_SECRET: "the secret that belongs to it",
  },
  starter,
  tools: {},
};
