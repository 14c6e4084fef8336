import fc from "fast-check";
import { gatewayPages } from "../../faults/gateway-pages";
import { json, type ReceivedRequest, type Reply } from "../../sandbox/loopback";

const statuses = [400, 401, 402, 403, 404, 405, 408, 409, 410, 418, 422, 429, 451, 500, 502, 503, 504];
const anyStatus = fc.oneof(fc.constantFrom(...statuses), fc.integer({ min: 300, max: 599 }));

/** The pages that people have reported. No request decides what they are. */
const reported = Object.values(gatewayPages).map(({ reply }) => {
  const nobody: ReceivedRequest = {
    ...{ method: "GET", path: "/", query: new URLSearchParams(), target: "/", headers: {}, body: "" },
    nthOnConnection: 0,
  };
  return reply?.(nobody, () => json({}), {
    closedPort: 0,
    untrusted: new URL("https://untrusted.example/"),
    otherOrigin: new URL("https://other.example/"),
  });
});

/** JSON as gateways write it. None of it names an error as a registrar does: by texts in its members. */
const anyJson = fc.record(
  {
    message: fc.constantFrom("Forbidden", "Domain is not available.", "", 403),
    code: fc.constantFrom(403, "", null, 0),
    name: fc.constantFrom("", 1),
    status: fc.constantFrom(403, "403", "error", "SUCCESS", "fail"),
    error: fc.constantFrom("Forbidden", { code: "UNAVAILABLE_DOMAIN", message: "no", name: "ApiError" }),
    fault: fc.constant({ faultstring: "Rejected", detail: { errorcode: "policy" } }),
  },
  { requiredKeys: [] },
);

/** A registrar's own error, but not as JSON. */
const mistyped = JSON.stringify({
  status: "ERROR",
  code: "UNAVAILABLE_DOMAIN",
  name: "ApiError",
  message: "no",
});

const anyBody = fc.oneof(
  anyJson.map((body) => ["application/json", JSON.stringify(body)]),
  fc.constantFrom("text/html", "text/plain", "").map((type) => [type, mistyped]),
  fc
    .tuple(
      fc.constantFrom("text/html; charset=utf-8", "text/plain", "application/json", "", "application/xml"),
      fc.oneof(fc.constantFrom("", "<html>no</html>", "null", "[]", '"no"', "403"), fc.string()),
    )
    .map(([type, body]) => [type, body]),
);

/** Words for errors that others use, too, or that no registrar uses. */
const anyWord = fc.oneof(
  fc.constantFrom(
    "900901",
    "BLOCKED",
    "Forbidden",
    "UnauthorizedError",
    "ApiError",
    "ValidationError",
    "ERROR",
  ),
  fc.constantFrom(
    "ACCESS_DENIED",
    "TOO_MANY_REQUESTS",
    "INVALID_BODY",
    "IDEMPOTENCY_CONFLICT",
    "-1073456591",
  ),
  fc.string({ minLength: 1, maxLength: 20 }),
);

/**
 * An error in a registrar's form, as API gateways, filters, frameworks and portals write it: wso2/product-integrator-mi,
 * issue 1839, is one of a gateway that refuses a request which it has passed on.
 */
const anyLookalike = fc.record(
  {
    code: anyWord,
    message: fc.constantFrom("Invalid Credentials", "Domain is not available.", "Blocked by policy"),
    name: anyWord,
    status: fc.constantFrom("ERROR", "FAILED", "error"),
    fields: fc.constantFrom([], [{ code: "X", message: "no" }]),
    details: fc.constantFrom([], [{ issue: "MISSING_VALUE" }]),
    description: fc.string(),
    ttlRemaining: fc.constant(3600),
  },
  { requiredKeys: ["message"] },
);

/** Headers that say something about the registrar only where they are the registrar's. */
const anyHeaders = fc.constantFrom<Record<string, string>>(
  {},
  { "retry-after": "3600" },
  { "ratelimit-remaining": "0", "ratelimit-reset": "90", date: "Tue, 01 Jan 2030 00:00:00 GMT" },
);

const withHeaders = (reply: fc.Arbitrary<Reply>) =>
  fc.tuple(reply, anyHeaders).map(([one, more]) => ({ ...one, headers: { ...one.headers, ...more } }));

/** A response with a status of success that is not a registrar's: JSON of anything. */
export const anyPortal: fc.Arbitrary<Reply> = withHeaders(
  fc
    .oneof(
      fc.constantFrom<unknown>({ blocked: true }, { login_url: "https://portal.example/" }, {}, { total: 0 }),
      fc.constantFrom<unknown>({ status: "SUCCESS" }, { status: "COMPLETED" }, { available: true }),
      anyLookalike,
      fc.jsonValue(),
    )
    .map((body) => json(body)),
);

/** An error response that is not a registrar's: as reported, or made at random. */
export const anyPage: fc.Arbitrary<Reply> = fc.oneof(
  withHeaders(fc.constantFrom(...reported.flatMap((reply) => (reply === undefined ? [] : [reply])))),
  withHeaders(fc.tuple(anyStatus, anyLookalike).map(([status, body]) => ({ ...json(body), status }))),
  fc
    .tuple(anyStatus, anyBody, fc.constantFrom(undefined, "nginx", "awselb/2.0", "##vso[task.complete]"))
    .map(([status, [type = "", body = ""], server]) => ({
      status,
      headers: {
        ...(type === "" ? {} : { "content-type": type }),
        ...(server === undefined ? {} : { server }),
      },
      body,
    })),
);
