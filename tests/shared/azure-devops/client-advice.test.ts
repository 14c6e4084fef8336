import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { adviceOnRuns, describeOneProject } from "../../../shared/azure-devops/advice";
import { readTextBody } from "../../../shared/http/body";
import { makeIdentity } from "../../sandbox/identity";
import { json, type LoopbackServer, type Reply, startServer } from "../../sandbox/loopback";
import { pauseOf } from "../../sentences";
import { buildServiceStage, clientOf, fiveRuns, never } from "./build-service-stage";

describe("build service client, advice on errors", () => {
  const stage = buildServiceStage(fiveRuns);
  const checkAddress = "Check `url_base`, and that the agent can reach the host (proxy, firewall).";
  const rejectsAfter = (reply: Reply, words: RegExp, request: () => Promise<unknown> = stage.runs) => {
    stage.instead(reply);
    return assert.rejects(request(), words, JSON.stringify(reply));
  };
  const readLog = () => stage.service.readLog(3, 5, (log) => readTextBody(log, 1000), never);
  const listLogs = () => stage.service.logsOf(3, never);
  const error = (status: number, body: object): Reply => ({ ...json(body), status });

  it("recognises every form of a sign-in page, and says that the credential does not work", async () => {
    const html = { "content-type": "text/html; charset=utf-8" };
    const forms: Reply[] = [
      { status: 401 },
      { status: 203, headers: html, body: "<html>Sign in</html>" },
      { status: 203, headers: { "content-type": "application/json" }, body: "{}" },
      { status: 200, headers: html, body: "<html>Sign in</html>" },
      { status: 302, headers: { location: "https://login.example/_signin" } },
      { status: 302 },
      { status: 300 },
    ];
    for (const reply of forms)
      for (const request of [stage.runs, readLog])
        await rejectsAfter(reply, /GET http.*\. Make a new token\.$/, request);
  });

  it("reports a sign-in page as one, and accepts JSON whatever its content type", async () => {
    const words =
      /^Error: build service: GET http:.*\/builds\/3\/logs returned a sign-in page instead of data\. Make/;
    await rejectsAfter({ status: 203, body: "{}" }, words, listLogs);
    stage.instead(json({ value: [] }, { "content-type": "application/json; not=text/html" }));
    assert.deepEqual(await stage.runs(), []);
  });

  it("does not doubt a credential that reads other projects", async () => {
    const describe = async (reply: Reply) => {
      stage.instead(reply);
      return describeOneProject(await stage.runs().catch((error: unknown) => error));
    };
    for (const [reply, words] of [
      [{ status: 403 }, /^build service: GET http.* 403 Forbidden\. The credential reads other projects/],
      [{ status: 403 }, /other projects, but not this one\. Add its user to the project's Readers\. /],
      [error(403, { message: "VS800075: No." }), /VS800075.* does not exist, or the identity is not a m/],
      [{ status: 404 }, /404 Not Found\. Check `url_base`/],
    ] as const)
      assert.match(await describe(reply), words);
  });

  it("says what to do about a host that cannot be reached, does not respond, or is not trusted", async () => {
    const endsIn = (words: string) => (error: Error) => error.message.endsWith(words);
    const elsewhere = async (server: LoopbackServer, act: () => Promise<void>) => {
      stage.connectTo(server.address);
      await act().finally(() => server.close());
    };
    const closed = await startServer(() => ({}));
    await closed.close();
    stage.connectTo(closed.address);
    await assert.rejects(stage.runs(), endsIn(`(ECONNREFUSED) (5 tries). ${checkAddress}`));
    await elsewhere(await startServer(() => ({ ending: "hang" })), async () => {
      const reading = assert.rejects(stage.runs(), endsIn(checkAddress)).then(() => "read");
      while ((await Promise.race([reading, setImmediate("waits")])) === "waits")
        if (stage.clock.pending() > 0) stage.clock.advance(60_000);
    });
    await elsewhere(await startServer(() => ({}), await makeIdentity()), async () => {
      const words =
        /failed: DEPTH_ZERO_SELF_SIGNED_CERT\. The host's certificate is not trusted\. Make the agent trust/;
      await assert.rejects(stage.runs(), words);
    });
  });

  it("gets no token for a request that is too late", async () => {
    const authorization = () => assert.fail("a token was gotten");
    const service = clientOf(stage.sandbox.address, { authorization });
    await assert.rejects(service.logsOf(3, AbortSignal.abort(new Error("too late"))), /^Error: too late$/);
    service.dispose();
  });

  it("says which version of the API a server knows", async () => {
    const latest =
      "7.1 is out of range for this server. The latest REST API version this server supports is 6.1.";
    const preview = 'The requested version "7.1" of the resource is under preview.';
    for (const [typeKey, message, words] of [
      ["VssVersionNotSupportedException", latest, /Write `&api-version=6\.0` in `url_params`\.$/],
      ["VssInvalidPreviewVersionException", preview, /Write `&api-version=7\.0` in `url_params`\.$/],
      ["VssVersionNotSupportedException", "It has 6.1.", /Check `url_params` in the configuration\.$/],
    ] as const)
      await rejectsAfter(error(400, { typeKey, message }), words);
  });

  it("says where an identity is missing that the service does not let in", async () => {
    await rejectsAfter(error(401, { message: "TF401444: No." }), /not a user of the organization\. Add it/);
    const outside = error(404, { message: "VS800075: The project does not exist" });
    await rejectsAfter(outside, /not a member of it\. Check `project`, or add the identity/);
    await rejectsAfter(outside, /not a member of it\./, listLogs);
  });

  it("says what to do about every status", async () => {
    await rejectsAfter({ status: 404 }, /returned 404 Not Found\.$/, listLogs);
    for (const [reply, words] of [
      [error(400, {}), /Check `url_params`/],
      [error(400, { message: "TF400813: no" }), /Make a new token/],
      [error(403, {}), /Make a new token/],
      [error(404, {}), /Check `url_base`, `organization` and `project`/],
      [error(409, {}), /See its status page/],
      [error(418, {}), /See its status page/],
      [error(422, {}), /Check `url_params`/],
      [error(429, {}), /Run the monitor less often/],
      [error(500, {}), /See its status page/],
      [json({ count: 0 }), /not a list: `value` is missing or is not an array\. Check `url_base` and/],
      [{ status: 200, body: "<html>" }, /returned an HTML page instead of JSON\. Make a new token/],
      [
        json({ value: [] }, { "retry-after": "999", "x-ms-continuationtoken": "1" }),
        new RegExp(String.raw`was not sent: the service ${pauseOf(999)}\. .* Run the monitor less often`),
      ],
    ] as const)
      await rejectsAfter(reply, words);
    assert.equal(adviceOnRuns({ kind: "broken", code: "CERT_HAS_EXPIRED" }), checkAddress);
  });
});
