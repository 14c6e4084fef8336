import assert from "node:assert/strict";
import { makeIdentity } from "../sandbox/identity";
import { type LoopbackServer, startServer } from "../sandbox/loopback";
import type { Elsewhere } from "./service-fault";

/** The hosts that faults lead to, for as long as cells are played. */
export interface FaultStage {
  elsewhere: Elsewhere;
  other: LoopbackServer;
  close(): Promise<void>;
}

/** A port that nobody is given by chance: one that was free a moment ago can be a server of another test's by now. */
const discardPort = 9;

/** Starts the hosts that faults lead to. */
export async function startFaultStage(): Promise<FaultStage> {
  const untrusted = await startServer(() => ({}), await makeIdentity());
  const other = await startServer(() => ({}));
  return {
    elsewhere: { closedPort: discardPort, untrusted: untrusted.address, otherOrigin: other.address },
    other,
    close: async () => void (await Promise.all([untrusted.close(), other.close()])),
  };
}

/** The hosts that faults lead to, for a file of tests. */
export function useFaultStage(): () => FaultStage {
  let stage: FaultStage | undefined;
  before(async () => {
    stage = await startFaultStage();
  });
  after(() => stage?.close());
  return () => stage ?? assert.fail("the stage is set before the tests");
}
