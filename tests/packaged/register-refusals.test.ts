import assert from "node:assert/strict";
import {
  apiError,
  exampleRequest,
  isPurchase,
  isValidate,
  releasedAtCheck,
  useRegister,
} from "./register-stage";

describe("packaged DomainRegister, refusals", () => {
  const { once } = useRegister();

  it("starts over when the domain turns out to be unavailable: a false positive is not bought", async () => {
    const { result, stage, log, receipt } = await once({
      registrar: { domains: [releasedAtCheck(5, { falsePositives: 2 })] },
    });
    assert.equal(result, "Succeeded");
    assert.ok(log.includes("Available (not definitive). Checking a second time."));
    assert.match(
      log.join("\n"),
      /Purchase not confirmed: .* returned 422 .*UNAVAILABLE_DOMAIN.* Polling resumes in 30 s and starts over\./,
    );
    const kinds = stage.registrar.history.map(({ kind }) => kind);
    const bought = ["available", "available", "purchase"];
    assert.deepEqual(kinds, [...bought, "notAvailable", "notAvailable", ...bought]);
    assert.deepEqual(
      Object(receipt).attempts.map(({ outcome }: { outcome: string }) => outcome),
      ["notBought", "registered"],
    );
  });

  it("does not wait for validate, and stops when the request is invalid", async () => {
    const hanging = await once({
      arrange: ({ faults }) => faults.push({ when: isValidate, reply: { ending: "hang" } }),
      registrar: { domains: [releasedAtCheck(1)] },
    });
    assert.equal(hanging.outputs["outcome"], "registered");
    const invalid = await once({
      arrange: ({ faults }) =>
        faults.push({
          when: isValidate,
          reply: apiError("INVALID_BODY", 422, { fields: [{ path: "contactAdmin.phone", message: "bad" }] }),
        }),
      registrar: { domains: [releasedAtCheck(99)] },
    });
    assert.deepEqual(
      [invalid.result, invalid.exitCode, invalid.outputs["outcome"]],
      ["Failed", 0, "refused"],
    );
    assert.match(
      invalid.issues[0]?.message ?? "",
      /refused to register .*contactAdmin\.phone: bad.*adding name servers has helped/,
    );
    assert.ok(!invalid.stage.registrar.requests.some(isPurchase));
  });

  it("goes on when validate finds the domain unavailable, or fails (decision 16)", async () => {
    for (const reply of [apiError("UNAVAILABLE_DOMAIN", 422), { status: 503 }]) {
      const { outputs, log } = await once({
        arrange: ({ faults }) => faults.push({ when: isValidate, reply }),
      });
      assert.equal(outputs["outcome"], "registered");
      const doubt = log.some((line) =>
        line.startsWith("##[warning]The registrar could not validate the request."),
      );
      assert.equal(doubt, reply.status === 503);
    }
  });

  it("stops when the purchase is refused, and says what to do, such as adding name servers", async () => {
    for (const status of [400, 401, 402, 403, 422]) {
      const { result, outputs, issues, stage, receipt } = await once({
        arrange: ({ faults }) => faults.push({ when: isPurchase, reply: apiError("NO", status) }),
        request: { ...Object(exampleRequest), nameServers: [] },
      });
      assert.deepEqual([result, outputs["outcome"]], ["Failed", "refused"]);
      assert.equal(issues.length, 1);
      assert.equal(
        /adding name servers has helped/.test(issues[0]?.message ?? ""),
        [400, 422].includes(status),
      );
      assert.equal(stage.registrar.requests.filter(isPurchase).length, 1);
      assert.equal(Object(receipt).attempts[0].outcome, "notBought");
    }
  });
});
