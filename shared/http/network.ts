import type { Sanitize } from "../text/sanitize";
import { noProxy, type ProxySettings } from "./proxy";

/** How requests reach the network from this agent. Empty texts stand for what is not set. */
export interface NetworkSettings {
  proxy: ProxySettings;
  certificates: { caFile: string; certFile: string; keyFile: string; passphrase: string };
  /** Prepares every text of a service before it is shown, posted or kept. */
  sanitize: Sanitize;
}

export function noNetworkSettings(sanitize: Sanitize): NetworkSettings {
  const certificates = { caFile: "", certFile: "", keyFile: "", passphrase: "" };
  return { proxy: noProxy, certificates, sanitize };
}
