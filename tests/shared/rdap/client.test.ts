import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundledServers } from "../../../shared/rdap/bundled-servers";
import { lookUp } from "../../../shared/rdap/client";
import { findRegistry, parseServers } from "../../../shared/rdap/servers";
import { memoryAgent } from "../../memory-agent";
import { json, type Reply, startServer } from "../../sandbox/loopback";
import { expiringRecord, type SandboxRdap, startRdap } from "../../sandbox/rdap";
import { pauseOf } from "../../sentences";
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

  /** Looks a domain up on an agent that keeps IANA's list in `folder`. */
  const look = (
    name = domain,
    changes: { server?: URL; tools?: string; at?: number; signal?: AbortSignal; passes?: boolean } = {},
  ) => {
    const { server, tools = folder(), at = now, signal = never, passes = false } = changes;
    const agent = memoryAgent({ variables: { "Agent.ToolsDirectory": tools } });
    agent.warn = (text) => void warnings.push(text);
    const clock = testClock({ startsAt: at, passes: (wait) => passes || ![10_000, 15_000].includes(wait) });
    return lookUp(name, { agent, clock, cancelled: signal }, server, sandbox.listUrl);
  };
  const fail = (reply: Reply, path = /./) =>
    void sandbox.faults.push({ when: (request) => path.test(request.path), reply });

  it("finds the registry in IANA's list, and the record there", async () => {
    const dates = { registeredAt: now - 375 * day, expiresAt: now - 10 * day, changedAt: undefined };
    const seen = { ...dates, statuses: ["redemptionPeriod", "pendingDelete"] };
    assert.deepEqual(await look(), { seen, problem: "" });
    assert.deepEqual([sandbox.asked(), warnings], [{ list: 1, records: 1 }, []]);
  });

  it("says so when the registry has no such domain, or IANA no such registry", async () => {
    assert.deepEqual(await look("other.org"), { seen: { doubt: "" }, problem: "" });
    const problem = "The registry of .zz publishes no records by RDAP.";
    assert.deepEqual(await look("example.zz"), { seen: undefined, problem });
  });

  it("takes a 404 as proof only from the registry of exactly the ending below which the name lies", async () => {
    const doubt = async (...args: Parameters<typeof look>) => {
      const { seen } = await look(...args);
      return seen !== undefined && "doubt" in seen ? seen.doubt : assert.fail("there is a record");
    };
    const registrar = await startServer(() => ({ ...json({ errorCode: 404 }), status: 404 }));
    try {
      assert.equal(await doubt("other.org"), "");
      const deep =
        "It is the registry of .org that responded, which may not know the names below example.org.";
      assert.equal(await doubt("www.example.org"), deep);
      const own = "Only the registry knows that, and `rdapUrl` may lead to another server.";
      assert.equal(await doubt("other.org", { server: sandbox.server }), own);
      fail({ status: 302, headers: { location: registrar.address.href } }, /other/);
      const passedOn = `It is not the registry of .org that responded, but ${registrar.address.host}.`;
      assert.equal(await doubt("other.org"), passedOn);
    } finally {
      await registrar.close();
    }
  });

  it("tells what a 404 says, and takes one without RDAP's own form as none", async () => {
    fail({ ...json({ errorCode: 404, title: "Name is reserved" }), status: 404 }, /reserved/);
    assert.deepEqual(await look("reserved.org"), {
      seen: { doubt: 'The server says: "Name is reserved".' },
      problem: "",
    });
    fail({ status: 404, body: "404 page not found" }, /domain/);
    const { seen, problem } = await look("other.org");
    assert.equal(seen, undefined);
    assert.match(
      problem,
      /domain\/other\.org returned 404 without an error of RDAP, so it may come from something else/,
    );
  });

  it("keeps IANA's list for a week", async () => {
    const lists: number[] = [];
    // In the end, it turns out that the date of the machine was wrong.
    for (const at of [now, now, now + 7 * day - 1, now + 7 * day, now]) {
      await look(domain, { at });
      lists.push(sandbox.asked().list);
    }
    assert.deepEqual(lists, [1, 1, 1, 2, 3]);
  });

  it("uses an old list if IANA's cannot be read, and the package's own if there is none, with a warning", async () => {
    await look();
    fail({ status: 503 }, /dns\.json$/);
    assert.ok((await look(domain, { at: now + 30 * day })).seen);
    assert.deepEqual(warnings, []);
    await look("example.zz", { tools: "" });
    const own = "Could not read IANA's list of RDAP servers, so the task uses its own.";
    const why = `list of RDAP servers: GET ${sandbox.listUrl} returned 503 Service Unavailable.`;
    assert.deepEqual(warnings, [`${own} ${why}`]);
    await look("example.zz", { tools: "", at: now + 1000 * day });
    const { published } = bundledServers;
    assert.equal(warnings[1], `${own} It is from ${published}: update the extension. ${why}`);
  });

  it("keeps nothing without a folder for tools", async () => {
    await look(domain, { tools: "" });
    const left = ["pipeline-keeper", `.${process.pid}`].filter((name) => existsSync(name));
    assert.deepEqual(left, []);
  });

  it("survives a cache that holds something else, or that cannot be written", async () => {
    mkdirSync(join(folder(), "pipeline-keeper"));
    const cache = join(folder(), "pipeline-keeper", "rdap-servers.json");
    writeFileSync(cache, "{");
    assert.ok((await look()).seen);
    assert.ok(JSON.parse(readFileSync(cache, "utf8")).readAt > 0);
    writeFileSync(join(folder(), "file"), "");
    assert.ok((await look(domain, { tools: join(folder(), "file") })).seen);
  });

  it("asks a server of one's own without IANA's list", async () => {
    assert.ok((await look(domain, { server: sandbox.server })).seen);
    assert.deepEqual(sandbox.asked(), { list: 0, records: 1 });
  });

  it("follows a redirect to another host, but not to one without https", async () => {
    const redirected = await startServer(({ path }) => ({
      status: 301,
      headers: { location: new URL(path.slice(1), sandbox.address).href },
    }));
    try {
      const server = new URL("registry/", redirected.address);
      assert.ok((await look(domain, { server })).seen);
      fail({ status: 302, headers: { location: "http://registry.example/" } }, /\/domain\//);
      const plain = await look(domain, { server: sandbox.server });
      assert.match(plain.problem, /redirect to http:\/\/registry\.example/);
    } finally {
      await redirected.close();
    }
  });

  const broke = "failed: the connection was closed before the response was complete (ECONNRESET).";
  const unreachable = "Check that the agent can reach it (proxy, firewall), or set `rdapUrl`.";
  const replies: [string, Reply, RegExp | string][] = [
    ["a page", { body: "<html>", headers: { "content-type": "text/html" } }, /returned an HTML page/],
    ["a record of another domain", json({ objectClassName: "domain", ldhName: "a.org" }), /another domain/],
    ["too much", { body: Buffer.alloc(2 * 1024 * 1024, " ") }, /more than/],
    ["429", { status: 429, headers: { "retry-after": "400" } }, new RegExp(`429 .* ${pauseOf(400)}`)],
    ["503", { status: 503 }, "returned 503 Service Unavailable."],
    ["a reset", { ending: "reset" }, `${broke} ${unreachable}`],
  ];
  for (const [what, reply, message] of replies)
    it(`knows nothing after ${what}, says why, and asks once`, async () => {
      fail(reply, /\/domain\//);
      const { seen, problem } = await look();
      assert.equal(seen, undefined);
      if (typeof message !== "string") assert.match(problem, message);
      else assert.equal(problem, `public record: GET ${sandbox.server}domain/${domain} ${message}`);
      assert.equal(sandbox.asked().records, 1);
    });

  it("says what to check if the registry refuses connections, or does not respond", async () => {
    const closed = await startServer(() => ({}));
    await closed.close();
    const refused = `failed: the connection was refused (ECONNREFUSED). ${unreachable}`;
    const late = `timed out after 10 s. ${unreachable}`;
    for (const server of [closed.address, sandbox.server]) {
      const isSilent = server === sandbox.server;
      const { problem } = await look(domain, { server, passes: isSilent });
      assert.equal(problem, `public record: GET ${server}domain/${domain} ${isSilent ? late : refused}`);
    }
  });

  it("rejects with the reason when it is aborted", async () => {
    const stopped = AbortSignal.abort(new Error("stop"));
    await assert.rejects(look(domain, { signal: stopped }), /stop/);
    await assert.rejects(look(domain, { server: sandbox.server, signal: stopped }), /stop/);
  });
});

