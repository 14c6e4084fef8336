declare module "proxy-from-env" {
  /** Empty if HTTPS_PROXY, HTTP_PROXY and NO_PROXY name none. */
  export function getProxyForUrl(url: string): string;
}
