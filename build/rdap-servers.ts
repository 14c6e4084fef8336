import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { serverListUrl } from "../shared/rdap/server-list";
import { parseServers, type RdapServers } from "../shared/rdap/servers";

/**
 * `npm run rdap-servers`: downloads IANA's list of RDAP servers and writes it to shared/rdap/bundled-servers.ts,
 * which the task uses when it cannot read the list itself.
 */

const path = join(__dirname, "..", "..", "shared", "rdap", "bundled-servers.ts");

/** Renders a list as the source of the bundled one, sorted by top-level domain. */
export function renderBundledServers({ published, servers }: RdapServers): string {
  const key = (tld: string) => (/^[a-z][a-z0-9]*$/.test(tld) ? tld : JSON.stringify(tld));
  const lines = Object.entries(servers)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([tld, url]) => `    ${key(tld)}: ${JSON.stringify(url)},`);
  return [
    'import type { RdapServers } from "./servers";',
    "",
    "/** Written by `npm run rdap-servers`. It serves when IANA's list cannot be read. */",
    "export const bundledServers: RdapServers = {",
    `  published: ${JSON.stringify(published)},`,
    "  servers: {",
    ...lines,
    "  },",
    "};",
    "",
  ].join("\n");
}

async function main(): Promise<void> {
  const response = await fetch(serverListUrl);
  if (!response.ok) throw new Error(`${serverListUrl} returned ${response.status}`);
  const list = parseServers(await response.json());
  writeFileSync(path, renderBundledServers(list));
  console.log(`Wrote ${Object.keys(list.servers).length} servers, published ${list.published}.`);
}

if (require.main === module) void main();
