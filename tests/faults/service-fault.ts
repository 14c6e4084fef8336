import type { Detour } from "../sandbox/detour";
import type { ReceivedRequest, Reply } from "../sandbox/loopback";

/** Needed beside the service: a port that nobody listens on, and hosts that are not meant. */
export interface Elsewhere {
  closedPort: number;
  /** Speaks TLS, by a certificate that nobody trusts. */
  untrusted: URL;
  /** Another origin, to which nothing must be sent. */
  otherOrigin: URL;
}

/** One way for a service or the network to misbehave. */
export interface ServiceFault {
  /** As in an error message; `…` stands for anything. */
  words: string;
  /** Where a request is led instead. */
  detour?: (elsewhere: Elsewhere) => Omit<Detour, "path">;
  /** `healthy` makes the request take effect, and returns the reply of a healthy service. */
  reply?: (request: ReceivedRequest, healthy: () => Reply, elsewhere: Elsewhere) => Reply;
  /** How often, for ever without. */
  times?: number;
}
