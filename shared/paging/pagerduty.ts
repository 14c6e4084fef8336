import { memberAt } from "../json/path";
import { shorten } from "../text/sanitize";
import type { PagingAccount, PagingService } from "./service";

const severities = { high: "critical", normal: "error", info: "info" } as const;
const maxSummaryCharacters = 1024;

/** The Events API, version 2. Its credential is in the body. */
export const pagerDuty: PagingService = {
  product: "PagerDuty",
  hasRegions: true,
  // With 400: "Invalid routing key", or "Length of 'routing_key' is incorrect (should be 32 characters)".
  refusesKey: /\brouting[ _]key\b/i,
  open: ({ key, title, severity, at, source, details, links }, account) =>
    request(account, {
      event_action: "trigger",
      dedup_key: key,
      payload: {
        summary: shorten(title, maxSummaryCharacters),
        source,
        severity: severities[severity],
        timestamp: new Date(at).toISOString(),
        custom_details: details,
      },
      links: links.map(({ label, href }) => ({ href, text: label })),
    }),
  close: (key, account) => request(account, { event_action: "resolve", dedup_key: key }),
  confirms: (response) => memberAt(response, ["status"]) === "success",
};

function request({ key, region }: PagingAccount, event: object) {
  const host = region === "eu" ? "events.eu.pagerduty.com" : "events.pagerduty.com";
  const url = new URL(`https://${host}/v2/enqueue`);
  return { url, headers: {}, body: { routing_key: key, ...event } };
}
