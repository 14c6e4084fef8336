/**
 * Returns whether the headers of a response mark it as the repeated response to an earlier request with the
 * same `Idempotency-Key`.
 */
export function isMarkedAsReplayed(header: (name: string) => string | undefined): boolean {
  return header("idempotent-replayed")?.trim().toLowerCase() === "true";
}
