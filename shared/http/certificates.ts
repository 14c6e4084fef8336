import { existsSync, readFileSync } from "node:fs";
import { createSecureContext, rootCertificates, type SecureContext } from "node:tls";
import { messageOf } from "../errors";
import type { NetworkSettings } from "./network";

/** Thrown when the agent's certificates cannot be used. A retry would not help. */
export class UnusableCertificates extends Error {}

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
    return createSecureContext({
      ...(ca === undefined ? {} : { ca: [...nodeAuthorities(), readFileSync(ca)] }),
      ...(cert === undefined ? {} : { cert: readFileSync(cert) }),
      ...(key === undefined ? {} : { key: readFileSync(key), passphrase }),
    });
  } catch (error) {
    const files = [ca, cert, key].filter((path) => path !== undefined).join(", ");
    throw new UnusableCertificates(
      `The agent's certificates cannot be used: ${files} (${messageOf(error)}). ` +
        "Configure the agent again with files that it can read " +
        "(--sslcacert, --sslclientcert, --sslclientcertkey).",
    );
  }
}

/** Node's own, and those of NODE_EXTRA_CA_CERTS. */
function nodeAuthorities(): (string | Buffer)[] {
  return [...rootCertificates, ...extraAuthorities()];
}

/** None if the file cannot be read, as in Node. */
function extraAuthorities(): Buffer[] {
  try {
    return [readFileSync(process.env["NODE_EXTRA_CA_CERTS"] ?? "")];
  } catch {
    return [];
  }
}
