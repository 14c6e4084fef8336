import { commonHelp, type HelpTable } from "../../../shared/agent/troubleshooting";

export const troubleshooting: HelpTable = {
  "The purchase": [
    {
      id: "unknown",
      reads: [
        "It is not known whether … was bought",
        "its outcome is unknown",
        "but has not said how it ended",
      ],
      advice: "Before you buy again, [follow these steps](buying-once.md#after-unknown).",
    },
    {
      id: "other-credential",
      reads: ["was not asked how it ended"],
      advice: "Run the step with the credential that sent the purchase, or check its account.",
    },
    {
      id: "receipt",
      reads: ["Cannot use the receipt"],
      advice:
        "The file was edited, is incomplete, is a symbolic link, or belongs to another domain. Check the account, then delete the file.",
    },
  ],
  Credentials: [
    {
      id: "environment",
      reads: [
        "has no test environment",
        "but the key belongs to Porkbun's sandbox",
        "but the key spends real money",
        "is test, but registrarConnection leads to production",
        "but the environment is",
      ],
      advice: "Use a credential for this `environment`. GoDaddy v3 has no test environment: use `dryRun`.",
    },
    {
      id: "token",
      reads: ["The token needs the scope", "The token is not valid or has expired"],
      advice:
        "Create a token with the scopes `domains.domain:read` and `domains.domain:create`. If it has both, ask the registrar why the account may not buy.",
    },
    {
      id: "porkbun-key",
      reads: [
        "The API key is limited to certain IP addresses",
        "Turn on API access for the account",
        "or its API key may not make this call",
      ],
      advice:
        "On [Porkbun's API page](https://porkbun.com/account/api), turn on API access, let the key use this domain, and add the agent's IP address. Microsoft-hosted agents have no fixed one.",
    },
    {
      id: "key",
      reads: [
        "are not valid in this environment",
        "returned 401 Unauthorized",
        "The API key and its secret are not valid",
      ],
      advice: "The key is expired, mistyped, or belongs to the other environment.",
    },
    {
      id: "account-size",
      reads: ["The account may not make this call", "returned 403 Forbidden"],
      advice:
        "The account is too small for GoDaddy's first API. [Use `godaddyV3` or `porkbun`](registrars.md).",
    },
  ],
  "Inputs and request file": [
    {
      id: "receipt-folder",
      reads: [
        "so the receipt is kept in",
        "expected an absolute path",
        "A later run will not know of this purchase",
        "receipts cannot be written to",
        "could not be written",
      ],
      advice:
        "Set `receiptFolder` to the absolute path of a permanent folder that the agent can write to, outside the checkout and the agent's temporary folder.",
    },
    {
      id: "request-missing",
      reads: ["requestFile: missing", "period: missing", "consent.agreementKeys: missing"],
      advice:
        "Add what is missing to the [request file](request-file.md), and set `requestFile` to its path. Only `porkbun` needs none.",
    },
  ],
  Registrar: [
    {
      id: "top-level-domain",
      reads: [
        "does not support this domain or its top-level domain",
        "does not sell this top-level domain",
        "names through its API",
        "is a premium name",
        "is offered on GoDaddy's aftermarket",
        "Could not check whether the registrar sells",
      ],
      advice:
        "Check the spelling of `domain`. If it is right, [choose another registrar](registrars.md), or buy it on the website.",
    },
    {
      id: "credit",
      reads: [
        "returned 402 Payment Required",
        "Add credit to the account",
        "monthly spending limit for the API is too low",
      ],
      advice: "Add a payment method or credit, or raise the spending limit.",
    },
    {
      id: "agreements",
      reads: ["The request does not accept", "Add the agreement key that the message names"],
      advice:
        "Read the agreements. If you accept them, add their types to `consent.agreementKeys`. For a fee, see [Premium names](godaddy-v3.md#premium-names).",
    },
    {
      id: "request-refused",
      reads: [
        "returned 400 Bad Request",
        "returned 422 Unprocessable Entity",
        "Correct the registration request",
        "adding name servers has helped",
      ],
      advice:
        "Fix the fields that the message names, then run `action: validate`. If `nameServers` is empty, add two.",
    },
    {
      id: "not-found",
      reads: ["returned 404 Not Found"],
      advice: "`apiUrl`, `environment` or the connection's URL is wrong.",
    },
    {
      id: "rate-limit",
      reads: [
        "returned 429 Too Many Requests",
        "The registrar asks for a pause",
        "The account's request quota is used up",
        "Porkbun allows one check and one purchase in 10 seconds",
      ],
      advice: "Lower `requestsPerMinute`, raise `pollSeconds`, and use the key for nothing else.",
    },
  ],
  "Public record": [
    {
      id: "record",
      reads: [
        "Could not read the public record",
        "public record: GET",
        "Could not read IANA's list of RDAP servers",
        "publishes no records by RDAP",
      ],
      advice:
        "The step continues without the record. To read it, let the agent reach the host, or set `rdapUrl`.",
    },
  ],
  ...commonHelp,
};
