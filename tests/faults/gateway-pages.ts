import { json, type Reply } from "../sandbox/loopback";
import type { ServiceFault } from "./service-fault";

const htmlOf = (title: string, server: string) =>
  `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n<hr><center>${server}</center>\r\n</body>\r\n</html>\r\n`;

/** A page of HTML, and what an error says of it. */
function page(
  status: number,
  words: string,
  server: string,
  headers: Record<string, string> = {},
): ServiceFault {
  const via = headers["via"] === undefined ? "" : `, Via: ${headers["via"]}`;
  return {
    words: `returned ${status} ${words}, sent by an intermediary (Server: ${server}${via}, Content-Type: text/html)`,
    reply: () => ({
      status,
      headers: { server, "content-type": "text/html", ...headers },
      body: htmlOf(`${status} ${words}`, server),
    }),
  };
}

/** JSON that no registrar writes, and what it says. */
function jsonPage(
  status: number,
  words: string,
  body: object,
  said = "",
  contentType = "application/json",
): ServiceFault {
  const reply: Reply = { ...json(body, { "content-type": contentType }), status };
  const sent = said === "" ? ", sent" : ` (${said}), perhaps sent`;
  return {
    words: `returned ${status} ${words}${sent} by an intermediary (Content-Type: ${contentType})`,
    reply: () => reply,
  };
}

/**
 * Error responses of something between the agent and a registrar, as people have reported them: mietzen/porkbun-ddns#39,
 * qdm12/ddns-updater#943, nrdcg/porkbun#5, DNSControl/dnscontrol#3225, go-acme/lego#390, langgenius/dify#41441, and in
 * forms like a registrar's, wso2/product-integrator-mi#1839 and 3scale/APIcast#929.
 */
export const gatewayPages = {
  "400 page of nginx": page(400, "Bad Request", "nginx"),
  "401 page of a proxy": page(401, "Unauthorized", "squid/6.6", { via: "1.1 proxy (squid/6.6)" }),
  "401 JSON of an API gateway": jsonPage(
    401,
    "Unauthorized",
    { code: "900901", message: "Invalid Credentials", description: "Access failure" },
    "900901: Invalid Credentials",
  ),
  "401 JSON of a framework": jsonPage(
    401,
    "Unauthorized",
    { name: "UnauthorizedError", message: "jwt malformed" },
    "UnauthorizedError: jwt malformed",
  ),
  "400 JSON with the status ERROR": jsonPage(
    400,
    "Bad Request",
    { status: "ERROR", message: "Domain is not available" },
    "Domain is not available",
  ),
  "402 JSON of a gateway": jsonPage(
    402,
    "Payment Required",
    { message: "Payment Required" },
    "Payment Required",
  ),
  "403 page of a balancer": page(403, "Forbidden", "awselb/2.0"),
  "403 JSON of a gateway": jsonPage(
    403,
    "Forbidden",
    { error: { code: 403, message: "Forbidden" } },
    "403: Forbidden",
  ),
  "404 page of nginx": page(404, "Not Found", "nginx"),
  "405 page of a balancer": page(405, "Method Not Allowed", "awselb/2.0"),
  "422 JSON of a gateway": jsonPage(
    422,
    "Unprocessable Entity",
    { type: "about:blank", title: "Unprocessable Entity", status: 422 },
    "",
    "application/problem+json",
  ),
  "422 JSON of a filter": jsonPage(
    422,
    "Unprocessable Entity",
    { code: "BLOCKED", message: "Personal data", fields: [] },
    "BLOCKED: Personal data",
  ),
  "429 page of nginx": page(429, "Too Many Requests", "nginx"),
  "503 page of OpenResty": page(503, "Service Unavailable", "openresty"),
  "503 page that asks for an hour": page(503, "Service Unavailable", "proxy", { "retry-after": "3600" }),
} satisfies Record<string, ServiceFault>;

/** What a registrar may respond, or something in its place. Only a registrar's own word is told from all others. */
export const registrarFaults = {
  ...gatewayPages,
  "200 JSON of a portal": {
    words: "returned …",
    reply: () => json({ login_url: "https://portal.example/login" }),
  },
  "422 of the registrar": {
    words: "returned 422 Unprocessable Entity (I…: No)",
    reply: ({ path }) => {
      const code = path.includes("/api/json/") ? "INSUFFICIENT_FUNDS" : "INVALID_AGREEMENT_KEYS";
      return { ...json({ status: "ERROR", code, name: code, message: "No." }), status: 422 };
    },
  },
} satisfies Record<string, ServiceFault>;

export const isRegistrarFault = (name: string): name is keyof typeof registrarFaults =>
  Object.hasOwn(registrarFaults, name);
