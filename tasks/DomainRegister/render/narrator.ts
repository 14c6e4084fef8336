import type { Agent } from "../../../shared/agent/agent";
import type { Clock } from "../../../shared/clock";
import { pluralize } from "../../../shared/text/pluralize";
import type { Narrator } from "../registration/context";
import { renderBothForms } from "../registration/price";
import type { End, Rules } from "../registration/state";
import { renderHeartbeat, renderProgress, renderUnitWarning } from "./progress";

const heartbeatMinutes = 5;

export function createNarrator(agent: Agent, clock: Clock, rules: Rules, startedAt: number): Narrator {
  let lastLineAt = startedAt;
  const print = (lines: readonly string[]) => {
    for (const line of lines) agent.print(line);
    if (lines.length > 0) lastLineAt = clock.now();
  };
  return {
    beforeCheck(registration, checkAt) {
      if (clock.now() - lastLineAt < heartbeatMinutes * 60_000) return;
      print([renderHeartbeat(registration, checkAt, clock.now(), rules)]);
      agent.progress(percentOf(startedAt, rules.endsAt, clock.now()), "Waiting for the release");
    },
    afterEvent(before, event, step) {
      print(renderProgress({ before, event, step }, clock.now(), rules));
      const warning = renderUnitWarning(before, event, rules);
      if (warning !== undefined) agent.warn(warning);
    },
    atEnd(registration, end) {
      agent.print(`${pluralize(registration.checks, "check")} made.`);
      const warning = renderTotalWarning(end, rules);
      if (warning !== undefined) agent.warn(warning);
    },
  };
}

/** Prices are before taxes and fees, so an order may cost more than the cap. */
function renderTotalWarning(end: End, { limit }: Rules): string | undefined {
  const order = end.outcome === "registered" ? end.order : undefined;
  if (order?.total === undefined || limit.maxPrice === undefined) return undefined;
  const { total, currency } = order;
  const cap = renderBothForms(limit.maxPrice, limit.currency ?? currency, limit.unit);
  const paid = `The order total ${renderBothForms(total, currency, limit.unit)}`;
  if (currency !== undefined && limit.currency !== undefined && currency !== limit.currency)
    return `${paid} is in another currency than maxPrice ${cap}. Check the order in the registrar's account.`;
  return total > limit.maxPrice
    ? `${paid} is over maxPrice ${cap}: taxes and fees may be added to the price.`
    : undefined;
}

function percentOf(from: number, to: number, now: number): number {
  return to <= from ? 100 : Math.min(100, Math.floor((100 * (now - from)) / (to - from)));
}
