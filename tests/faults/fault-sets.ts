import type { FaultName } from "./faults";

/** Faults of a response to a POST that a client hardly notices: it follows no redirect there. */
export const unharmedPost: readonly FaultName[] = ["interim answers (100, 102, 103)", "byte-order mark"];
const toSameOrigin: readonly FaultName[] = ["301 to the same origin", "302 to the same origin"];
/** Faults that a client hardly notices. */
export const unharmed = [...unharmedPost, ...toSameOrigin];
export const elsewhere: readonly FaultName[] = ["301 to another origin", "302 to another origin"];
export const redirects: readonly FaultName[] = [
  ...toSameOrigin,
  ...elsewhere,
  "302 in circles",
  "302 to no host",
];
export const unsent: readonly FaultName[] = ["connection refused", "name not found", "TLS refused"];
export const tooMany: readonly FaultName[] = ["429 with seconds", "429 with a date", "429 with nothing"];
export const pages: readonly FaultName[] = ["HTML", "203 with HTML"];
/** Half of a JSON text. */
export const halves: readonly FaultName[] = ["truncated JSON", "content-length too short"];
const hanging: readonly FaultName[] = ["hang after the headers", "hang in the body"];
/** Good status and headers, and then trouble with the body. */
export const brokenOff: readonly FaultName[] = [
  ...hanging,
  "reset after the headers",
  "reset in the body",
  "corrupt gzip",
  "content-length too long",
  "endless body",
];
/** Faults that end only when the time is up. */
export const slow: readonly FaultName[] = [
  ...hanging,
  "hang before the answer",
  "slow drip",
  "429 with seconds",
  "status 101",
];
export const gigantic: readonly FaultName[] = ["gigantic list of zeros", "gigantic list of empty objects"];
/** Faults of lists, but for those that any JSON can have. */
export const ofListsOnly: readonly FaultName[] = [
  "endless pages",
  "list of fewer records than it says",
  "gigantic number of records",
];
export const ofLists = [...ofListsOnly, ...gigantic];
