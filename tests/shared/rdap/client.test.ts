import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRdap } from "../../../shared/rdap/client";
import { findServer, parseServers } from "../../../shared/rdap/servers";
import { noNetworkSettings } from "../../memory-agent";
import { json, type Reply, startServer } from "../../sandbox/loopback";
import { expiringRecord, type SandboxRdap, startRdap } from "../../sandbox/rdap";
import { temporaryFolder } from "../../temporary-folder";
import { testClock } from "../../test-clock";

const domain = "example.org";
const now = Date.UTC(2026, 10, 20, 3);
const day = 24 * 3600 * 1000;
const never = new AbortController().signal;

describe("RDAP client", () => {
  const folder = temporaryFolder();
  let sandbox: SandboxRdap;
  let warnings: string[];
  beforeEach(async () => {
    warnings = [];
    sandbox = await startRdap({ [domain]: expiringRecord(now - 10 * day, 5) }, () => now);
  });
  afterEach(() => sandbox.close());

  const lookUp = (
    name = domain,
    changes: Partial<Parameters<typeof createRdap>[0]> = {},
    startsAt = now,
    signal = never,
  ) =>
    createRdap({
      server: undefined,
      networkFor: () => noNetworkSettings,
      clock: testClock({ startsAt, passes: (milliseconds) => ![10_000, 15_000].includes(milliseconds) }),
      cacheFolder: folder(),
      listUrl: sandbox.listUrl,
      warn: (text) => void warnings.push(text),
      ...changes,
    }).lookUp(name, signal);
  const fail = (reply: Reply, path = /./) =>
    void sandbox.faults.push({ when: (request) => path.test(request.path), reply });

  it("finds the registry in IANA's list, and the record there", async () => {
    const found = await lookUp();
    assert.ok(found.kind === "found");
    assert.deepEqual(found.record.statuses, ["redemption period", "pending delete"]);
    assert.equal(found.record.expiresAt, now - 10 * day);
    assert.deepEqual([sandbox.asked(), warnings], [{ list: 1, records: 1 }, []]);
  });

  it("says so when the registry has no such domain, or IANA no such registry", async () => {
    assert.deepEqual(await lookUp("other.org"), { kind: "absent" });
    assert.deepEqual(await lookUp("example.zz"), {
      kind: "unreadable",
      message: "The registry of .zz publishes no records by RDAP.",
    });
  });

  it("keeps IANA's list for a week", async () => {
    await lookUp();
    await lookUp(domain, {}, now + 6 * day);
    assert.equal(sandbox.asked().list, 1);
    await lookUp(domain, {}, now + 8 * day);
    assert.equal(sandbox.asked().list, 2);
  });

  it("uses an old list if IANA's cannot be read, and the package's own if there is none, with a warning", async () => {
    await lookUp();
    fail({ status: 503 }, /dns\.json$/);
    assert.equal((await lookUp(domain, {}, now + 30 * day)).kind, "found");
    assert.deepEqual(warnings, []);
    await lookUp("example.zz", { cacheFolder: "" });
    assert.match(
      warnings.join(),
      /^Could not read IANA's list of RDAP servers, so the task uses its own\. list of RDAP servers: GET .* returned 503/,
    );
    await lookUp("example.zz", { cacheFolder: "" }, now + 1000 * day);
    assert.match(warnings[1] ?? "", /It is from 2026-\d\d-\d\d: update the extension\./);
  });

  it("survives a cache that holds something else, or that cannot be written", async () => {
    writeFileSync(join(folder(), "rdap-servers.json"), "{");
    assert.equal((await lookUp()).kind, "found");
    assert.ok(JSON.parse(readFileSync(join(folder(), "rdap-servers.json"), "utf8")).readAt > 0);
    writeFileSync(join(folder(), "file"), "");
    assert.equal((await lookUp(domain, { cacheFolder: join(folder(), "file") })).kind, "found");
  });

  it("asks a server of one's own without IANA's list", async () => {
    assert.equal((await lookUp(domain, { server: sandbox.server })).kind, "found");
    assert.deepEqual(sandbox.asked(), { list: 0, records: 1 });
  });

  it("follows a redirect to another host, but not to one without https", async () => {
    const other = await startServer(() => ({ status: 302, headers: { location: sandbox.server.href } }));
    const redirected = await startServer(({ path }) => ({
      status: 301,
      headers: { location: new URL(path.slice(1), sandbox.address).href },
    }));
    try {
      const server = new URL("registry/", redirected.address);
      assert.equal((await lookUp(domain, { server })).kind, "found");
      fail({ status: 302, headers: { location: "http://registry.example/" } }, /\/domain\//);
      const plain = await lookUp(domain, { server: sandbox.server });
      assert.match(
        plain.kind === "unreadable" ? plain.message : "",
        /redirect to http:\/\/registry\.example/,
      );
    } finally {
      await other.close();
      await redirected.close();
    }
  });

  const replies: [string, Reply, RegExp][] = [
    ["a page", { body: "<html>", headers: { "content-type": "text/html" } }, /returned an HTML page/],
    ["a record of another domain", json({ objectClassName: "domain", ldhName: "a.org" }), /another domain/],
    ["too much", { body: Buffer.alloc(2 * 1024 * 1024, " ") }, /more than/],
    ["429", { status: 429, headers: { "retry-after": "400" } }, /429 .* asked for a pause of 400 s/],
    ["503", { status: 503 }, /returned 503/],
    ["a reset", { ending: "reset" }, /the connection was closed/],
  ];
  for (const [what, reply, message] of replies)
    it(`knows nothing after ${what}, says why, and asks once`, async () => {
      fail(reply, /\/domain\//);
      const found = await lookUp();
      assert.match(found.kind === "unreadable" ? found.message : "", message);
      assert.equal(sandbox.asked().records, 1);
    });

  it("rejects with the reason when it is aborted", async () => {
    const stopped = AbortSignal.abort(new Error("stop"));
    await assert.rejects(lookUp(domain, {}, now, stopped), /stop/);
    await assert.rejects(lookUp(domain, { server: sandbox.server }, now, stopped), /stop/);
  });
});

describe("list of RDAP servers", () => {
  const list = (services: unknown) => ({ version: "1.0", publication: "2026-11-20T00:00:00Z", services });

  it("takes the first secure URL, and ends it with a slash", () => {
    const servers = parseServers(
      list([
        [
          ["COM", "net"],
          ["http://a.example/", "https://b.example/x"],
        ],
      ]),
    );
    assert.equal(findServer(servers, "example.com"), "https://b.example/x/");
    assert.equal(findServer(servers, "example.co.net"), "https://b.example/x/");
    assert.equal(servers.published, "2026-11-20");
  });

  it("knows no server for a domain without one, whatever it is called", () => {
    const servers = parseServers(list([[["com"], ["ftp://a.example/"]]]));
    for (const name of ["example.com", "example.constructor", "example.__proto__", "com"])
      assert.equal(findServer(servers, name), undefined);
  });

  it("is refused if it has another form", () => {
    for (const other of [null, [], {}, list("x"), list([["com"]]), { publication: "x", services: [] }])
      assert.throws(() => parseServers(other), /not a list of RDAP servers/);
  });
});
