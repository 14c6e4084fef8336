import assert from "node:assert/strict";
import { join } from "node:path";
import { root } from "../root";
import { runProcess } from "../sandbox/agent-process";
import { startRegistrar } from "../sandbox/registrar";

describe("packaged DomainRegister outside a pipeline", () => {
  /** Runs the bundle as a person does, with inputs that need no credential and no public record. */
  async function runByHand(commandLine: readonly string[], inputs: Record<string, string> = {}) {
    const registrar = await startRegistrar({ domains: [{ name: "example.org", released: () => true }] });
    const given = {
      ...{ action: "check", domain: "example.org", environment: "test" },
      apiUrl: registrar.environments.test.base.href,
      ...{ expirationDate: "2026-12-31", recordStatuses: "active" },
      ...inputs,
    };
    const env = Object.entries(given).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]);
    const bundle = join(root, "dist", "tasks", "DomainRegister", "index.js");
    try {
      const at = { cwd: root, env: Object.fromEntries(env) };
      const ended = await runProcess([], [bundle, ...commandLine], at);
      return { ...ended, requests: registrar.requests };
    } finally {
      await registrar.close();
    }
  }

  it("takes its inputs from the environment, prints plainly and exits with 0", async () => {
    const { exitCode, stdout, stderr } = await runByHand([]);
    assert.deepEqual([exitCode, stderr], [0, ""]);
    assert.match(stdout, /^Running `check` for example\.org at .*\nexample\.org is available \(.*\)\..*\n$/s);
    assert.ok(!stdout.includes("##vso["));
  });

  it("exits with 2 for a wrong input, and for arguments, which could be meant to prevent a purchase", async () => {
    const wrong = await runByHand([], { action: "chek" });
    assert.deepEqual([wrong.exitCode, wrong.requests], [2, []]);
    assert.match(wrong.stderr, /^Error: 1 problem found; nothing was sent\.\n- action: expected check, /);
    const { exitCode, stderr, requests } = await runByHand(["--dryRun"]);
    assert.deepEqual([exitCode, requests], [2, []]);
    assert.match(stderr, /^Error: Expected no arguments\. Set the inputs as environment variables, such as /);
  });
});
