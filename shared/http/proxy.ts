import { getProxyForUrl } from "proxy-from-env";
import { InputErrors } from "../errors";

/** A proxy and who it is asked for by; empty where there is none. */
export interface ProxySettings {
  proxyUrl: string;
  proxyUsername: string;
  proxyPassword: string;
}

/** No proxy at all. */
export const noProxy: ProxySettings = { proxyUrl: "", proxyUsername: "", proxyPassword: "" };

/** The proxy that HTTPS_PROXY, HTTP_PROXY and NO_PROXY name for an address; its password is handed to `keepSecret`. */
export function environmentProxy(url: URL, keepSecret: (value: string) => void): ProxySettings {
  const named = getProxyForUrl(url.href);
  if (named === "") return noProxy;
  const proxy = readProxy(named);
  keepSecret(proxy.proxyPassword);
  return proxy;
}

function readProxy(named: string): ProxySettings {
  try {
    const { protocol, origin, username, password } = new URL(named);
    if (["http:", "https:"].includes(protocol))
      return {
        proxyUrl: origin,
        proxyUsername: decodeURIComponent(username),
        proxyPassword: decodeURIComponent(password),
      };
  } catch {
    // The problem that follows is the same for all that is no such address, and shows nothing of it.
  }
  throw new InputErrors([
    "HTTPS_PROXY, HTTP_PROXY: expected an address such as http://user:password@host:port",
  ]);
}
