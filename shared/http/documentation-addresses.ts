import { BlockList, isIP } from "node:net";

/** RFC 5737, RFC 3849 and RFC 9637: nobody has these addresses. */
const ranges = new BlockList();
for (const network of ["192.0.2.0", "198.51.100.0", "203.0.113.0"]) ranges.addSubnet(network, 24, "ipv4");
ranges.addSubnet("2001:db8::", 32, "ipv6");
ranges.addSubnet("3fff::", 20, "ipv6");

/** Whether a text is an IP address that is reserved for documentation. */
export function isDocumentationAddress(text: string): boolean {
  const family = isIP(text);
  return family !== 0 && ranges.check(text, family === 4 ? "ipv4" : "ipv6");
}
