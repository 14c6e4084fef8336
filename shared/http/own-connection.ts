import type { ClientRequest } from "node:http";
import { Socket } from "node:net";

/** Has a connection made for a request, and hands it to `hold`. The request itself never gets it, and ends. */
export function divert(request: ClientRequest, connect: () => void, hold: (socket: Socket) => void): void {
  const end = request.onSocket.bind(request);
  request.onSocket = (socket) => {
    hold(socket);
    request.destroy();
    end(new Socket().destroy());
  };
  connect();
}

/** Resolves once TCP and TLS are done. Swallows what happens to the socket later: nobody uses it yet. */
export function whenMade(socket: Socket, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const check = () => {
      if (isConnected(socket)) resolve(socket);
    };
    const close = () => socket.destroy();
    socket.on("error", reject).on("close", () => reject(new Error("the connection was closed")));
    socket.on("connect", check).on("secureConnect", check);
    signal.addEventListener("abort", close);
    if (signal.aborted) close();
    else check();
  });
}

/** Ends a request by `unsent` while nothing of it can have been sent: Node holds it back until it is connected. */
export function guard(
  request: ClientRequest,
  { by, isWanted }: { by: AbortSignal | undefined; isWanted: () => boolean },
  unsent: AbortController,
): void {
  by?.addEventListener("abort", () => {
    if (!isConnected(request.socket)) unsent.abort(notSent("ETIMEDOUT"));
  });
  const check = () => {
    if (!isWanted()) unsent.abort(notSent("the response that allows it became too old while connecting"));
  };
  // Called before Node writes anything: a new connection without a tunnel only begins to be made, any other is made.
  request.once("socket", (socket) => {
    check();
    if (!isConnected(socket)) socket.once("connect", check);
  });
}

/** Whether a request with this socket may have been sent; without one, it has not. */
function isConnected(socket: Socket | null): boolean {
  return socket !== null && !socket.connecting && Reflect.get(socket, "secureConnecting") !== true;
}

/** As Node's for a connection that cannot be made: the request was certainly not sent. */
function notSent(code: string): Error {
  return Object.assign(new Error(code), { code, syscall: "connect" });
}
