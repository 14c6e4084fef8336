import type { Availability } from "../../../shared/registrar/records";
import { escapeMarkdown, escapeUnderscores, table } from "../../../shared/text/markdown";
import type { Sanitize } from "../../../shared/text/sanitize";
import { amountOf } from "../registration/price";
import type { CommonSetup } from "../setup";
import type { Conclusion } from "./conclusion";

const done = "Nothing is left to do: switch off the schedule of this pipeline.";
const lookFirst =
  "Look into the registrar's account (domains, orders, charges) before anything else. " +
  "Not bought: remove the receipt, and the next run buys again.";

/** What a person does next, by the outcome. */
const nextSteps: Record<Conclusion["outcome"], string> = {
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

/** The summary for the run's page as Markdown: state, dates, price, next step, receipt; nothing personal, no secret. */
export function summaryText(
  { domain, environment, baseAddress }: CommonSetup,
  { outcome, answer, answeredAt, checks, dates, receipt }: Conclusion,
  sanitize: Sanitize,
): string {
  const shown = (text: string) => escapeUnderscores(escapeMarkdown(sanitize(text)));
  const rows: [string, string | undefined][] = [
    ["Outcome", outcome],
    ["Registrar", `${baseAddress.host} (${environment})`],
    ["Last answer", answer && describeAnswer(answer, answeredAt)],
    ["Price, in the registrar's own unit", answer && amountOf(answer)],
    ["Checks", checks === 0 ? undefined : String(checks)],
    ["Receipt", receipt && `${receipt}, among the files of this run`],
  ];
  const known = rows.flatMap(([name, value]) => (value === undefined ? [] : [[name, shown(value)]]));
  return [
    table([shown(domain), ""], known, "left"),
    ...(dates.length === 0 ? [] : [dates.map((line) => asListItem(line, shown)).join("\n")]),
    `**Next:** ${nextSteps[outcome]}`,
    "",
  ].join("\n\n");
}

function describeAnswer({ available, definitive }: Availability, at: number | undefined): string {
  const time =
    at === undefined ? "" : `, at ${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`;
  return `${available ? "" : "not "}available, ${definitive ? "" : "not "}definitive${time}`;
}

/** Lines that are list items already, and those that are not. */
function asListItem(line: string, shown: (text: string) => string): string {
  return line.startsWith("- ") ? `  - ${shown(line.slice(2))}` : `- ${shown(line)}`;
}
