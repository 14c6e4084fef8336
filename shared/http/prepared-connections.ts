import type { ClientRequest } from "node:http";
import { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import type { Clock } from "../clock";

/** A connection that is made before its request is known. Until then, nothing is written to it. */
export type PreparedConnection = ReturnType<typeof createPreparedConnection>;

/** A connection takes three round trips. One that takes longer than this may hang, while another would not. */
const patienceMilliseconds = 1000;

/**
 * Begins to make a connection, and a second one beside it if the first is not made after a second. The one that is made
 * first is used. The other is closed, and nothing was sent over it.
 */
export function createPreparedConnection(connect: (signal: AbortSignal) => Promise<Socket>, clock: Clock) {
  const begun: AbortController[] = [];
  let failures = 0;
  let [isTaken, isHandedOver] = [false, false];
  let settle: (socket: Socket | undefined) => void = () => undefined;
  const made = new Promise<Socket | undefined>((resolve) => {
    settle = resolve;
  });
  const end = (socket: Socket | undefined) => {
    cancelTimer();
    settle(socket);
  };
  const begin = () => {
    const own = new AbortController();
    begun.push(own);
    connect(own.signal).then(
      (socket) => {
        if (own.signal.aborted) return;
        end(socket);
        for (const other of begun) if (other !== own) other.abort();
      },
      () => {
        if (++failures === begun.length) end(undefined);
      },
    );
  };
  begin();
  const cancelTimer = clock.after(patienceMilliseconds, begin);
  const close = () => {
    if (isHandedOver) return;
    end(undefined);
    for (const own of begun) own.abort();
  };
  return {
    /**
     * Waits until it is made. Undefined if it cannot be made, if the service closed it, or if anything was received: no
     * stray bytes may pass for a response. It is for one request.
     */
    async take(): Promise<Socket | undefined> {
      if (isTaken) return undefined;
      isTaken = true;
      const socket = await made;
      // Two turns include a whole round of the event loop. So whatever arrived while the process was busy, such
      // as with writing a file, is known.
      await setImmediate();
      await setImmediate();
      if (socket === undefined || !isUnused(socket)) {
        close();
        return undefined;
      }
      isHandedOver = true;
      return socket;
    },
    /** Closes the connection unless it was taken, and ends the wait for it. */
    close,
  };
}

function isUnused(socket: Socket): boolean {
  return !socket.destroyed && socket.readable && socket.writable && socket.readableLength === 0;
}

/** Gives a request the prepared connection once it is made, or a new one if that cannot be used. */
export async function supply(
  request: ClientRequest,
  prepared: PreparedConnection,
  connect: () => void,
  ended: AbortSignal,
): Promise<void> {
  ended.addEventListener("abort", prepared.close);
  if (ended.aborted) prepared.close();
  const socket = await prepared.take();
  if (socket !== undefined) request.onSocket(socket);
  else if (ended.aborted) request.onSocket(new Socket().destroy());
  else connect();
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
