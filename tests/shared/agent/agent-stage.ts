import { resolve } from "node:path";
import { runSnippet, type SnippetOptions } from "../../sandbox/snippet";

/** The path of a compiled module of shared/agent/, as a literal in source code. */
export const modulePath = (name: string) =>
  JSON.stringify(resolve(__dirname, "..", "..", "..", "shared", "agent", name));

/** Runs source code with an agent in a separate process. */
export function withAgent(work: string, options: SnippetOptions = {}) {
  return runSnippet(
    `require(${modulePath("open-agent.js")}).openAgent(".", "first").then(async (agent) => { ${work} });`,
    options,
  );
}

/** It contains a space, so that it has another form in a URL. */
export const secret = "hunter2 secret";
/** Every form of it that must not be printed. */
export const secretForms = [
  "hunter2 secret",
  "hunter2%20secret",
  Buffer.from(secret).toString("base64"),
  Buffer.from(`:${secret}`).toString("base64"),
  "HUNTER2 SECRET",
  "68756e7465723220736563726574",
  "68756E7465723220736563726574",
  "%68%75%6e%74%65%72%32%20%73%65%63%72%65%74",
  "%68%75%6E%74%65%72%32%20%73%65%63%72%65%74",
  "\\u0068\\u0075\\u006e\\u0074\\u0065\\u0072\\u0032\\u0020\\u0073\\u0065\\u0063\\u0072\\u0065\\u0074",
  "\\u0068\\u0075\\u006E\\u0074\\u0065\\u0072\\u0032\\u0020\\u0073\\u0065\\u0063\\u0072\\u0065\\u0074",
  // Its part in longer base64, at each offset.
  "aHVudGVyMiBzZWNy",
  "bnRlcjIgc2VjcmV0",
  "dW50ZXIyIHNlY3Jl",
];

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
