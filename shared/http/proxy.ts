import { getProxyForUrl } from "proxy-from-env";
import { InputErrors } from "../errors";

/** All empty if there is none. */
export interface ProxySettings {
  proxyUrl: string;
  proxyUsername: string;
  proxyPassword: string;
}

export const noProxy: ProxySettings = { proxyUrl: "", proxyUsername: "", proxyPassword: "" };

/** Passes the password to `keepSecret`. */
export function environmentProxy(url: URL, keepSecret: (value: string) => void): ProxySettings {
  const value = getProxyForUrl(url.href);
  if (value === "") return noProxy;
  const proxy = parseProxy(value);
  keepSecret(proxy.proxyPassword);
  return proxy;
}

function parseProxy(value: string): ProxySettings {
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
