import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import type { Clock } from "../clock";

/** A connection that is made before its request is known. Until then, nothing is written to it. */
export interface PreparedConnection {
  /** Takes over a socket, which may still be connecting. */
  hold(socket: Socket): void;
  /**
   * Undefined if there is none, if the service closed it, or if anything was received: no stray bytes may pass for a
   * response. It is for one request.
   */
  take(): Promise<Socket | undefined>;
  /** Closes the connection unless it was taken. */
  close(): void;
}

export function createPreparedConnection(): PreparedConnection {
  let held: Socket | undefined;
  let isClosed = false;
  const close = () => {
    isClosed = true;
    held?.destroy();
  };
  return {
    hold(socket) {
      held = socket.on("error", () => undefined);
      if (isClosed) close();
    },
    async take() {
      // Two turns include a whole round of the event loop. So whatever arrived while the process was busy, such
      // as with writing a file, is known.
      await setImmediate();
      await setImmediate();
      const socket = held;
      if (socket === undefined || !isUnused(socket)) {
        close();
        return undefined;
      }
      held = undefined;
      return socket;
    },
    close,
  };
}

function isUnused(socket: Socket): boolean {
  return !socket.destroyed && socket.readable && socket.writable && socket.readableLength === 0;
}

/** Some services close a connection on which no request comes within ten seconds. */
const longestUnusedSeconds = 8;

/** Keeps connections made by `connect` until they are used, closed or too old. */
export function createPreparedConnections(connect: (url: URL) => PreparedConnection, clock: Clock) {
  let all: { connection: PreparedConnection; origin: string; madeAt: number }[] = [];
  const close = () => {
    for (const { connection } of all.splice(0)) connection.close();
  };
  return {
    /** Begins to make connections to the origin of a URL. Closes those prepared before. Never throws. */
    prepare(url: URL, count: number): void {
      close();
      const [origin, madeAt] = [url.origin, clock.now()];
      all = Array.from({ length: count }, () => ({ connection: connect(url), origin, madeAt }));
    },
    /** Undefined if there is none to that origin that is still young enough. */
    next(url: URL): PreparedConnection | undefined {
      const first = all.shift();
      if (first === undefined) return undefined;
      const isYoung = clock.now() - first.madeAt <= longestUnusedSeconds * 1000;
      if (isYoung && first.origin === url.origin) return first.connection;
      first.connection.close();
      return undefined;
    },
    close,
  };
}
