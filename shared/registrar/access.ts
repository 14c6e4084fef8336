import type { Clock } from "../clock";
import type { NetworkSettings } from "../http/network";
import type { RateBudget } from "./rate-budget";

/** A credential for a registrar. Not every registrar takes each kind. */
export type RegistrarCredential =
  | { kind: "keyAndSecret"; key: string; secret: string }
  | { kind: "token"; token: string }
  | { kind: "none" };

export interface RegistrarAccess {
  baseUrl: URL;
  credential: RegistrarCredential;
  /** If the registrar wants a credential and none is given: an imperative clause. */
  credentialAdvice: string;
  network: NetworkSettings;
  clock: Clock;
  budget: RateBudget;
}
