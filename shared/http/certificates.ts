import { existsSync, readFileSync } from "node:fs";
import { createSecureContext, rootCertificates, type SecureContext } from "node:tls";
import { messageOf } from "../errors";
import type { NetworkSettings } from "./network";

/** Thrown when the agent's certificates cannot be used, which no further try changes. */
export class UnusableCertificates extends Error {}

/**
 * What TLS connections trust and show of themselves; undefined where the agent has nothing to say about that. The
 * agent's authority is trusted beside those that Node trusts, not in their place as the library would have it: a
 * company's build service and a public chat are asked by the same agent. Throws `UnusableCertificates`.
 */
export function agentSecureContext(certificates: NetworkSettings["certificates"]): SecureContext | undefined {
  const { caFile, certFile, keyFile, passphrase } = certificates;
  // A container may lack the files of its host's agent; whether they are needed shows when a host is asked.
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
        "Configure the agent again with files that it can read (--sslcacert, --sslclientcert, --sslclientcertkey).",
    );
  }
}

/** The authorities that Node trusts by itself: its own, and those that it is told of by NODE_EXTRA_CA_CERTS. */
function nodeAuthorities(): (string | Buffer)[] {
  return [...rootCertificates, ...extraAuthorities()];
}

/** None where the file cannot be read, which Node passes over, too. */
function extraAuthorities(): Buffer[] {
  try {
    return [readFileSync(process.env["NODE_EXTRA_CA_CERTS"] ?? "")];
  } catch {
    return [];
  }
}
