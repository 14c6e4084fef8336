import type { KeyedName } from "../campaign/register-service";
import type { ChatProduct } from "../sandbox/chat";
import type { SandboxPagingKind } from "../sandbox/paging";
import type { FaultName } from "./faults";
import type { SceneName } from "./scenes";

/** How a step ends. */
export interface End {
  result: "Succeeded" | "SucceededWithIssues" | "Failed";
  /** Outputs of the step; those that are not named are not looked at, an empty list means that there are none. */
  outputs: Record<string, string>;
}

/** The end of a step when one endpoint misbehaves forever. */
export interface Row extends End {
  /** The faults that come to this; `others` stands for all that no other row names. */
  faults: readonly FaultName[] | "others";
  /** An excerpt of the log: `WORDS` are the fault's own, `…` is anything. */
  reads: string;
  /** An excerpt of the message in the chat. */
  posts?: string;
  /** By the task's own clock. */
  atMostSeconds: number;
  atMostMegabytes?: number;
}

export const row = (faults: Row["faults"], end: End, reads: string, atMostSeconds: number): Row => ({
  ...{ faults, result: end.result, outputs: end.outputs, reads, atMostSeconds },
});

/** An endpoint of one of the services, and what its faults come to. */
export interface Endpoint {
  name: string;
  task: "PipelineMonitor" | "DomainRegister";
  /** The chat's product, where its faults come to something of their own. */
  product?: ChatProduct;
  /** The registrar, if its purchases have keys. */
  registrar?: KeyedName;
  /** The monitor reads another organization without a token; Microsoft Entra and Azure DevOps refuse in ways of their own. */
  withoutToken?: boolean;
  /** The target of the monitor beside the step's own webhook that misbehaves: a chat, a paging service, or work items. */
  target?: "route" | "tickets" | SandboxPagingKind;
  /** The request closes an alert that an earlier hour opened. */
  closes?: boolean;
  /** The step validates, and buys nothing. */
  validates?: boolean;
  /** The requests that it is about, as `METHOD /path?query`. */
  requests: RegExp;
  /** By default, the specification's. */
  scene?: SceneName;
  /** The task reads a public record: its server, or IANA's list of servers, is what the fault strikes. */
  publicRecord?: "server" | "list";
  /** The fault strikes after a purchase has taken effect. */
  afterEffect?: boolean;
  rows: readonly Row[];
  /** Faults that cannot be at this endpoint, or are the same as another. */
  notHere: readonly FaultName[];
}

/** An endpoint that DomainRegister asks. By default, it is no list. */
export const ofRegister = (
  name: string,
  requests: RegExp,
  rows: readonly Row[],
  more: Partial<Endpoint> = {},
): Endpoint => ({ name, task: "DomainRegister", requests, rows, notHere: ofLists, ...more });

/** An endpoint that PipelineMonitor asks. By default, it is a list. */
export const ofMonitor = (
  name: string,
  requests: RegExp,
  rows: readonly Row[],
  more: Partial<Endpoint> = {},
): Endpoint => ({ name, task: "PipelineMonitor", requests, rows, notHere: [], ...more });

/** Faults of a response to a POST that a client hardly notices: it follows no redirect there. */
export const unharmedPost: readonly FaultName[] = ["interim answers (100, 102, 103)", "byte-order mark"];
const toSameOrigin: readonly FaultName[] = ["301 to the same origin", "302 to the same origin"];
/** Faults that a client hardly notices. */
export const unharmed = [...unharmedPost, ...toSameOrigin];
export const elsewhere: readonly FaultName[] = ["301 to another origin", "302 to another origin"];
export const redirects: readonly FaultName[] = [
  ...toSameOrigin,
  ...elsewhere,
  "302 in circles",
  "302 to no host",
];
export const unsent: readonly FaultName[] = ["connection refused", "name not found", "TLS refused"];
export const tooMany: readonly FaultName[] = ["429 with seconds", "429 with a date", "429 with nothing"];
export const pages: readonly FaultName[] = ["HTML", "203 with HTML"];
/** Half of a JSON text. */
export const halves: readonly FaultName[] = ["truncated JSON", "content-length too short"];
const hanging: readonly FaultName[] = ["hang after the headers", "hang in the body"];
/** Good status and headers, and then trouble with the body. */
export const brokenOff: readonly FaultName[] = [
  ...hanging,
  "reset after the headers",
  "reset in the body",
  "corrupt gzip",
  "content-length too long",
  "endless body",
];
/** Faults that end only when the time is up. */
export const slow: readonly FaultName[] = [
  ...hanging,
  "hang before the answer",
  "slow drip",
  "429 with seconds",
  "status 101",
];
const gigantic: readonly FaultName[] = ["gigantic list of zeros", "gigantic list of empty objects"];
/** Faults of lists, but for those that any JSON can have. */
export const ofListsOnly: readonly FaultName[] = [
  "endless pages",
  "list of fewer records than it says",
  "gigantic number of records",
];
export const ofLists = [...ofListsOnly, ...gigantic];

/** A step that could not see, or could not ask. */
export const unread: End = { result: "Failed", outputs: {} };

/** Gigantic lists where a response may have few bytes: they are refused by their bytes, before they are parsed. */
export function refusedByBytes(row: Row): Row {
  return { ...row, faults: gigantic, reads: row.reads.replace("WORDS", "returned more than … bytes") };
}
