import type { KeyedName } from "../campaign/register-service";
import type { ChatProduct } from "../sandbox/chat";
import type { SandboxPagingKind } from "../sandbox/paging";
import type { FaultName } from "./faults";
import type { SceneName } from "./scenes";

/** The result of a task when one endpoint misbehaves forever. */
export interface Row {
  /** The faults that come to this; `others` stands for all that no other row names. */
  faults: readonly FaultName[] | "others";
  result: "Succeeded" | "SucceededWithIssues" | "Failed";
  /** Outputs of the step; those that are not named are not looked at, an empty list means that there are none. */
  outputs: Record<string, string>;
  /** An excerpt of the log: `WORDS` are the fault's own, `…` is anything. */
  reads: string;
  /** An excerpt of the message in the chat. */
  posts?: string;
  /** By the task's own clock. */
  atMostSeconds: number;
  atMostMegabytes?: number;
}

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
  /** The target of the monitor beside the step's own webhook that misbehaves: a chat, or a paging service. */
  target?: "route" | SandboxPagingKind;
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

/** Faults that a client hardly notices. */
export const unharmed = [
  "interim answers (100, 102, 103)",
  "301 to the same origin",
  "302 to the same origin",
  "byte-order mark",
] as const satisfies FaultName[];
/** Faults that end only when the time is up. */
export const slow = [
  "hang before the answer",
  "hang after the headers",
  "hang in the body",
  "slow drip",
  "429 with seconds",
  "status 101",
] as const satisfies FaultName[];
/** Faults of lists. */
export const ofLists = [
  "endless pages",
  "list of fewer records than it says",
  "gigantic number of records",
  "gigantic list of zeros",
  "gigantic list of empty objects",
] as const satisfies FaultName[];
/** A step that could not see, or could not ask. */
export const unread = { result: "Failed", outputs: {} } as const;

/** Gigantic lists where a response may have few bytes: they are refused by their bytes, before they are parsed. */
export function refusedByBytes(row: Row): Row {
  return {
    ...row,
    faults: ["gigantic list of zeros", "gigantic list of empty objects"],
    reads: row.reads.replace("WORDS", "returned more than … bytes"),
  };
}