describe("list of RDAP servers", () => {
  const list = (services: unknown) => ({ version: "1.0", publication: "2026-11-20T00:00:00Z", services });

  it("takes the first secure URL, and ends it with a slash", () => {
    const two = [
      ["COM", "net"],
      ["http://a.example/", "https://b.example/x"],
    ];
    const servers = parseServers(list([two, [["org"], ["https://c.example/"]]]));
    const [b, c] = ["https://b.example/x/", "https://c.example/"];
    assert.deepEqual(servers, { published: "2026-11-20", servers: { com: b, net: b, org: c } });
    assert.deepEqual(findRegistry(servers, "example.com"), { ending: "com", server: b });
    assert.deepEqual(findRegistry(servers, "example.co.net"), { ending: "net", server: b });
  });

  it("has the registry of the longest ending of a domain, which is never the domain itself", () => {
    const [uk, coUk] = ["https://a.example/", "https://b.example/"];
    const servers = parseServers(
      list([
        [["uk"], [uk]],
        [["co.uk"], [coUk]],
      ]),
    );
    for (const [name, ending, server] of [
      ["a.co.uk", "co.uk", coUk],
      ["www.a.co.uk", "co.uk", coUk],
      ["a.org.uk", "uk", uk],
      ["co.uk", "uk", uk],
    ] as const)
      assert.deepEqual(findRegistry(servers, name), { ending, server });
  });

  it("knows no server for a domain without one, whatever it is called", () => {
    const servers = parseServers(list([[["com"], ["ftp://a.example/"]]]));
    for (const name of ["example.com", "example.constructor", "example.__proto__", "com"])
      assert.equal(findRegistry(servers, name), undefined);
  });

  it("is refused if it has another form", () => {
    const undated = { publication: "x2026-11-20", services: [] };
    for (const other of [null, [], {}, list("x"), list([["com"]]), undated])
      assert.throws(() => parseServers(other), /not a list of RDAP servers/);
  });
});
