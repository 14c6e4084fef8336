/** These figures determine every answer of the build service. */
export interface BuildScenario {
  kind: "build";
  /** From the arrival of each request to its answer. */
  latencyMilliseconds: number;
  runCount: number;
  pageSize: number;
  /** Each run whose place in the list is a multiple of this has failed; none at 0. */
  flaggedEvery: number;
  logsPerRun: number;
  /** Which log of a failed run holds `error`. */
  errorIn: ErrorPlace;
  /** The last log of a failed run is this one. */
  hugeLog?: HugeLog;
  /** How many projects have such runs; one without. */
  projects?: number;
  /** The monitor's own pipeline has a last report, which attached what it knew. */
  remembers?: boolean;
  /** How many requests two routes and a paging service get, if the configuration names them. */
  alerts?: number;
}

/** Where `error` stands among the logs of a failed run. */
export type ErrorPlace = "last" | "thirdFromLast" | "none";

/** A log that no memory should hold. */
export interface HugeLog {
  bytes: number;
  errorAt: "start" | "end" | "nowhere" | "split";
}

/** A registrar some of whose domains are released while they are waited for. */
export interface RaceScenario {
  kind: "race";
  latencyMilliseconds: number;
  /** When each domain is released, in seconds after the start of the service. */
  releasedAfterSeconds: number[];
}

/** A healthy hour, from which the cases differ. */
export const quietHour: BuildScenario = {
  kind: "build",
  latencyMilliseconds: 20,
  runCount: 200,
  pageSize: 1000,
  flaggedEvery: 0,
  logsPerRun: 12,
  errorIn: "none",
};

/** The names of the projects beside the first. */
export function projectNames(projects: number): string[] {
  return Array.from({ length: projects - 1 }, (_, index) => `Shop ${index + 1}`);
}

/** Requests to the build service and the chat since the last question for these figures. */
export interface BuildFigures {
  /** By the machine's clock (`machineMilliseconds`); NaN when nothing was asked. */
  firstRequestAt: number;
  pages: number;
  logLists: number;
  logs: number;
  posts: number;
  /** Requests to routes and the paging service. */
  alerts: number;
}

/** Requests to the registrar for one domain, by the machine's clock. */
export interface DomainFigures {
  checksAt: number[];
  /** All requests, for the budget. */
  requestsAt: number[];
  firstAvailableAt: number;
  purchaseAt: number;
}

/** Milliseconds by a clock that all processes of the machine share. */
export function machineMilliseconds(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** Whom the services let in; no secret, as they listen on loopback and hold nothing. */
export const buildAuth = Buffer.from(":bench-personal-access-token-of-usual-length-52-chars").toString(
  "base64",
);
