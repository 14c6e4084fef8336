import assert from "node:assert/strict";
import { json, type Reply } from "../sandbox/loopback";
import {
  domain,
  isAvailability,
  type RegisterStageOptions,
  releasedAtCheck,
  withRegistrar,
} from "./register-stage";
import { useAgent } from "./use-agent";

const html: Reply = { status: 200, headers: { "content-type": "text/html" }, body: "<html>" };

describe("packaged DomainRegister, check", () => {
  const agent = useAgent();
  const check = (inputs: Record<string, string> = {}, options: RegisterStageOptions = {}) =>
    withRegistrar(agent(), options, async (stage) => ({
      ...(await stage.run({ inputs: { action: "check", maxPrice: "", requestFile: "", ...inputs } })),
      requests: stage.registrar.requests,
    }));

  it("checks once with FULL, and reports the response", async () => {
    const { result, outputs, log, requests } = await check(
      {},
      { registrar: { domains: [releasedAtCheck(1)] } },
    );
    assert.equal(result, "Succeeded");
    assert.deepEqual(outputs, {
      outcome: "available",
      amount: "",
      available: "true",
      definitive: "true",
      price: "11690000",
      currency: "USD",
      period: "1",
      checks: "1",
      stage: "released",
      releaseEarliest: "",
      releaseLatest: "",
    });
    assert.equal(log.at(-1), `${domain} is available (11.69 USD for 1 year).`);
    assert.deepEqual(
      requests.map(({ query }) => query.get("checkType")),
      ["FULL"],
    );
  });

  it("says plainly when a response is not certain", async () => {
    const taken = await check({});
    assert.equal(taken.log.at(-1), `${domain} is not available.`);
    const fast = await check({ checkType: "FAST" }, { registrar: { fastIsWrong: true } });
    assert.equal(
      fast.log.at(-1),
      `${domain} is available (11.69 USD for 1 year). This is not certain: FAST checks can be wrong; check again with FULL. ` +
        "Also, the response is not definitive, and about one in five such responses is wrong.",
    );
  });

  it("works in the test environment without a credential", async () => {
    const { outputs, requests } = await check({ environment: "test" }, { step: { env: {} } });
    assert.equal(outputs["outcome"], "notAvailable");
    assert.equal(requests[0]?.headers.authorization, undefined);
  });

  it("sends an internationalized name in ASCII form", async () => {
    const { outputs, log } = await check(
      { domain: "Bücher.example" },
      { registrar: { domains: [releasedAtCheck(1, { name: "xn--bcher-kva.example" })] } },
    );
    assert.equal(outputs["outcome"], "available", log.join("\n"));
  });

  it("reports the stage and the dates of the lifecycle", async () => {
    const { log } = await check({
      expirationDate: "2026-10-01",
      recordStatuses: "redemption period, pending delete",
    });
    assert.ok(
      log.includes("Stage by statuses (redemption period, pending delete): redemption grace period."),
    );
    assert.ok(log.includes("- released between 2026-11-05 and 2026-12-20"));
  });

  it("warns about an unknown status", async () => {
    const { issues, log } = await check({ recordStatuses: "ok, pendingDelet" });
    assert.deepEqual(
      issues.map(({ message }) => message),
      ['recordStatuses: "pendingDelet" is not a known status; ignored. Did you mean `pendingDelete`?'],
    );
    assert.ok(log.includes("Stage by statuses (ok, pendingDelet): registered."));
  });

  it("gives advice that fits a check, with and without a credential", async () => {
    const refusing = (status: number): RegisterStageOptions => ({
      arrange: ({ faults }) =>
        void faults.push({ when: isAvailability, reply: { ...json({ code: "NO", message: "no" }), status } }),
      step: { env: {} },
    });
    const unsupported = await check({ environment: "test" }, refusing(422));
    assert.match(
      unsupported.issues[0]?.message ?? "",
      /\(NO: no\)\. The registrar does not support this domain or its top-level domain\. Check the spelling/,
    );
    const unauthorized = await check({ environment: "test" }, refusing(401));
    assert.match(
      unauthorized.issues[0]?.message ?? "",
      /\. Provide a credential: name a `registrarConnection`, or map /,
    );
  });

  it("tries again after a temporary problem", async () => {
    const arrange: RegisterStageOptions["arrange"] = (registrar) =>
      registrar.faults.push({ when: isAvailability, times: 2, reply: { status: 503 } });
    assert.equal((await check({}, { arrange })).outputs["outcome"], "notAvailable");
  });
});

describe("packaged DomainRegister, validate", () => {
  const agent = useAgent();
  const validate = (reply: Reply | undefined, options: RegisterStageOptions = {}) =>
    withRegistrar(agent(), options, async (stage) => {
      if (reply) stage.registrar.faults.push({ when: ({ path }) => path.endsWith("/validate"), reply });
      const result = await stage.run({ inputs: { action: "validate", maxPrice: "" } });
      assert.deepEqual(
        stage.registrar.requests.map(({ method }) => method),
        ["POST"],
      );
      return result;
    });

  it("reports a valid request, and sends nothing else", async () => {
    const { result, outputs, log } = await validate(undefined);
    assert.deepEqual([result, outputs["outcome"]], ["Succeeded", "valid"]);
    assert.equal(log.at(-1), `The request for ${domain} is valid.`);
  });

  it("accepts a valid request for a domain that is not available yet (decision 16)", async () => {
    const { outputs, log } = await validate({
      ...json({ code: "UNAVAILABLE_DOMAIN", message: "no" }),
      status: 422,
    });
    assert.equal(outputs["outcome"], "valid");
    assert.match(
      log.at(-1) ?? "",
      /found nothing wrong with the request .* while the domain is not available\.$/,
    );
  });

  it("lists the problems that the registrar finds", async () => {
    const fields = [
      { path: "contactAdmin.phone", message: "bad" },
      { path: "nameServers", message: "needed" },
    ];
    const { result, outputs, issues } = await validate({
      ...json({ code: "INVALID_BODY", message: "no", fields }),
      status: 422,
    });
    assert.deepEqual([result, outputs["outcome"]], ["Failed", "invalid"]);
    assert.match(issues[0]?.message ?? "", /is invalid\. .*contactAdmin\.phone: bad; nameServers: needed/);
  });

  it("fails when the registrar cannot validate the request", async () => {
    for (const reply of [{ status: 503 }, html, { ending: "hang" }] satisfies Reply[]) {
      const { result, outputs, issues } = await validate(reply);
      assert.deepEqual([result, outputs["outcome"]], ["Failed", undefined]);
      assert.match(
        issues[0]?.message ?? "",
        /^The registrar could not validate the request\. registrar: POST /,
      );
    }
  });
});
