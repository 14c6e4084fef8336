export const builtInCauses = [
  { kind: "expiredSecret", name: "client secret expired", wordings: [/\bAADSTS7000222\b/] },
  {
    kind: "expiredCertificate",
    name: "certificate expired",
    wordings: [/\bcertificate has expired\b/i, /\bCERT_HAS_EXPIRED\b/],
  },
  {
    kind: "expiredToken",
    name: "token expired",
    wordings: [
      /\bAADSTS(?:700024|70043)\b/,
      /\bExpiredToken(?:Exception)?\b/,
      /\bsecurity token included in the request is expired\b/i,
      /\bauthorization token has expired\b/i,
      /\bPersonal Access Token used has expired\b/i,
    ],
  },
  {
    kind: "rejectedLogin",
    name: "login rejected",
    wordings: [
      /\bAADSTS7000215\b/,
      /\bnpm (?:ERR!|error) code E401\b/,
      /\bunauthorized: authentication required\b/i,
      /\bfatal: Authentication failed for\b/,
    ],
  },
  {
    kind: "noMemory",
    name: "out of memory",
    wordings: [
      /\bJavaScript heap out of memory\b/,
      /\bOut of memory\. Java heap space\b/,
      /\bjava\.lang\.OutOfMemoryError\b/,
      /\bSystem\.OutOfMemoryException\b/,
      /\bcannot allocate memory\b/i,
      /\bexited with code 137, which means it ran out of memory\b/,
    ],
  },
  {
    kind: "rateLimit",
    name: "rate limit reached",
    wordings: [
      /\btoomanyrequests: /i,
      /\bAPI rate limit exceeded\b/,
      /\bTF400733\b/,
      /\bThrottlingException\b/,
    ],
  },
  {
    kind: "noDns",
    name: "host name not resolved",
    wordings: [
      /\bCould not resolve host\b/i,
      /\bgetaddrinfo (?:ENOTFOUND|EAI_AGAIN)\b/,
      /\bTemporary failure in name resolution\b/,
      /\bName or service not known\b/,
      /\bnodename nor servname provided\b/,
      /\bdial tcp: lookup .{1,253}: no such host\b/,
      /\bNo such host is known\b/,
      /\bThe remote name could not be resolved\b/,
    ],
  },
  {
    kind: "quota",
    name: "quota exceeded",
    wordings: [
      /\bresults in exceeding (?:approved .{1,100} quota|quota limits)\b/,
      /\bVcpuLimitExceeded\b/,
      /\bforbidden: exceeded quota: /,
    ],
  },
  { kind: "brownout", name: "image brownout", wordings: [/\bThis is a scheduled .{1,60} brownout\b/] },
] as const satisfies readonly {
  /** Identifies it in the journal. */
  kind: string;
  /** Begins in lower case and has no full stop. */
  name: string;
  /** They mean the cause in any line of a log. cause-examples.ts among the tests has an example of each, with its source. */
  wordings: readonly RegExp[];
}[];
