const proxyOf = (address: string) => `agent.network(new URL("${address}")).proxy`;
/** Source code that returns the proxies for an external and an internal URL. */
export const proxiesOf = `{ contoso: ${proxyOf("https://dev.azure.com/contoso")}, inside: ${proxyOf("http://inside.example/")} }`;
export const noProxy = { proxyUrl: "", proxyUsername: "", proxyPassword: "" };
export const noCertificates = { caFile: "", certFile: "", keyFile: "", passphrase: "" };
/** A proxy with a password, and a host that bypasses it. */
export const environmentOfAProxy = {
  HTTPS_PROXY: "http://user:hunter2%20secret@proxy:3128",
  NO_PROXY: "inside.example",
};
