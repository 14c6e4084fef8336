import { linkLines, type PagingAccount, type PagingService } from "./service";

/** A custom HTTP source of incident.io. Its URL names the source, and closing is an event like opening. */
export const incidentIo: PagingService = {
  product: "incident.io",
  needsSource: true,
  open: (alert, account) => ({
    ...target(account),
    body: {
      title: alert.title,
      status: "firing",
      deduplication_key: alert.key,
      description: [
        ...Object.entries(alert.details).map(([name, value]) => `${name}: ${value}`),
        ...linkLines(alert),
      ].join("\n"),
      source_url: alert.links[0]?.href,
      metadata: { ...alert.details, severity: alert.severity, source: alert.source },
    },
  }),
  close: (key, account) => ({
    ...target(account),
    body: { title: "The problem is over.", status: "resolved", deduplication_key: key },
  }),
  // Its documentation names the status only.
  confirms: () => true,
};

function target({ key, source }: PagingAccount) {
  const url = new URL(`https://api.incident.io/v2/alert_events/http/${encodeURIComponent(source)}`);
  return { url, headers: { authorization: `Bearer ${key}` } };
}
