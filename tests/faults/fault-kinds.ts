import { hostilePieces } from "../hostile-text";
import { json, type ReceivedRequest, type Reply } from "../sandbox/loopback";
import type { ServiceFault } from "./service-fault";

const hostile = hostilePieces.join("");

/** Everything a service can repeat of the credential that it was sent, in the forms that it may be known by. */
function echo({ headers, target, body }: ReceivedRequest): string {
  const { authorization = "" } = headers;
  const token = Buffer.from(authorization.replace(/^Basic /, ""), "base64").toString("latin1");
  const parts = [
    authorization,
    target,
    // The credential of an exchange.
    new URLSearchParams(body).get("client_assertion") ?? "",
    ...(authorization.startsWith("Basic ") ? [token, token.slice(1)] : []),
  ];
  const sso = /^sso-key (.*):(.*)$/.exec(authorization) ?? [];
  const forms = (text: string) => [
    text,
    encodeURIComponent(text),
    encodeURIComponent(text).replace(/%../g, (percent) => percent.toLowerCase()),
    ...(["base64", "base64url"] as const).map((encoding) => Buffer.from(text).toString(encoding)),
    Buffer.from(`of ${text} and`).toString("base64"),
  ];
  return [...parts, ...sso.slice(1)].flatMap(forms).join(" ");
}

/**
 * An error status whose body, in every service's own form, repeats the credential and attacks who prints it. Its code is
 * one that nobody knows, and it has the marks of every registrar's errors.
 */
export const status = (code: number, words: string, headers?: Record<string, string>): ServiceFault => ({
  words: `returned ${code} ${words} (…no: …)`,
  reply: (request) => ({
    ...json(
      {
        ...{ status: "ERROR", code: hostile, name: "ERROR", message: `no: ${echo(request)}` },
        ...{ correlationId: "9f1c2e7a-4b3d-4e8f-a1c2-3d4e5f6a7b8c", requestId: "019fa6cf" },
        fields: [{ path: hostile, message: hostile }],
      },
      headers,
    ),
    status: code,
  }),
});

/** A healthy response with its body changed. */
export const changed = (
  words: string,
  change: (body: Buffer, healthy: Reply) => Partial<Reply>,
): ServiceFault => ({
  words,
  reply: (_, healthy) => {
    const reply = healthy();
    const { body = "" } = reply;
    const bytes =
      typeof body === "string" || Buffer.isBuffer(body) ? Buffer.from(body) : Buffer.from("whole");
    return { ...reply, ...change(bytes, reply) };
  },
});

/** A redirect to another origin, with the credential in its URL. */
export function elsewhereFault(code: number, words: string): ServiceFault {
  return {
    words: `returned ${code} ${words}, a redirect to … that was not followed`,
    reply: (request, _, { otherOrigin }) => ({
      status: code,
      headers: { location: `${otherOrigin.href}login?was=${encodeURIComponent(echo(request))}` },
    }),
  };
}
