import { basename } from "node:path";
import type { Availability } from "../../../shared/registrar/registrar";
import type { DomainOutcome } from "../../../shared/report/form";
import { renderOffer } from "../../../shared/report/money";
import { escapeMarkdown, escapeUnderscores, table } from "../../../shared/text/markdown";
import { pluralize } from "../../../shared/text/pluralize";
import type { Sanitize } from "../../../shared/text/sanitize";
import { utc } from "../../../shared/text/time";
import { renderAmount } from "../registration/price";
import { startOverAdvice } from "../registration/receipt";
import type { RunResult } from "./run-result";
import type { Timeline } from "./timeline";

const done = "The domain is yours. Disable the schedule of this pipeline.";
export const look =
  "Before anything else, check the registrar's account: domains, orders and charges. Keep the receipt.";
const lookFirst = `${look} ${startOverAdvice}`;

const nextSteps: Record<DomainOutcome, string> = {
  available: "To buy it, run `action: register`.",
  notChecked:
    "To ask for availability and price, set `registrarConnection` to a service connection with the key or token of a registrar.",
  notAvailable:
    "To wait for its release, run `action: register` every hour (cron `0 * * * *`). A scheduled pipeline keeps waiting.",
  valid: "To try everything but the purchase, run `action: register` with `dryRun: true`.",
  invalid: "Fix what the registrar names in `requestFile`, then validate again.",
  registered: done,
  alreadyOwned: done,
  undone: lookFirst,
  noLongerOwned: lookFirst,
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
export function nextStepAfter({ outcome, resolvableUntil, timeline, nextStep }: RunResult): string {
  if (nextStep !== undefined) return nextStep;
  const isRefused = timeline.attempts.some(({ response }) => response === "refused");
  if (isRefused && (outcome === "notAvailable" || outcome === "cancelled"))
    return renderRefusedAdvice(timeline);
  return outcome === "unknown" && resolvableUntil !== undefined
    ? `${renderRunAgain(resolvableUntil)} If the outcome stays unknown, check the registrar's account: ` +
        "domains, orders and charges."
    : nextSteps[outcome];
}

/** For a domain that the registrar calls available and does not sell. */
export function renderRefusedAdvice({ changes }: Timeline): string {
  const isUncertain = changes.some(({ available, definitive }) => available && definitive === false);
  return (
    "The registrar said that the domain is available and then refused to sell it: it may be reserved, a premium " +
    "name, or already sold to somebody else. Look it up on the registrar's website, or ask its support." +
    (isUncertain ? " To buy only after definitive responses, set `requireDefinitive: true`." : "")
  );
}

export function renderRunAgain(resolvableUntil: number): string {
  return (
    `Run this step again before ${utc(resolvableUntil)} UTC, with the same receipt, credential, inputs and ` +
    "request file. It asks the registrar how the purchase ended, and never buys twice. If the first request never " +
    "arrived, it may complete the purchase."
  );
}

export const testNotice =
  "This is the registrar's test environment: its responses say nothing about the real domain.";

/** Renders the summary for the run's page as Markdown. It holds no personal data and no secret. */
export function renderSummary(result: RunResult, sanitize: Sanitize): string {
  const { domain, environment, baseUrl, traits, outcome, message, availability, respondedAt } = result;
  const { timeline, dates = [], receipt } = result;
  const escaped = (text: string) => escapeUnderscores(escapeMarkdown(sanitize(text)));
  const rows: [string, string | undefined][] = [
    ["Outcome", outcome],
    ["Domain", domain],
    ["Registrar", baseUrl && `${baseUrl.host} (${traits.name}, ${environment})`],
    ["Last response", availability && renderResponse(availability, respondedAt)],
    ["Price", availability && renderAmount(availability, traits.unit)],
    ["Checks", timeline.checkCount === 0 ? undefined : String(timeline.checkCount)],
    ["Receipt", receipt && `${basename(receipt)} (attached to this run)`],
  ];
  const filled = rows.flatMap(([name, value]) => (value === undefined ? [] : [[name, escaped(value)]]));
  return [
    ...(baseUrl !== undefined && environment === "test" ? [`**${testNotice}**`] : []),
    escaped(message.split("\n")[0] ?? ""),
    table(["Item", "Value"], filled, "left"),
    ...renderAttemptTable(timeline, escaped),
    ...(dates.length === 0 ? [] : [dates.map((line) => renderListItem(line, escaped)).join("\n")]),
    `**Next:** ${nextStepAfter(result)}`,
    "",
  ].join("\n\n");
}

/** The latest first. The report for the tab has more of them. */
const shownAttempts = 20;

function renderAttemptTable(
  { attempts, attemptsLeftOut }: Timeline,
  escaped: (text: string) => string,
): string[] {
  if (attempts.length === 0) return [];
  const shown = attempts.slice(-shownAttempts).reverse();
  const earlier = attempts.length - shown.length + attemptsLeftOut;
  const rows = shown.map(({ at, request, price, period, response, reason = "", order = "" }) =>
    [utc(at * 1000), request, renderOffer({ price, period }), response, reason, order].map(escaped),
  );
  return [
    table(["Time (UTC)", "Request", "Price", "Response", "Reason", "Order"], rows, "left"),
    ...(earlier === 0 ? [] : [`Not shown: ${pluralize(earlier, "earlier attempt")}.`]),
  ];
}

function renderResponse({ available, definitive }: Availability, at: number | undefined): string {
  const time =
    at === undefined ? "" : `, at ${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`;
  const certainty = definitive === undefined ? "" : `, ${definitive ? "" : "not "}certain`;
  return `${available ? "" : "not "}available${certainty}${time}`;
}

/** Renders a line as a list item. A line that is a list item already becomes one of the second level. */
function renderListItem(line: string, escaped: (text: string) => string): string {
  return line.startsWith("- ") ? `  - ${escaped(line.slice(2))}` : `- ${escaped(line)}`;
}
