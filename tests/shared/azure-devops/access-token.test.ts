import assert from "node:assert/strict";
import { accessTokens, identity, refusal } from "../../sandbox/entra";
import { json } from "../../sandbox/loopback";
import { tokenStage } from "./token-stage";

describe("access token of a workload identity", () => {
  const stage = tokenStage();
  const always = () => true;
  const [first, second] = accessTokens.map((token) => `Bearer ${token}`);
  const requestCounts = () => [stage.azureDevOps.requests.length, stage.entra.requests.length];

  it("is what Microsoft Entra gives for the id token of the job, and both are secrets before anything prints them", async () => {
    assert.equal(await stage.reader()(), first);
    assert.deepEqual(stage.secrets, [identity.idToken, accessTokens[0]]);
    const hosts = [...new Set(stage.entra.proxy.tunnels)];
    assert.deepEqual(hosts, ["dev.azure.com:443", "login.microsoftonline.com:443"]);
  });

  it("is requested when it is needed, and not before", () => {
    stage.reader();
    assert.deepEqual(requestCounts(), [0, 0]);
  });

  it("serves all requests until five minutes before it expires, and then is gotten again with a new id token", async () => {
    const read = stage.reader();
    await read();
    stage.clock.advance(54 * 60_000 + 59_000);
    assert.equal(await read(), first);
    assert.deepEqual(requestCounts(), [1, 1]);
    stage.clock.advance(1_000);
    assert.equal(await read(), second);
    assert.deepEqual(requestCounts(), [2, 2]);
  });

  it("is gotten once for requests at the same time", async () => {
    const read = stage.reader();
    assert.deepEqual(await Promise.all([read(), read(), read()]), [first, first, first]);
    assert.deepEqual(requestCounts(), [1, 1]);
  });

  it("is replaced once for all requests that the service rejects because of it", async () => {
    const read = stage.reader();
    await read();
    const rejected = [read(first), read(first), read()];
    assert.deepEqual(await Promise.all(rejected), [second, second, second]);
    assert.deepEqual([await read(first), await read()], [second, second]);
    assert.deepEqual(requestCounts(), [2, 2]);
  });

  it("is replaced again only after five minutes if the service rejects the replacement, too", async () => {
    const read = stage.reader();
    const third = "canary.access-token.3";
    await read();
    await read(first);
    stage.clock.advance(299_000);
    assert.equal(await read(second), second);
    assert.deepEqual(requestCounts(), [2, 2]);
    stage.clock.advance(1_000);
    const reply = json({ access_token: third, expires_in: 3600 });
    stage.entra.faults.push({ when: always, reply, times: 1 });
    assert.equal(await read(second), `Bearer ${third}`);
  });

  it("goes on if it cannot be replaced, and is not asked for at each request", async () => {
    const read = stage.reader();
    await read();
    stage.entra.faults.push({ when: always, reply: refusal("AADSTS53003", "Blocked."), times: 1 });
    await assert.rejects(read(first), /AADSTS53003/);
    assert.deepEqual([await read(first), await read()], [first, first]);
    assert.deepEqual(requestCounts(), [2, 2]);
  });

  it("is valid for a time that may be a number or a text", async () => {
    const reply = json({ access_token: "canary.1", expires_in: "3599" });
    stage.entra.faults.push({ when: always, reply, times: 1 });
    const read = stage.reader();
    assert.equal(await read(), "Bearer canary.1");
    stage.clock.advance(3_298_000);
    assert.equal(await read(), "Bearer canary.1");
    stage.clock.advance(1_000);
    assert.equal(await read(), first);
  });

  it("is gotten with the connection's own id token where the job cannot request one", async () => {
    assert.equal(await stage.reader({ requestUrl: "", idToken: identity.idToken })(), first);
    assert.deepEqual(requestCounts(), [0, 1]);
  });

  it("is tried again by the next request after a failure", async () => {
    stage.entra.faults.push({ when: always, reply: refusal("AADSTS53003", "Blocked."), times: 1 });
    const read = stage.reader();
    await assert.rejects(read(), /AADSTS53003: Blocked\. Trace ID: 1\)\. The tenant refuses/);
    assert.equal(await read(), first);
  });

  it("fails as the error of its own request, whose status means nothing for the request that needs it", async () => {
    stage.azureDevOps.faults.push({ when: always, reply: { status: 404 } });
    const words =
      /^id token: POST https:\/\/dev\.azure\.com\/contoso\/.* returned 404 Not Found\. This pipeline/;
    await assert.rejects(
      stage.reader()(),
      (error: Error) => error.constructor === Error && words.test(error.message),
    );
  });

  it("is refused where the response has none, or one that is no part of a header", async () => {
    const token = { access_token: "a" };
    const unusable = [
      ...[{}, null, token, { ...token, expires_in: "soon" }, { ...token, expires_in: "0" }],
      { access_token: "a b\r\nx: y", expires_in: 3600 },
    ];
    for (const body of unusable) {
      stage.entra.faults.splice(0, 1, { when: always, reply: json(body) });
      await assert.rejects(stage.reader()(), /Microsoft Entra: POST .* returned JSON without a token\./);
    }
    for (const body of [{}, { oidcToken: "" }]) {
      stage.azureDevOps.faults.splice(0, 1, { when: always, reply: json(body) });
      await assert.rejects(stage.reader()(), /id token: POST .* returned JSON without a token\./);
    }
  });
});
