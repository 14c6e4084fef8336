import type { SandboxAgent, Step, StepResult } from "../sandbox/agent";
import type { ChatProduct } from "../sandbox/chat";
import type { ReceivedRequest, Reply } from "../sandbox/loopback";
import { faults } from "./faults";
import type { FaultStage } from "./stage";
import type { Cell } from "./table";

/** In which manner a step is run, none of which may change what comes of a fault. */
export interface Manner {
  debug: boolean;
  /** The webhook, or the registrar's credential, is a service connection's. */
  connected: boolean;
  /** The chat's product, where it has rows of its own it is that of the row. */
  product: ChatProduct;
}

/** Plays a cell with the packaged task, and asserts what it comes to besides the row. */
export type Play = (
  cell: Cell,
  agent: SandboxAgent,
  stage: FaultStage,
  manner: Manner,
) => Promise<StepResult>;

const target = ({ method, target }: ReceivedRequest) => `${method} ${decodeURIComponent(target)}`;

/** How a step is run under a fault: its detour, and debug output where that is asked for. */
export function stepOf({ endpoint, fault }: Cell, { elsewhere }: FaultStage, debug: boolean): Partial<Step> {
  const { detour } = faults[fault];
  // A task that cannot read the list asks a server of its own list, which is a real one.
  const path =
    endpoint.publicRecord === "list"
      ? "^/rdap/"
      : endpoint.requests.source.replace(/^\^(GET|POST|PATCH) /, "^").replace(" ", "%20");
  return {
    ...(detour === undefined ? {} : { detour: { path, ...detour(elsewhere) } }),
    variables: { "System.Debug": String(debug) },
  };
}

/** The fault as the sandbox's services know it; none where the request is led elsewhere. */
export function faultOf({ endpoint, fault }: Cell, { elsewhere }: FaultStage) {
  const { reply, times } = faults[fault];
  if (reply === undefined) return [];
  return [
    {
      when: (request: ReceivedRequest) => endpoint.requests.test(target(request)),
      reply: (request: ReceivedRequest, healthy: () => Reply) => reply(request, healthy, elsewhere),
      ...(times === undefined ? {} : { times }),
    },
  ];
}
