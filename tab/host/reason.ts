/** The page may hand over an object of its own instead of an error. */
export function reasonOf(error: unknown): string {
  const { message }: { message?: unknown } = Object(error);
  if (typeof message === "string" && message !== "") return message;
  return typeof error === "string" && error !== "" ? error : "Azure DevOps gave no reason.";
}
