import { memberAt } from "../json/path";
import { shortenName } from "../text/sanitize";
import { linkLines, type PagingAccount, type PagingService } from "./service";

const priorities = { high: "P1", normal: "P3", info: "P5" } as const;
/** The limit of the product that it comes from. */
const maxMessageCharacters = 130;
const alerts = "https://api.atlassian.com/jsm/ops/integration/v2/alerts";

/** The operations of Jira Service Management. It confirms that it will handle a request, not that it did. */
export const jiraServiceManagement: PagingService = {
  product: "Jira Service Management",
  open: (alert, account) => ({
    url: new URL(alerts),
    headers: headersOf(account),
    body: {
      message: shortenName(alert.title, maxMessageCharacters),
      alias: alert.key,
      description: [alert.title, ...linkLines(alert)].join("\n"),
      priority: priorities[alert.severity],
      source: alert.source,
      details: alert.details,
    },
  }),
  close: (key, account) => ({
    url: new URL(`${alerts}/${key}/close?identifierType=alias`),
    headers: headersOf(account),
    body: {},
  }),
  confirms: (response) => typeof memberAt(response, ["requestId"]) === "string",
};

function headersOf({ key }: PagingAccount) {
  return { authorization: `GenieKey ${key}` };
}
