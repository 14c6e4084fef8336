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

/** JSON that no registrar writes. */
function jsonPage(
  status: number,
  words: string,
  body: object,
  contentType = "application/json",
): ServiceFault {
  const reply: Reply = { ...json(body, { "content-type": contentType }), status };
  return {
    words: `returned ${status} ${words}, sent by an intermediary (Content-Type: ${contentType})`,
    reply: () => reply,
  };
}

/**
 * Error responses of something between the agent and a registrar, as people have reported them: mietzen/porkbun-ddns#39,
 * qdm12/ddns-updater#943, nrdcg/porkbun#5, DNSControl/dnscontrol#3225, go-acme/lego#390, langgenius/dify#41441.
 */
export const gatewayPages = {
  "400 page of nginx": page(400, "Bad Request", "nginx"),
  "401 page of a proxy": page(401, "Unauthorized", "squid/6.6", { via: "1.1 proxy (squid/6.6)" }),
  "402 JSON of a gateway": jsonPage(402, "Payment Required", { message: "Payment Required" }),
  "403 page of a balancer": page(403, "Forbidden", "awselb/2.0"),
  "403 JSON of a gateway": jsonPage(403, "Forbidden", { error: { code: 403, message: "Forbidden" } }),
  "404 page of nginx": page(404, "Not Found", "nginx"),
  "405 page of a balancer": page(405, "Method Not Allowed", "awselb/2.0"),
  "422 JSON of a gateway": jsonPage(
    422,
    "Unprocessable Entity",
    { type: "about:blank", title: "Unprocessable Entity", status: 422 },
    "application/problem+json",
  ),
  "429 page of nginx": page(429, "Too Many Requests", "nginx"),
  "503 page of OpenResty": page(503, "Service Unavailable", "openresty"),
} satisfies Record<string, ServiceFault>;

export const isGatewayPage = (name: string): name is keyof typeof gatewayPages =>
  Object.hasOwn(gatewayPages, name);
