import { messageOf } from "../errors";
import type { HttpProblem } from "../http/errors";
import type { Ownership } from "./registrar";
import { problemOf } from "./requests";

/** What the account's record of a domain says. */
export interface DomainRecord {
  /** Whether it proves that the account holds the domain. */
  owned: boolean;
  /** Undefined if the record has no status, or something that does not look like one. */
  status: string | undefined;
}

/** What the failures of one registrar mean. */
interface Failures {
  /** Whether the registrar refuses the credential, for every call. */
  isCredentialRefused: (problem: HttpProblem) => boolean;
  /** Whether the account has no record of the domain. */
  isNotInAccount: (problem: HttpProblem) => boolean;
}

/** Returns whether the account holds a domain, by its record. Throws when the credential is refused. */
export async function ownershipFrom(
  read: () => Promise<DomainRecord>,
  { isCredentialRefused, isNotInAccount }: Failures,
): Promise<Ownership> {
  try {
    const { owned, status } = await read();
    return owned ? { kind: "owned" } : { kind: "listed", status };
  } catch (error) {
    const problem = problemOf(error);
    if (isCredentialRefused(problem)) throw error;
    return isNotInAccount(problem) ? { kind: "notOwned" } : { kind: "unprovable", message: messageOf(error) };
  }
}
