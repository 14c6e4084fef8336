import { BlockList, isIP } from "node:net";

/** IANA's registries of special-purpose addresses: no person is reached by one of these. */
const specialNetworks = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"],
  ...["192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15"],
  ...["198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3"],
  // Within 2000::/3: assignments of the IETF, addresses for documentation, and 6to4.
  ...["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"],
];
/** IPv6 has global addresses here only. */
const globalNetwork = "2000::/3";

const special = listOf(specialNetworks);
const global = listOf(["0.0.0.0/0", globalNetwork]);

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    list.addSubnet(address, Number(prefix), isIP(address) === 6 ? "ipv6" : "ipv4");
  }
  return list;
}

/** Whether a text is an IP address that nobody on the internet has. */
export function isUnroutable(text: string): boolean {
  const address = text.replace(/%.*$/, "");
  const family = isIP(address);
  if (family === 0) return false;
  // An IPv4 address in the form of an IPv6 one is nobody's either.
  if (family === 6 && /^::ffff:/i.test(address)) return true;
  const type = family === 6 ? "ipv6" : "ipv4";
  return special.check(address, type) || !global.check(address, type);
}
