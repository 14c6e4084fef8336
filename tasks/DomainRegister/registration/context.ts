import type { Agent } from "../../../shared/agent/agent";
import type { Clock } from "../../../shared/clock";
import type { Lookup } from "../../../shared/rdap/client";
import type { Registrar } from "../../../shared/registrar/registrar";
import type { RegistrationRequest } from "../request/request";
import type { ReceiptFile } from "./receipt-file";
import type { Event, Registration, Rules, Settings, Transition } from "./state";

/** Lets a person follow a registration. Polling calls it and knows nothing of the texts. */
export interface Narrator {
  beforeCheck(registration: Registration, checkAt: number): void;
  /** Called after each event, with the state before it and the step that follows. */
  afterEvent(before: Registration, event: Event, step: Transition): void;
  atEnd(registration: Registration): void;
}

/** Everything that a registration works with. Made once, and handed down whole. */
export interface Context {
  domain: string;
  request: RegistrationRequest;
  wanted: Settings;
  environment: string;
  service: string;
  /** Stands for the account at the registrar, in receipts. */
  account: string;
  registrar: Registrar;
  receipts: ReceiptFile;
  agent: Agent;
  /** Creates the narrator of a registration that starts polling at `startedAt`. */
  createNarrator: (rules: Rules, startedAt: number) => Narrator;
  clock: Clock;
  /** Reads the public record, tells people what it says and keeps it for the report. */
  readRecord: () => Promise<Lookup>;
  /** Creates a key for a purchase that no other purchase has. */
  createKey: () => string;
  cancelled: AbortSignal;
}
