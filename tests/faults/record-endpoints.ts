import { type Endpoint, ofLists, unharmed } from "./endpoint";

const registered = { result: "Succeeded", outputs: { outcome: "registered" } } as const;
const tooEarly = { result: "Succeeded", outputs: { outcome: "tooEarly" } } as const;
const comeBack = "example-to-buy.org is registered. …a daily run of `action: register` is enough (cron …";
const elsewhere = ["301 to another origin", "302 to another origin"] as const;

export const recordEndpoints: readonly Endpoint[] = [
  {
    name: "public record (RDAP)",
    task: "DomainRegister",
    publicRecord: "server",
    requests: /^GET \/registry\/domain\//,
    rows: [
      { faults: unharmed, ...tooEarly, reads: comeBack, atMostSeconds: 60 },
      {
        faults: ["status 404"],
        ...registered,
        reads: "The registry has no record of the domain, so it may be available.",
        atMostSeconds: 90,
      },
      // Public records need no credential, so the task follows a registry to another host.
      {
        faults: elsewhere,
        ...registered,
        reads: "Could not read the public record. public record: GET … returned …",
        atMostSeconds: 90,
      },
      {
        faults: "others",
        ...registered,
        reads: "Could not read the public record. public record: GET … WORDS…",
        atMostSeconds: 90,
      },
    ],
    notHere: ofLists,
  },
  {
    name: "IANA's list of RDAP servers",
    task: "DomainRegister",
    publicRecord: "list",
    requests: /^GET \/rdap\/dns\.json$/,
    rows: [
      { faults: unharmed, ...tooEarly, reads: comeBack, atMostSeconds: 60 },
      {
        faults: ["connection refused", "name not found", "TLS refused"],
        ...registered,
        reads:
          "Could not read IANA's list of RDAP servers, so the task uses its own. list of RDAP servers: GET … WORDS…",
        atMostSeconds: 120,
      },
      {
        faults: elsewhere,
        ...tooEarly,
        reads:
          "Could not read IANA's list of RDAP servers, so the task uses its own. list of RDAP servers: GET … returned …",
        atMostSeconds: 60,
      },
      {
        faults: "others",
        ...tooEarly,
        reads:
          "Could not read IANA's list of RDAP servers, so the task uses its own. list of RDAP servers: GET … WORDS…",
        atMostSeconds: 60,
      },
    ],
    notHere: ofLists,
  },
];
