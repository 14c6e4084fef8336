import type { Text } from "../../../shared/chat/message";
import type { builtInCauses } from "./built-in";

/** The service does not tell which of them it was. */
const refusals = {
  approval: "rejected or expired",
  "manual validation": "rejected or expired",
  check: "failed or expired",
  lock: "not obtained",
};

export type Cause =
  | { kind: "lostAgent"; agent: string }
  | { kind: "timeOut" }
  /** `isCertain` is true if a line says so, and false if it is only likely. */
  | { kind: "cancelled"; isCertain: boolean }
  | { kind: "noSpace" }
  /** A stage did not begin, because people or checks did not let it. */
  | { kind: "refused"; what: keyof typeof refusals; stage: string }
  /** Nothing says why. */
  | { kind: "failedPart"; part: "step" | "job" | "stage"; name: string }
  | { kind: "undefinedVariable"; variable: string }
  | { kind: (typeof builtInCauses)[number]["kind"]; name: string }
  /** The configuration names it. */
  | { kind: "knownIssue"; name: string };

/** Begins in lower case and has no full stop. */
export function causeName(cause: Cause): Text[] {
  switch (cause.kind) {
    case "lostAgent":
      return cause.agent === ""
        ? [{ words: "agent lost" }]
        : [{ words: "agent " }, { name: cause.agent }, { words: " lost" }];
    case "timeOut":
      return [{ words: "time-out" }];
    case "cancelled":
      return [{ words: `canceled${byWhom(cause)}` }];
    case "noSpace":
      return [{ words: "no space left" }];
    case "refused": {
      const ofStage = cause.stage === "" ? [] : [{ words: " of stage " }, { name: cause.stage }];
      return [{ words: cause.what }, ...ofStage, { words: ` ${refusals[cause.what]}` }];
    }
    case "failedPart":
      return [{ words: `${cause.part} ` }, { name: cause.name }, { words: " failed" }];
    case "undefinedVariable":
      return [{ words: "variable " }, { name: cause.variable }, { words: " is not defined" }];
    case "knownIssue":
      return [{ name: cause.name }];
    default:
      return [{ words: cause.name }];
  }
}

/** Follows that a run was canceled. */
export function byWhom({ isCertain }: { isCertain: boolean }): string {
  return isCertain ? " by a person" : ", probably by a person";
}

/** The name of a cause, and what to do. */
export function causeParts(cause: Cause): Text[] {
  if (cause.kind !== "undefinedVariable") return causeName(cause);
  const advice = " seems to be undefined: check the indentation of variables in the pipeline definition";
  return [{ words: "variable " }, { name: cause.variable }, { words: advice }];
}

/** A failure that the team has named. */
export interface KnownIssue {
  contains: string;
  name: string;
  /** Whether the failed jobs may be run again once. */
  mayRetry: boolean;
  /** In place of those of the pipeline; undefined if they stay. */
  owner: string | undefined;
  runbook: URL | undefined;
}
