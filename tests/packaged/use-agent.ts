import assert from "node:assert/strict";
import { installAgent, type SandboxAgent } from "../sandbox/agent";

/** Installs one agent for every test of the `describe` that calls this. */
export function useAgent(): () => SandboxAgent {
  let agent: SandboxAgent | undefined;
  before(() => {
    agent = installAgent();
  });
  after(() => agent?.dispose());
  return () => agent ?? assert.fail("the agent is installed before the tests");
}
