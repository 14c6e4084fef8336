import assert from "node:assert/strict";
import { json, type Reply } from "../sandbox/loopback";
import {
  domain,
  isAvailability,
  isPurchase,
  type RegisterStageOptions,
  withRegistrar,
} from "./register-stage";
import { useAgent } from "./use-agent";

const html: Reply = { status: 200, headers: { "content-type": "text/html" }, body: "<html>" };

describe("packaged DomainRegister, when the registrar does not respond", () => {
  const agent = useAgent();
  const faults: [string, Reply, RegExp][] = [
    ["401", { status: 401 }, /returned 401 Unauthorized\. The key and secret are not valid/],
    ["403", { status: 403 }, /returned 403 Forbidden\. The account may not make this call/],
    ["404", { status: 404 }, /returned 404 Not Found\. Check `apiUrl`/],
    ["422", { ...json({ code: "UNSUPPORTED_TLD", message: "no" }), status: 422 }, /UNSUPPORTED_TLD/],
    ["HTML", html, /returned an HTML page instead of JSON/],
    ["truncated JSON", { status: 200, body: '{"available":tr' }, /returned incomplete or invalid JSON/],
    [
      "a string where a boolean belongs",
      json({ available: "true", domain }),
      /available is missing or has the wrong type/,
    ],
    [
      "a response about another domain",
      json({ available: true, domain: "other.org" }),
      /about another domain/,
    ],
    ["503 forever", { status: 503 }, /returned 503 Service Unavailable/],
    ["a hang", { ending: "hang" }, /timed out after 20 s/],
    ["a reset", { ending: "reset" }, /ECONNRESET/],
  ];
  for (const [fault, reply, message] of faults) {
    it(`${fault}: fails with one clear message, buys nothing, and does not say "not available"`, async () => {
      const arrange: RegisterStageOptions["arrange"] = (registrar) =>
        registrar.faults.push({ when: isAvailability, reply });
      await withRegistrar(agent(), { arrange, inputs: { waitMinutes: "3" } }, async (stage) => {
        const { result, issues, outputs } = await stage.run();
        assert.deepEqual([result, outputs["outcome"]], ["Failed", undefined]);
        assert.equal(issues.filter(({ type }) => type === "error").length, 1);
        assert.match(issues.at(-1)?.message ?? "", /^Nothing was bought: registrar: GET /);
        assert.match(issues.at(-1)?.message ?? "", message);
        assert.ok(!stage.registrar.requests.some(isPurchase));
        const checked = await stage.run({ inputs: { action: "check" } });
        assert.deepEqual([checked.result, checked.outputs["outcome"]], ["Failed", undefined]);
        assert.match(checked.issues[0]?.message ?? "", message);
      });
    });
  }

  it("a temporary problem costs only a pause, and is reported once", async () => {
    const arrange: RegisterStageOptions["arrange"] = (registrar) =>
      registrar.faults.push({ when: isAvailability, times: 3, reply: { status: 503 } });
    await withRegistrar(agent(), { arrange }, async (stage) => {
      const { outputs, log } = await stage.run();
      assert.equal(outputs["outcome"], "registered");
      assert.equal(log.filter((line) => line.startsWith("Check failed: ")).length, 1);
      assert.ok(log.includes("The registrar responds again after 3 failed checks."));
    });
  });
});
