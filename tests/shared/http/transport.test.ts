import assert from "node:assert/strict";
import { createTransport, type Transport } from "../../../shared/http/transport";
import { noNetworkSettings } from "../../memory-agent";
import { json, type LoopbackServer, startServer } from "../../sandbox/loopback";
import { testClock } from "../../test-clock";

describe("transport", () => {
  let server: LoopbackServer;
  let transport: Transport;
  beforeEach(async () => {
    server = await startServer(() => json({}));
    transport = createTransport(noNetworkSettings, 1, testClock());
  });
  afterEach(async () => {
    transport.dispose();
    await server.close();
  });

  const open = (signal: AbortSignal) =>
    transport.open(server.address, { headers: {}, body: undefined, signal });

  it("sends nothing when the signal has fired, and rejects with its reason", async () => {
    const reason = new Error("cancelled");
    await assert.rejects(open(AbortSignal.abort(reason)), reason);
    assert.deepEqual(server.requests, []);
  });

  for (const maxConnections of [1, undefined])
    it(`does not treat a silent service as ended (${maxConnections ?? "new"} connections)`, async () => {
      const other = createTransport(noNetworkSettings, maxConnections, testClock());
      const message = await other.open(server.address, {
        headers: {},
        body: undefined,
        signal: new AbortController().signal,
      });
      const hours = (message.socket.timeout ?? 0) / 3_600_000;
      assert.ok(hours >= 1, `ends after ${hours} hours`);
      message.resume();
      other.dispose();
    });
});
