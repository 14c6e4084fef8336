import { messageOf } from "../errors";
import { type HttpProblem, problemOf } from "../http/errors";
import type { Ownership } from "./registrar";

/** Interprets the status of a domain in the account. Only `ACTIVE` proves that the account holds it. */
export function ownershipByStatus(status: unknown): Ownership {
  if (status === "ACTIVE") return { kind: "owned" };
  const isWord = typeof status === "string" && /^[A-Z0-9_]{1,60}$/i.test(status);
  return { kind: "listed", status: isWord ? status : undefined };
}

/** Interprets a record, or the failure to read it. Throws if the credential is refused. */
export async function ownershipFrom(
  record: Promise<Ownership>,
  isCredentialRefused: (problem: HttpProblem) => boolean,
  isNotInAccount: (problem: HttpProblem) => boolean,
): Promise<Ownership> {
  try {
    return await record;
  } catch (error) {
    const problem = problemOf(error);
    if (isCredentialRefused(problem)) throw error;
    return isNotInAccount(problem) ? { kind: "notOwned" } : { kind: "unprovable", message: messageOf(error) };
  }
}
