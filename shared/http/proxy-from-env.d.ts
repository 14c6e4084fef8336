declare module "proxy-from-env" {
  /** The proxy for an address by HTTPS_PROXY, HTTP_PROXY and NO_PROXY; empty when there is none. */
  export function getProxyForUrl(url: string): string;
}
