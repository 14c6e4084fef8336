import type { KeyedName } from "../campaign/register-service";
import type { ChatProduct } from "../sandbox/chat";
import type { SandboxPagingKind } from "../sandbox/paging";
import * as sets from "./fault-sets";
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
): Endpoint => ({ name, task: "DomainRegister", requests, rows, notHere: sets.ofLists, ...more });

/** An endpoint that PipelineMonitor asks. By default, it is a list. */
export const ofMonitor = (
  name: string,
  requests: RegExp,
  rows: readonly Row[],
  more: Partial<Endpoint> = {},
): Endpoint => ({ name, task: "PipelineMonitor", requests, rows, notHere: [], ...more });

/** A step that could not see, or could not ask. */
export const unread: End = { result: "Failed", outputs: {} };

/** Gigantic lists where a response may have few bytes: they are refused by their bytes, before they are parsed. */
export function refusedByBytes(row: Row): Row {
  return { ...row, faults: sets.gigantic, reads: row.reads.replace("WORDS", "returned more than … bytes") };
}
