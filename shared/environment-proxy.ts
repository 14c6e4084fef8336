import { getProxyForUrl } from "proxy-from-env";
import { InputFaults } from "./faults";

/** A proxy and who it is asked for by; empty where there is none. */
export interface ProxySettings {
  proxyUrl: string;
  proxyUsername: string;
  proxyPassword: string;
}

/** No proxy at all. */
export const noProxy: ProxySettings = { proxyUrl: "", proxyUsername: "", proxyPassword: "" };

/** The proxy that HTTPS_PROXY, HTTP_PROXY and NO_PROXY name for an address; its password is handed to `keepSecret`. */
export function environmentProxy(address: URL, keepSecret: (value: string) => void): ProxySettings {
  const named = getProxyForUrl(address.href);
  if (named === "") return noProxy;
  const proxy = proxyAddress(named);
  if (proxy === undefined)
    throw new InputFaults([
      "HTTPS_PROXY, HTTP_PROXY: expected an address such as http://user:password@host:port",
    ]);
  const password = decodeURIComponent(proxy.password);
  keepSecret(password);
  return {
    proxyUrl: proxy.origin,
    proxyUsername: decodeURIComponent(proxy.username),
    proxyPassword: password,
  };
}

function proxyAddress(named: string): URL | undefined {
  try {
    const proxy = new URL(named);
    decodeURIComponent(proxy.username + proxy.password);
    return /^https?:$/.test(proxy.protocol) ? proxy : undefined;
  } catch {
    return undefined;
  }
}
