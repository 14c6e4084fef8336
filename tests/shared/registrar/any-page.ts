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

/** An error response that is not a registrar's: as reported, or made at random. */
export const anyPage: fc.Arbitrary<Reply> = fc.oneof(
  fc.constantFrom(...reported.flatMap((reply) => (reply === undefined ? [] : [reply]))),
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
