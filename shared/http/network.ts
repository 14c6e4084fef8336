import type { Sanitize } from "../text/sanitize";
import type { ProxySettings } from "./proxy";

/** How a request reaches the network from this agent; what is not given is empty. */
export interface NetworkSettings {
  proxy: ProxySettings;
  certificates: { caFile: string; certFile: string; keyFile: string; passphrase: string };
  /** What every text of a service goes through before it is shown, posted or kept. */
  sanitize: Sanitize;
}
