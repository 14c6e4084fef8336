import type { StatusProblem } from "../../../shared/http/errors";

/** A response of this status that says nothing more, unless the test adds it. */
export const statusProblem = (status: number, more: Partial<StatusProblem> = {}): StatusProblem => ({
  ...{ kind: "status", status, redirectsTo: undefined, retryAfterSeconds: undefined },
  ...{ serviceCode: "", serviceMessage: "", ...more },
});
