import { generate } from "selfsigned";
import type { ServerIdentity } from "./loopback";

/** A key and a certificate that nobody vouches for, for a server on loopback. */
export async function selfSignedIdentity(): Promise<ServerIdentity> {
  const { private: key, cert } = await generate([{ name: "commonName", value: "127.0.0.1" }], {
    keySize: 2048,
  });
  return { key, cert };
}
