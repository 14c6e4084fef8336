import { basename } from "node:path";
import type { Availability, RegistrarTraits } from "../../../shared/registrar/registrar";
import type { DomainOutcome } from "../../../shared/report/schema";
import { escapeMarkdown, escapeUnderscores, table } from "../../../shared/text/markdown";
import type { Sanitize } from "../../../shared/text/sanitize";
import { utc } from "../../../shared/text/time";
import { renderAmount } from "../registration/price";
import type { RunResult } from "./run-result";

const done = "Nothing is left to do. Disable the schedule of this pipeline.";
const lookFirst =
  "Before anything else, check the registrar's account: domains, orders and charges. " +
  "If the domain was not bought, delete the receipt; the next run buys again.";

const nextSteps: Record<DomainOutcome, string> = {
  available: "To buy it, run `action: register`.",
  notAvailable:
    "To wait for its release, run `action: register` every hour (cron `0 * * * *`). A scheduled pipeline keeps waiting.",
  valid: "To try everything but the purchase, run `action: register` with `dryRun: true`.",
  invalid: "Fix what the registrar names in `requestFile`, then validate again.",
  registered: done,
  alreadyOwned: done,
  dryRun: "To buy it, run again without `dryRun`.",
  tooEarly: "Run it again on that schedule.",
  tooExpensive: "If the domain is worth the price, raise `maxPrice`. The next run checks again.",
  refused: "Fix what the registrar names, then run `action: validate`.",
  unknown: lookFirst,
  cancelled: "To keep waiting, run it again.",
  unanswered: "Fix the problem that the error names. The next run checks again.",
  failed: "Fix the problem that the error names, then run it again.",
};

/** For a person. The summary and the report for the tab say the same. */
export function nextStepAfter({
  outcome,
  resolvableUntil,
}: Pick<RunResult, "outcome" | "resolvableUntil">): string {
  return outcome === "unknown" && resolvableUntil !== undefined
    ? `${renderRunAgain(resolvableUntil)} If the outcome stays unknown, check the registrar's account: ` +
        "domains, orders and charges."
    : nextSteps[outcome];
}

export function renderRunAgain(resolvableUntil: number): string {
  return (
    `Run this step again before ${utc(resolvableUntil)} UTC, with the same receipt, credential, inputs and ` +
    "request file. It asks the registrar how the purchase ended, and never buys twice. If the first request never " +
    "arrived, it completes the purchase."
  );
}

/** Renders the summary for the run's page as Markdown. It holds no personal data and no secret. */
export function renderSummary(result: RunResult, sanitize: Sanitize): string {
  const { domain, environment, baseUrl, traits, outcome, availability, respondedAt } = result;
  const { timeline, dates = [], receipt } = result;
  const escaped = (text: string) => escapeUnderscores(escapeMarkdown(sanitize(text)));
  const rows: [string, string | undefined][] = [
    ["Outcome", outcome],
    ["Domain", domain],
    ["Registrar", `${baseUrl.host} (${traits.name}, ${environment})`],
    ["Last response", availability && renderResponse(availability, traits, respondedAt)],
    ["Price", availability && renderAmount(availability, traits.unit)],
    ["Checks", timeline.checkCount === 0 ? undefined : String(timeline.checkCount)],
    ["Receipt", receipt && `${basename(receipt)} (attached to this run)`],
  ];
  const known = rows.flatMap(([name, value]) => (value === undefined ? [] : [[name, escaped(value)]]));
  return [
    table(["Item", "Value"], known, "left"),
    ...(dates.length === 0 ? [] : [dates.map((line) => renderListItem(line, escaped)).join("\n")]),
    `**Next:** ${nextStepAfter(result)}`,
    "",
  ].join("\n\n");
}

function renderResponse(
  { available, definitive }: Availability,
  { saysDefinitive }: RegistrarTraits,
  at: number | undefined,
): string {
  const time =
    at === undefined ? "" : `, at ${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`;
  const certainty = saysDefinitive ? `, ${definitive ? "" : "not "}definitive` : "";
  return `${available ? "" : "not "}available${certainty}${time}`;
}

/** Renders a line as a list item. A line that is a list item already becomes one of the second level. */
function renderListItem(line: string, escaped: (text: string) => string): string {
  return line.startsWith("- ") ? `  - ${escaped(line.slice(2))}` : `- ${escaped(line)}`;
}
