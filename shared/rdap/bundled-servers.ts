import type { RdapServers } from "./servers";

/** Written by `npm run rdap-servers`. It serves when IANA's list cannot be read. */
export const bundledServers: RdapServers = {
  published: "2026-11-20",
  servers: {
    app: "https://pubapi.registry.google/rdap/",
    com: "https://rdap.verisign.com/com/v1/",
    dev: "https://pubapi.registry.google/rdap/",
    info: "https://rdap.identitydigital.services/rdap/",
    net: "https://rdap.verisign.com/net/v1/",
    org: "https://rdap.publicinterestregistry.org/rdap/",
  },
};
