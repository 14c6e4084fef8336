import assert from "node:assert/strict";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { type Reader, startReader } from "../demo/reader";
import { json, type LoopbackServer, startServer } from "../sandbox/loopback";

describe("reader of an organization", () => {
  let [organization, reader]: [LoopbackServer?, Reader?] = [];
  beforeEach(async () => {
    let nth = 0;
    organization = await startServer(({ target }) =>
      target.includes("missing") ? { status: 404, body: "none" } : json({ target, nth: ++nth }),
    );
    reader = await startReader(new URL("contoso/", organization.address));
  });
  afterEach(() => Promise.all([organization?.close(), reader?.close()]));

  /** Sends a request as a task does that is led to the reader. The path need not be one of a URL. */
  async function send(path: string, method = "GET"): Promise<{ status: number | undefined; body: string }> {
    const headers = { authorization: "Basic Onh4" };
    const sent = request({ host: "127.0.0.1", port: reader?.port, path, method, headers });
    const answered = new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      sent.once("error", reject).once("response", (response) => {
        void text(response).then((body) => resolve({ status: response.statusCode, body }));
      });
    });
    sent.end(method === "POST" ? "{}" : undefined);
    return answered;
  }

  it("passes on what reads the organization, with its credential and its answer", async () => {
    const target = "/contoso/Night%20Shift/_apis/build/builds?minTime=2026-11-20T02:18:30Z";
    assert.deepEqual(await send(target), { status: 200, body: JSON.stringify({ target, nth: 1 }) });
    assert.equal(organization?.requests[0]?.headers.authorization, "Basic Onh4");
    assert.deepEqual(await send("/contoso/missing"), { status: 404, body: "none" });
    assert.equal(reader?.count(), 2);
  });

  it("refuses everything else: other methods, hosts and organizations", async () => {
    for (const [path, method] of [
      ["/contoso/Shop/_apis/build/builds", "POST"],
      ["/contoso/Shop/_apis/build/builds/1/tags/x", "PUT"],
      ["/contoso/Shop/_apis/build/builds/1", "PATCH"],
      ["/contoso/Shop/_apis/build/builds/1", "DELETE"],
      ["/hooks/secret", "POST"],
      ["/fabrikam/Shop/_apis/build/builds", "GET"],
      ["/contoso-evil/Shop", "GET"],
      ["/contoso/../fabrikam", "GET"],
      ["//evil.example/contoso/", "GET"],
    ] as const)
      assert.equal((await send(path, method)).status, 403, `${method} ${path}`);
    assert.deepEqual(organization?.requests, []);
  });

  it("knows no last report of a monitor that has no pipeline yet", async () => {
    const { body } = await send("/contoso/Shop/_apis/build/builds?definitions=0&tagFilters=x");
    assert.deepEqual([body, organization?.requests], ['{"count":0,"value":[]}', []]);
  });

  it("repeats the response of the nearest time, and asks for what it does not know", async () => {
    const list = (minTime: string) => `/contoso/Shop/_apis/build/builds?minTime=${minTime}&api-version=7.1`;
    const [day, hour] = [await send(list("2026-11-19T03:19:00Z")), await send(list("2026-11-20T02:18:30Z"))];
    const changed = await send(list("2026-11-20T02:18:30Z"));
    assert.notEqual(changed.body, hour.body, "repeats too soon");
    reader?.repeat();
    assert.deepEqual(await send(list("2026-11-20T02:18:33Z")), hour);
    assert.deepEqual(await send(list("2026-11-19T03:19:04Z")), day);
    assert.equal(reader?.count(), 3);
    await send("/contoso/Shop/_apis/build/builds/7/logs");
    assert.equal(reader?.count(), 4);
  });

  it("says why the organization cannot be reached", async () => {
    await organization?.close();
    const { status, body } = await send("/contoso/Shop/_apis/build/builds");
    // No task tries that again.
    assert.equal(status, 400);
    assert.match(body, /"message":".*ECONNREFUSED/);
    assert.match(reader?.unreachable() ?? "", /ECONNREFUSED/);
    organization = undefined;
  });
});
