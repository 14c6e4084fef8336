import type { Availability } from "../../../shared/registrar/records";
import { escapeMarkdown, escapeUnderscores, table } from "../../../shared/text/markdown";
import type { Sanitize } from "../../../shared/text/sanitize";
import { renderAmount } from "../registration/price";
import type { RunReport, RunSubject } from "./run-report";

const done = "Nothing is left to do: switch off the schedule of this pipeline.";
const lookFirst =
  "Look into the registrar's account (domains, orders, charges) before anything else. " +
  "Not bought: remove the receipt, and the next run buys again.";

/** What a person does next, by outcome. */
const nextSteps: Record<RunReport["outcome"], string> = {
  available: "`action: register` buys it.",
  notAvailable: "`action: register` waits for its release; a scheduled pipeline goes on waiting.",
  valid: "`action: register` with `dryRun: true` tries all the rest.",
  invalid: "Mend what the registrar names in `requestFile`, then validate again.",
  registered: done,
  alreadyOwned: done,
  dryRun: "Without `dryRun` it is bought.",
  tooExpensive: "Raise `maxPrice` if it is worth that; the next run asks again.",
  refused: "Mend what the registrar names, then run `action: validate`.",
  unknown: lookFirst,
  cancelled: "Run it again to go on waiting.",
  unanswered: "Mend what the error names; the next run asks again.",
};

/** Renders the summary for the run's page as Markdown. It holds no personal data and no secret. */
export function renderSummary(
  { domain, environment, baseUrl }: RunSubject,
  { outcome, availability, respondedAt, checks, dates, receipt }: RunReport,
  sanitize: Sanitize,
): string {
  const escaped = (text: string) => escapeUnderscores(escapeMarkdown(sanitize(text)));
  const rows: [string, string | undefined][] = [
    ["Outcome", outcome],
    ["Registrar", `${baseUrl.host} (${environment})`],
    ["Last answer", availability && renderResponse(availability, respondedAt)],
    ["Price, in the registrar's own unit", availability && renderAmount(availability)],
    ["Checks", checks === 0 ? undefined : String(checks)],
    ["Receipt", receipt && `${receipt}, among the files of this run`],
  ];
  const known = rows.flatMap(([name, value]) => (value === undefined ? [] : [[name, escaped(value)]]));
  return [
    table([escaped(domain), ""], known, "left"),
    ...(dates.length === 0 ? [] : [dates.map((line) => renderListItem(line, escaped)).join("\n")]),
    `**Next:** ${nextSteps[outcome]}`,
    "",
  ].join("\n\n");
}

function renderResponse({ available, definitive }: Availability, at: number | undefined): string {
  const time =
    at === undefined ? "" : `, at ${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`;
  return `${available ? "" : "not "}available, ${definitive ? "" : "not "}definitive${time}`;
}

/** Renders a line as a list item. A line that is a list item already becomes one of the second level. */
function renderListItem(line: string, escaped: (text: string) => string): string {
  return line.startsWith("- ") ? `  - ${escaped(line.slice(2))}` : `- ${escaped(line)}`;
}
