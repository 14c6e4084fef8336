import assert from "node:assert/strict";
import { adviceOnRuns, describeOneProject } from "../../../shared/azure-devops/advice";
import { readTextBody } from "../../../shared/http/body";
import { makeIdentity } from "../../sandbox/identity";
import { json, type LoopbackServer, type Reply, startServer } from "../../sandbox/loopback";
import { buildServiceStage, clientOf, fiveRuns, never } from "./build-service-stage";

describe("build service client, advice on errors", () => {
  const stage = buildServiceStage(fiveRuns);

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
    for (const reply of forms) {
      stage.instead(reply);
      await assert.rejects(stage.runs(), /GET http.*\. Make a new token\.$/, JSON.stringify(reply));
      await assert.rejects(
        stage.service.readLog(3, 5, (log) => readTextBody(log, 1000), never),
        /Make a new token\.$/,
      );
    }
  });

  it("reports a sign-in page as one, and accepts JSON whatever its content type", async () => {
    stage.instead({ status: 203, body: "{}" });
    await assert.rejects(
      stage.service.logsOf(3, never),
      /^Error: build service: GET http:.*\/builds\/3\/logs returned a sign-in page, so the credential does not work\. Make a new token\.$/,
    );
    stage.instead(json({ value: [] }, { "content-type": "application/json; not=text/html" }));
    assert.deepEqual(await stage.runs(), []);
  });

  it("does not doubt a credential that reads other projects", async () => {
    const describe = async (reply: Reply) => {
      stage.instead(reply);
      return describeOneProject(await stage.runs().catch((error: unknown) => error));
    };
    assert.match(
      await describe({ status: 403 }),
      /^build service: GET http.* returned 403 Forbidden\. The credential reads other projects, but not this one\. Add its user to the project's Readers\. /,
    );
    assert.match(
      await describe({ status: 403, body: '{"message":"VS800075: The project does not exist"}' }),
      /VS800075.* The project does not exist, or the identity is not a member of it\./,
    );
    assert.match(await describe({ status: 404 }), /404 Not Found\. Check `url_base`/);
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
    const checkAddress = "Check `url_base`, and that the agent can reach the host (proxy, firewall).";
    await assert.rejects(stage.runs(), endsIn(`(ECONNREFUSED) (5 tries). ${checkAddress}`));
    await elsewhere(await startServer(() => ({ ending: "hang" })), async () => {
      const reading = assert.rejects(stage.runs(), endsIn(checkAddress));
      let settled = false;
      void reading.finally(() => {
        settled = true;
      });
      while (!settled) {
        if (stage.clock.pending() > 0) stage.clock.advance(60_000);
        await new Promise(setImmediate);
      }
      await reading;
    });
    await elsewhere(await startServer(() => ({}), await makeIdentity()), async () => {
      await assert.rejects(
        stage.runs(),
        /failed: DEPTH_ZERO_SELF_SIGNED_CERT\. The host's certificate is not trusted. Make the agent trust the authority that issued it, with `--sslcacert` or `NODE_EXTRA_CA_CERTS`\.$/,
      );
    });
  });

  it("gets no token for a request that is too late", async () => {
    const authorization = () => assert.fail("a token was gotten");
    const service = clientOf(stage.sandbox.address, { authorization });
    await assert.rejects(service.logsOf(3, AbortSignal.abort(new Error("too late"))), /^Error: too late$/);
    service.dispose();
  });

  it("says which version of the API a server knows", async () => {
    const refuse = (typeKey: string, message: string) =>
      stage.instead({ ...json({ typeKey, message }), status: 400 });
    refuse(
      "VssVersionNotSupportedException",
      "The requested REST API version of 7.1 is out of range for this server. The latest REST API version this server supports is 6.1.",
    );
    await assert.rejects(stage.runs(), /Write `&api-version=6\.0` in `url_params`\.$/);
    refuse(
      "VssInvalidPreviewVersionException",
      'The requested version "7.1" of the resource is under preview.',
    );
    await assert.rejects(stage.runs(), /Write `&api-version=7\.0` in `url_params`\.$/);
    refuse("VssVersionNotSupportedException", "Another server supports 6.1.");
    await assert.rejects(stage.runs(), /Check `url_params` in the configuration\.$/);
  });

  it("says where an identity is missing that the service does not let in", async () => {
    stage.instead({ ...json({ message: "TF401444: Please sign-in at least once" }), status: 401 });
    await assert.rejects(stage.runs(), /not a user of the organization\. Add it/);
    stage.instead({ ...json({ message: "VS800075: The project does not exist" }), status: 404 });
    await assert.rejects(stage.runs(), /not a member of it\. Check `project`, or add the identity/);
    await assert.rejects(stage.service.logsOf(3, never), /not a member of it\./);
  });

  it("says what to do about every status", async () => {
    const advice: [number, RegExp][] = [
      [400, /Check `url_params`/],
      [403, /Make a new token/],
      [404, /Check `url_base`, `organization` and `project`/],
      [409, /See its status page/],
      [418, /See its status page/],
      [422, /Check `url_params`/],
      [429, /Run the monitor less often/],
      [500, /See its status page/],
    ];
    for (const [status, words] of advice) {
      stage.instead({ status, body: "{}" });
      await assert.rejects(stage.runs(), words);
    }
    stage.instead({ ...json({ message: "TF400813: no" }), status: 400 });
    await assert.rejects(stage.runs(), /Make a new token/);
    stage.instead({ status: 404 });
    await assert.rejects(stage.service.logsOf(3, never), /returned 404 Not Found\.$/);
    stage.instead(json({ count: 0 }));
    await assert.rejects(
      stage.runs(),
      /returned JSON that is not a list: `value` is missing or is not an array\. Check `url_base` and the agent's proxy/,
    );
    stage.instead({ status: 200, body: "<html>" });
    await assert.rejects(stage.runs(), /returned an HTML page instead of JSON\. Make a new token/);
    const broken = adviceOnRuns({ kind: "broken", code: "CERT_HAS_EXPIRED" });
    assert.equal(broken, "Check `url_base`, and that the agent can reach the host (proxy, firewall).");
    stage.instead(json({ value: [] }, { "retry-after": "999", "x-ms-continuationtoken": "1" }));
    await assert.rejects(
      stage.runs(),
      /was not sent: the service asked for a pause of 999 s\. .* Run the monitor less often/,
    );
  });
});
