import { HttpError } from "../../../shared/http/errors";

/** The error of a request that a service answered with a status. */
export function refusal(status: number, request = "GET"): HttpError {
  const said = { serviceCode: "", serviceMessage: "", retryAfterSeconds: undefined, redirectsTo: undefined };
  return new HttpError(request, { kind: "status", status, ...said }, 1, "");
}
