import selfsigned from "selfsigned";
import type { ServerIdentity } from "./loopback";

/** A key and a certificate for 127.0.0.1, which only those trust who are given the certificate itself. */
export async function makeIdentity(): Promise<ServerIdentity> {
  const host = "127.0.0.1";
  const made = await selfsigned.generate([{ name: "commonName", value: host }], {
    keyType: "ec",
    algorithm: "sha256",
    extensions: [{ name: "subjectAltName", altNames: [{ type: 7, ip: host }] }],
  });
  return { key: made.private, cert: made.cert, host };
}

/** A company's own authority, in which only those trust who are given its certificate. */
export interface Authority {
  cert: string;
  /** A key and a certificate for a host name. */
  issue(host: string): Promise<ServerIdentity>;
}

/** Founds an authority of that name. */
export async function makeAuthority(name: string): Promise<Authority> {
  const authority = await selfsigned.generate([{ name: "commonName", value: name }], {
    keyType: "ec",
    algorithm: "sha256",
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, critical: true },
    ],
  });
  return {
    cert: authority.cert,
    async issue(host) {
      const issued = await selfsigned.generate([{ name: "commonName", value: host }], {
        keyType: "ec",
        algorithm: "sha256",
        ca: { key: authority.private, cert: authority.cert },
        extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: host }] }],
      });
      return { key: issued.private, cert: issued.cert, host };
    },
  };
}
