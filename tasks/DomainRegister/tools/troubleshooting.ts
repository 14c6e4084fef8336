import { commonHelp, type HelpTable } from "../../../shared/agent/troubleshooting";

const accountUrl = "https://porkbun.com/account/api";

export const troubleshooting: HelpTable = {
  "The purchase": [
    {
      id: "unknown",
      reads: [
        "It is not known whether … was bought",
        "its outcome is unknown",
        "but has not said how it ended",
      ],
      advice:
        "[Follow these steps](buying-once.md#after-unknown). At GoDaddy v3 and Porkbun, run the step again within 23 hours. Otherwise, look into the account before anything else.",
    },
    {
      id: "other-credential",
      reads: ["was not asked how it ended"],
      advice:
        "The reason follows. If another credential sent the purchase, look into that account, or run the step with that credential.",
    },
    {
      id: "receipt",
      reads: ["Cannot use the receipt"],
      advice:
        "The receipt was edited, is incomplete or about something else, or is a symbolic link. Look into the account, then remove the file.",
    },
    {
      id: "lock",
      reads: ["A purchase lock exists", "The purchase lock could not be released"],
      advice: "Look into the account. If no agent is buying, delete the file that the message names.",
    },
    {
      id: "other-purchase",
      reads: ["That purchase does not count here"],
      advice:
        "The receipt is about a purchase at another registrar, such as a trial. Remove it to avoid the warning.",
    },
    {
      id: "continues",
      reads: [
        "Asking the registrar how it ended",
        "That purchase bought nothing",
        "No quote",
        "and the registrar sells only at a price that it gave",
        "Purchase not confirmed",
      ],
      advice: "You have nothing to do: the step resolves it, or checks again.",
    },
    {
      id: "too-expensive",
      reads: ["is available but was not bought"],
      advice:
        "The price was over `maxPrice`, or in another currency. Raise `maxPrice` if the domain is worth it.",
    },
    {
      id: "funds",
      reads: ["a purchase that costs more will be refused"],
      advice: "Add credit or raise the limit in the registrar's account, or lower `maxPrice`.",
    },
    {
      id: "not-available",
      reads: ["did not become available"],
      advice: "The wait ended. A scheduled pipeline continues to wait.",
    },
    {
      id: "stale-response",
      reads: ["The confirming response was … s old"],
      advice:
        "Nothing was sent, and the step checks again. If it happens often, `receiptFolder` is on a slow disk, or the agent's clock is being set.",
    },
    {
      id: "total",
      reads: ["taxes and fees may be added to the price"],
      advice: "Bought. The order's total includes taxes and fees.",
    },
  ],
  Credentials: [
    {
      id: "credential",
      reads: ["missing from the environment", "Provide a credential"],
      advice:
        "Set `registrarConnection`, or map the variables in the step under `env:`: `REGISTRAR_TOKEN` for `godaddyV3`, otherwise `REGISTRAR_API_KEY` and `REGISTRAR_API_SECRET`.",
    },
    {
      id: "credential-text",
      reads: ["contains a space or a line break", "its key or its secret is missing"],
      advice: "Copy the credential again, without blanks around it.",
    },
    {
      id: "credential-kind",
      reads: ["takes key and secret", "takes a token", "Give one credential only"],
      advice:
        "Map only the variables that [the registrar takes](reference.md#credentials), or edit the connection and select the other authentication method.",
    },
    {
      id: "other-registrar",
      reads: ["registrar: is …, but registrarConnection leads to", "registrarConnection: its … is"],
      advice:
        "Remove the input `registrar`, or use the right connection. If the message names a value, edit the connection and select the registrar again.",
    },
    {
      id: "environment",
      reads: [
        "has no test environment",
        "but the key belongs to Porkbun's sandbox",
        "but the key spends real money",
        "is test, but registrarConnection leads to production",
        "but the environment is",
      ],
      advice:
        "`environment` and the credential have to match. Keys of Porkbun's sandbox begin with `pk1_sb_`. GoDaddy v3 has no test environment: use `dryRun`.",
    },
    {
      id: "token",
      reads: ["The token is not valid or has expired", "The token needs the scope"],
      advice:
        "Create a token with the scopes `domains.domain:read` and `domains.domain:create`. If it has both, the account may not buy: ask the registrar.",
    },
    {
      id: "key",
      reads: [
        "are not valid in this environment",
        "returned 401 Unauthorized",
        "The API key and its secret are not valid",
      ],
      advice:
        "Key and secret are expired, mistyped, or belong to the other environment. Production and test have keys of their own.",
    },
    {
      id: "porkbun-key",
      reads: [
        "The API key is limited to certain IP addresses",
        "Turn on API access for the account",
        "or its API key may not make this call",
      ],
      advice: `Open [Porkbun's API page](${accountUrl}), turn on API access, let the key use this domain, and add the agent's IP address. Microsoft-hosted agents have no fixed one.`,
    },
    {
      id: "account-size",
      reads: ["The account may not make this call", "returned 403 Forbidden"],
      advice:
        "The account is too small: GoDaddy opens its first API to larger accounts only. [Use `godaddyV3` or `porkbun`](registrars.md).",
    },
  ],
  "Inputs and request file": [
    {
      id: "unit",
      reads: [
        "this registrar counts in …, so … is",
        "so its unit is not clear",
        "names no currency. Write",
        "decimals, got",
        "differ by a factor of 1000 or more",
      ],
      advice:
        "Write `maxPrice` as an amount with its currency, with no more decimals than the currency has: `12.00 USD`.",
    },
    {
      id: "currency",
      reads: ["is in …, but … is"],
      advice:
        "`maxPrice` and `currency` have different currencies. Remove `currency`, or correct one of them.",
    },
    {
      id: "unknown-unit",
      reads: ["The unit of the service at … is not known"],
      advice: "Write a whole number in the unit of that service, usually millionths: 12.00 is `12000000`.",
    },
    {
      id: "definitive",
      reads: ["does not say whether a response is definitive, so nothing would ever be bought"],
      advice: "Remove `requireDefinitive`: Porkbun does not say whether a response is definitive.",
    },
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
        "Set `receiptFolder` to the absolute path of a lasting folder that the agent's user can write to, outside the checkout and the agent's temporary folder. [Receipts](buying-once.md#receipts) prevent a second purchase.",
    },
    {
      id: "request-missing",
      reads: ["requestFile: missing", "period: missing", "consent.agreementKeys: missing"],
      advice:
        "Set `requestFile` to the [request file](request-file.md), and add the member to it. Only `porkbun` needs none.",
    },
    {
      id: "request-ignored",
      reads: ["ignored, because this registrar takes them from the account"],
      advice:
        "Nothing to do, if the account has the right contacts and options. To avoid the warning, remove these members.",
    },
    {
      id: "request-member",
      reads: [
        "unknown key …; ignored",
        "sent unchanged",
        "because a registrar may confuse the two",
        "is another spelling of",
        "contains half of a surrogate pair",
        "has more than … values",
      ],
      advice: "Correct the member, or check that `requestFile` is the right file.",
    },
    {
      id: "record-inputs",
      reads: ["is not a known status", "rdapUrl: …"],
      advice:
        "Statuses are those of EPP or RDAP, such as `clientHold` or `redemption period`. `rdapUrl` is the full base URL of an RDAP server, with https.",
    },
    {
      id: "poll-seconds",
      reads: ["is shorter than requestsPerMinute … allows"],
      advice: "Raise `pollSeconds`. The task polls as often as the budget allows.",
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
        "Check the spelling of `domain`. If it is right, the registrar does not sell it through its API: buy it on the website, or [choose another registrar](registrars.md).",
    },
    {
      id: "account-record",
      reads: ["The account lists … with", "Could not check whether the account holds"],
      advice:
        "The account does not prove that it owns the domain, or does not open this call. Look into the account, and set a lasting `receiptFolder`. Polling continues.",
    },
    {
      id: "credit",
      reads: [
        "returned 402 Payment Required",
        "Add credit to the account",
        "monthly spending limit for the API is too low",
      ],
      advice: "Add a payment method or credit to the account, or raise its spending limit.",
    },
    {
      id: "verify-account",
      reads: ["Verify the account's email address"],
      advice:
        "Verify e-mail address and phone number on Porkbun's website, and register the account's first domain there.",
    },
    {
      id: "agreements",
      reads: ["The request does not accept", "Add the agreement key that the message names"],
      advice:
        "Read the agreements. If you accept them, add their types to `consent.agreementKeys`. For a fee, see [Premium names](godaddy-v3.md#premium-names).",
    },
    {
      id: "contact-details",
      reads: ["Complete what the message names in the account's contact details"],
      advice:
        "GoDaddy v3 takes the contacts from the account. Fill in what is missing there, then run `action: validate`.",
    },
    {
      id: "period",
      reads: ["The registrar sells … for … only"],
      advice: "Set `period` in the request file as the message says, or remove the request file.",
    },
    {
      id: "dry-run",
      reads: ["A dry run says that the purchase would", "does not say that it was one"],
      advice:
        "The line says what Porkbun objects to: correct it in the account. If it does not say that it was a dry run, look into the account: it may have bought the domain.",
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
      id: "not-validated",
      reads: ["The registrar could not validate the request"],
      advice: "Polling continues. Run `action: validate` when the registrar works again.",
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
      advice: "Lower `requestsPerMinute`, raise `pollSeconds`, and let nothing else use the same key.",
    },
    {
      id: "too-large",
      reads: ["returned more than … bytes"],
      advice: "Something other than the registrar responds at this URL. Check `apiUrl`.",
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
        "The step goes on without the record. To avoid the warning, let the agent reach the host that the message names, or set `rdapUrl`. If the registry has no public server, look the domain up in WHOIS, and set `expirationDate` and `recordStatuses` for `check`.",
    },
    {
      id: "old-list",
      reads: ["update the extension"],
      advice: "The package's own list of RDAP servers is over a year old. Install the latest version.",
    },
    {
      id: "too-early",
      reads: ["If nobody renews it, it is released"],
      advice: "Run the step on the schedule that the message names.",
    },
    {
      id: "release-unknown",
      reads: ["Its record does not show when it is released"],
      advice: "Run the step every hour, or ask the registry.",
    },
  ],
  ...commonHelp,
};
