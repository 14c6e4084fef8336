import { existsSync, readFileSync } from "node:fs";
import { createSecureContext, rootCertificates, type SecureContext } from "node:tls";
import { getProxyForUrl } from "proxy-from-env";
import { InputErrors, messageOf } from "../errors";
import type { Sanitize } from "../text/sanitize";
import { UnusableCertificates } from "./errors";

/** How requests reach the network from this agent. Empty texts stand for what is not set. */
export interface NetworkSettings {
  proxy: { proxyUrl: string; proxyUsername: string; proxyPassword: string };
  certificates: { caFile: string; certFile: string; keyFile: string; passphrase: string };
  /** Prepares every text of a service before it is shown, posted or kept. */
  sanitize: Sanitize;
}

export const noProxy: NetworkSettings["proxy"] = { proxyUrl: "", proxyUsername: "", proxyPassword: "" };

export function noNetworkSettings(sanitize: Sanitize): NetworkSettings {
  const certificates = { caFile: "", certFile: "", keyFile: "", passphrase: "" };
  return { proxy: noProxy, certificates, sanitize };
}

/** Passes the password to `keepSecret`. */
export function environmentProxy(url: URL, keepSecret: (value: string) => void): NetworkSettings["proxy"] {
  const value = getProxyForUrl(url.href);
  if (value === "") return noProxy;
  const proxy = parseProxy(value);
  keepSecret(proxy.proxyPassword);
  return proxy;
}

function parseProxy(value: string): NetworkSettings["proxy"] {
  try {
    const { protocol, origin, username, password } = new URL(value);
    if (["http:", "https:"].includes(protocol))
      return {
        proxyUrl: origin,
        proxyUsername: decodeURIComponent(username),
        proxyPassword: decodeURIComponent(password),
      };
  } catch {
    // The error below is the same for everything that is not a proxy URL. It does not show the value.
  }
  throw new InputErrors(["HTTPS_PROXY, HTTP_PROXY: expected a URL such as http://user:password@host:port"]);
}

/** The last one made: to trust all authorities takes longer than a request, and all clients of a step need the same. */
let made: { from: string; context: SecureContext } | undefined;

/**
 * Undefined if the agent has none. Trusts its certificate authority in addition to Node's, because the same agent
 * reaches a company's build service and a public chat. Throws `UnusableCertificates`.
 */
export function agentSecureContext(certificates: NetworkSettings["certificates"]): SecureContext | undefined {
  const { caFile, certFile, keyFile, passphrase } = certificates;
  // In a container, files of the host's agent may be missing. A request fails if they are needed.
  const [ca, cert, key] = [caFile, certFile, keyFile].map((path) => (existsSync(path) ? path : undefined));
  if (ca === undefined && cert === undefined) return undefined;
  try {
    const own = {
      ...(ca === undefined ? {} : { ca: [...furtherAuthorities(), readFileSync(ca, "utf8")] }),
      ...(cert === undefined ? {} : { cert: readFileSync(cert, "utf8") }),
      ...(key === undefined ? {} : { key: readFileSync(key, "utf8"), passphrase }),
    };
    const from = JSON.stringify(own);
    if (made?.from !== from) {
      const all = own.ca === undefined ? own : { ...own, ca: [...rootCertificates, ...own.ca] };
      made = { from, context: createSecureContext(all) };
    }
    return made.context;
  } catch (error) {
    const files = [ca, cert, key].filter((path) => path !== undefined).join(", ");
    throw new UnusableCertificates(
      `The agent's certificates cannot be used: ${files} (${messageOf(error)}). ` +
        "Configure the agent again with files that it can read " +
        "(--sslcacert, --sslclientcert, --sslclientcertkey).",
    );
  }
}

/** Those of NODE_EXTRA_CA_CERTS, which Node trusts, too. A file that cannot be read has none, as in Node. */
function furtherAuthorities(): string[] {
  try {
    return [readFileSync(process.env["NODE_EXTRA_CA_CERTS"] ?? "", "utf8")];
  } catch {
    return [];
  }
}
