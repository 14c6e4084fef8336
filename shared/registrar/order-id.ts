/** Undefined for anything that does not look like an order's number. */
export function parseOrderId(id: unknown): string | number | undefined {
  if (typeof id === "number") return Number.isSafeInteger(id) ? id : undefined;
  return typeof id === "string" && /^[\w-]{1,60}$/.test(id) ? id : undefined;
}
