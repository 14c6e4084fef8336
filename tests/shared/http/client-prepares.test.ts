import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { Socket } from "node:net";
import { createPreparedConnections } from "../../../shared/http/prepared-connections";
import type { HttpRequest } from "../../../shared/http/request";
import { listen } from "../../sandbox/listen";
import { testClock } from "../../test-clock";
import { clientStage, until } from "./client-stage";

describe("the prepared connections of a client", () => {
  const home = new URL("https://registrar.example/v1");

  /** Connections in memory; `closed` has the numbers of those that were closed. */
  function inMemory() {
    const clock = testClock();
    const closed: number[] = [];
    let made = 0;
    const connections = createPreparedConnections(() => {
      const number = ++made;
      return { take: async () => undefined, close: () => void closed.push(number) };
    }, clock);
    return { connections, clock, closed, made: () => made };
  }

  it("are as many as were asked for, each for one request to that origin", () => {
    const { connections, made } = inMemory();
    connections.prepare(home, 2);
    assert.equal(made(), 2);
    const [first, second] = [1, 2].map(() => connections.next(new URL("/other", home)));
    assert.ok(first !== undefined && second !== undefined && first !== second);
    assert.equal(connections.next(home), undefined);
  });

  it("serve no request to another origin, which would carry the credential there", () => {
    const { connections, closed } = inMemory();
    for (const other of ["http://registrar.example", "https://registrar.example:444", "https://x.example"]) {
      connections.prepare(home, 1);
      assert.equal(connections.next(new URL(other)), undefined);
    }
    assert.deepEqual(closed, [1, 2, 3]);
  });

  it("are closed instead of used when they have been unused for more than eight seconds", () => {
    const { connections, clock, closed } = inMemory();
    connections.prepare(home, 2);
    clock.advance(8000);
    assert.ok(connections.next(home));
    clock.advance(1);
    assert.equal(connections.next(home), undefined);
    assert.deepEqual(closed, [2]);
  });

  it("are closed when they are not needed, or others are prepared; a used one is not", () => {
    const { connections, closed } = inMemory();
    connections.prepare(home, 2);
    connections.next(home);
    connections.prepare(home, 1);
    assert.deepEqual(closed, [2]);
    connections.close();
    connections.close();
    assert.deepEqual(closed, [2, 3]);
  });
});

describe("a client with a prepared connection", () => {
  const stage = clientStage();
  let server: Server;
  let url: URL;
  let connections: Socket[] = [];
  let requests: Socket[] = [];
  beforeEach(async () => {
    [connections, requests] = [[], []];
    server = createServer(({ socket }, response) => {
      requests.push(socket);
      response.end("{}");
    }).on("connection", (socket) => void connections.push(socket));
    url = new URL(`http://127.0.0.1:${await listen(server)}/`);
  });
  afterEach(async () => {
    server.closeAllConnections();
    await once(server.close(), "close");
  });

  async function preparing() {
    const client = stage.client({ maxConnections: undefined });
    client.prepare(url, 1);
    await until(() => connections.length === 1);
    const send = (more: Partial<HttpRequest>) => stage.read({ url, ...more }, client);
    return { client, send, prepared: connections[0] ?? assert.fail("there is no connection") };
  }

  it("uses it for an immediate request alone", async () => {
    const { send, prepared } = await preparing();
    await send({ body: "{}" });
    await send({});
    assert.ok(!requests.includes(prepared));
    await send({ body: "{}", immediate: true });
    assert.equal(requests.at(-1), prepared);
    await send({ body: "{}", immediate: true });
    assert.equal(requests.filter((socket) => socket === prepared).length, 1);
  });

  it("closes it when it is no longer needed, and at its own end", async () => {
    for (const end of ["closePrepared", "dispose"] as const) {
      connections = [];
      const { client, prepared } = await preparing();
      client[end]();
      await until(() => prepared.destroyed);
    }
    assert.deepEqual(requests, []);
  });
});
