import { createHash } from "node:crypto";

/** A ledger has fingerprints in place of webhooks and keys, because everybody who sees the run can read it. */
export function fingerprint(parts: readonly (string | number)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
}
