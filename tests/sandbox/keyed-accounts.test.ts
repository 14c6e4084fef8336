import assert from "node:assert/strict";
import { canaryToken, foreignToken, rotatedToken, startGodaddyV3 } from "./godaddy-v3";
import { foreignPorkbunKey, porkbunKeys, rotatedPorkbunKey, startPorkbun } from "./porkbun";

const name = "example-to-buy.org";
const domains = [{ name, released: () => true }];
const key = "3f0e1c9a-0000-4000-8000-000000000001";

/** Sends a request as a person with curl would, and returns what a test may ask about. */
async function ask(url: URL, headers: Record<string, string>, body?: object) {
  const json = { accept: "application/json", connection: "close", "content-type": "application/json" };
  const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(url, { ...sent, headers: { ...json, ...headers } });
  const parsed: unknown = await response.json();
  return {
    status: response.status,
    code: Reflect.get(Object(parsed), "code"),
    isReplayed: response.headers.get("idempotent-replayed") === "true",
    token: Reflect.get(Object(parsed), "quoteToken"),
  };
}

describe("accounts of the simulated Porkbun", () => {
  type Credential = (typeof porkbunKeys)["production"];
  const body = { cost: 1108, agreeToTerms: "yes" };

  async function start(options: { showsOrdersAfterSeconds?: number } = {}) {
    let time = 0;
    const service = await startPorkbun({ domains, now: () => time, ...options });
    const call = (path: string, { key: apiKey, secret }: Credential, sent?: object) => {
      time += 60_000;
      const headers = { "x-api-key": apiKey, "x-secret-api-key": secret, "idempotency-key": key };
      return ask(new URL(`${service.base.pathname}/domain/${path}/${name}`, service.base), headers, sent);
    };
    return { service, call };
  }

  it("have keys and orders of their own, whatever the credential", async () => {
    const { service, call } = await start();
    const own = porkbunKeys.production;
    const bought = await call("create", own, body);
    const answers = [
      await call("create", rotatedPorkbunKey, body),
      await call("create", foreignPorkbunKey, body),
      await call("get", rotatedPorkbunKey),
      await call("get", foreignPorkbunKey),
    ];
    await service.close();
    assert.equal(bought.isReplayed, false);
    assert.deepEqual(
      answers.map(({ status, code, isReplayed }) => [status, code, isReplayed]),
      [
        [200, undefined, true],
        [400, "DOMAIN_NOT_AVAILABLE", false],
        [200, undefined, false],
        [404, "DOMAIN_NOT_FOUND", false],
      ],
    );
    assert.equal(service.charges.length, 1);
  });

  it("lose the answer to an order, and store the refusal of the next try for its key", async () => {
    const { service, call } = await start({ showsOrdersAfterSeconds: 200 });
    service.lostStores.times = 1;
    const answers = [];
    for (let tries = 0; tries < 3; tries++) answers.push(await call("create", porkbunKeys.production, body));
    const shown = [await call("get", porkbunKeys.production), await call("get", porkbunKeys.production)];
    await service.close();
    assert.deepEqual(
      answers.map(({ code, isReplayed }) => [code, isReplayed]),
      [
        [undefined, false],
        ["DOMAIN_NOT_AVAILABLE", false],
        ["DOMAIN_NOT_AVAILABLE", true],
      ],
    );
    assert.deepEqual(
      shown.map(({ status }) => status),
      [404, 200],
    );
    assert.equal(service.charges.length, 1);
  });
});

describe("accounts of the simulated GoDaddy v3", () => {
  it("have quotes, keys and domains of their own, whatever the token", async () => {
    const service = await startGodaddyV3({ domains });
    const call = (path: string, token: string, sent?: object) =>
      ask(
        new URL(`v3/domains/${path}`, service.base),
        { authorization: `Bearer ${token}`, "idempotency-key": key },
        sent,
      );
    const { token: quoteToken } = await call("registration-quotes", canaryToken, { domain: name, period: 1 });
    const consent = { agreedAt: new Date().toISOString(), agreementTypes: ["API_DPA"] };
    const body = { domain: name, period: 1, quoteToken, consent };
    const statuses = [];
    for (const token of [foreignToken, canaryToken, rotatedToken, foreignToken])
      statuses.push((await call("registrations", token, body)).status);
    for (const token of [rotatedToken, foreignToken])
      statuses.push((await call(`domain-names/${name}`, token)).status);
    await service.close();
    assert.deepEqual(statuses, [400, 202, 202, 400, 200, 404]);
    assert.equal(service.charges.length, 1);
  });
});
