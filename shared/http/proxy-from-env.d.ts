declare module "proxy-from-env" {
  /**
   * Returns the proxy for a URL according to HTTPS_PROXY, HTTP_PROXY and NO_PROXY; empty if there is none.
   */
  export function getProxyForUrl(url: string): string;
}
