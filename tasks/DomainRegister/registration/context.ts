import type { Agent } from "../../../shared/agent/agent";
import type { Clock } from "../../../shared/clock";
import type { Look } from "../../../shared/rdap/client";
import type { Registrar } from "../../../shared/registrar/registrar";
import type { RegistrationRequest } from "../request/request";
import type { CreateNarrator } from "./narrator";
import type { ReceiptFile } from "./receipt-file";
import type { Wanted } from "./state";

/** What a registration works with and goes by. Made once, and handed down whole. */
export interface Context {
  domain: string;
  request: RegistrationRequest;
  wanted: Wanted;
  environment: string;
  /** The URL of the registrar. */
  service: string;
  /** Stands for the account at the registrar, in receipts. */
  account: string;
  registrar: Registrar;
  receipts: ReceiptFile;
  agent: Agent;
  createNarrator: CreateNarrator;
  clock: Clock;
  /** Reads the public record. Never throws, except the reason of the signal. */
  look: (signal: AbortSignal) => Promise<Look>;
  /** Creates a key for a purchase that no other purchase has. */
  createKey: () => string;
  /** Fires when the step is cancelled. */
  cancelled: AbortSignal;
}
