import selfsigned from "selfsigned";
import type { ServerIdentity } from "./loopback";

/** A key and a certificate for 127.0.0.1, which only those trust who are given the certificate itself. */
export async function makeIdentity(): Promise<ServerIdentity> {
  const made = await selfsigned.generate([{ name: "commonName", value: "127.0.0.1" }], {
    keySize: 2048,
    extensions: [{ name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] }],
  });
  return { key: made.private, cert: made.cert };
}
