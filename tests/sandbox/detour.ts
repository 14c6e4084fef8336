import http, { type RequestOptions } from "node:http";
import https from "node:https";

/**
 * Preloaded into a packaged task: leads the requests for some path elsewhere, as a broken network or a wrong entry in
 * a name service does, so that a host refuses the connection or shows a certificate that nobody trusts.
 */
export interface Detour {
  /** A request is led elsewhere when its path matches. */
  path: string;
  /** Which of those, counted from 1; all without. */
  only?: number[];
  protocol: "http:" | "https:";
  hostname: string;
  port: number;
}

const detour: Detour = JSON.parse(process.env["SANDBOX_DETOUR"] ?? "{}");
const path = new RegExp(detour.path);
const [straight, straightTls] = [http.request, https.request];
let count = 0;

type Answered = (answer: http.IncomingMessage) => void;

const leading = (sent: typeof straight) => (options: RequestOptions, answered: Answered) => {
  if (!path.test(options.path ?? "") || !(detour.only?.includes(++count) ?? true))
    return sent(options, answered);
  const { protocol, hostname, port } = detour;
  const { agent: _, ...rest } = options;
  const elsewhere = { ...rest, protocol, hostname, host: hostname, port };
  return protocol === "https:" ? straightTls(elsewhere, answered) : straight(elsewhere, answered);
};

Object.assign(http, { request: leading(straight) });
Object.assign(https, { request: leading(straightTls) });
