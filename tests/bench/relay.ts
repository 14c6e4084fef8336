import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { machineMilliseconds } from "./scenario";
import { sampleOf } from "./statistics";

/**
 * Listens on loopback and passes on what comes to another port, as over a network with that round trip: half of it each
 * way, and a whole one before a new connection carries anything. Returns its port.
 */
export async function startRelay(port: number, roundTripMilliseconds: number): Promise<number> {
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const madeAt = machineMilliseconds() + roundTripMilliseconds;
    const service = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    carry(client, service, roundTripMilliseconds / 2, madeAt);
    carry(service, client, roundTripMilliseconds / 2, madeAt);
  });
  return listen(server);
}

/** Passes on what one side sends, and its end, in order. Nothing leaves before the connection is made. */
function carry(from: Socket, to: Socket, delayMilliseconds: number, madeAt: number): void {
  const under: (() => void)[] = [];
  const later = (act: () => void) => {
    const now = machineMilliseconds();
    under.push(act);
    // Timers may change places by a millisecond, bytes must not.
    setTimeout(() => under.shift()?.(), Math.max(now, madeAt) + delayMilliseconds - now);
  };
  from.on("data", (chunk) => later(() => to.write(chunk)));
  from.on("end", () => later(() => to.end()));
  from.on("error", () => undefined);
  from.on("close", () => later(() => to.destroy()));
}

/** Measures the round trip through such a relay, in milliseconds: the median of some. */
export async function measureRoundTrip(roundTripMilliseconds: number): Promise<number> {
  const echo = createServer((socket) => socket.pipe(socket));
  const relayPort = await startRelay(await listen(echo), roundTripMilliseconds);
  const socket = connect(relayPort, "127.0.0.1");
  await pause(2 * roundTripMilliseconds);
  const trips: number[] = [];
  for (let count = 0; count < 9; count++) {
    const sentAt = machineMilliseconds();
    socket.write("ping");
    await once(socket, "data");
    trips.push(machineMilliseconds() - sentAt);
  }
  socket.destroy();
  return sampleOf(trips).median;
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("the server is bound to no port");
  return bound.port;
}
