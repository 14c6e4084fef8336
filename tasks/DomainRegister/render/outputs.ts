import type { Agent } from "../../../shared/agent/agent";
import { currencyCode, day, decimal, digits, word } from "../../../shared/agent/output-values";
import { decimalOf } from "../../../shared/registrar/money";
import type { Price, RegistrarTraits } from "../../../shared/registrar/registrar";
import { renderDay } from "../lifecycle/advice";
import { findReleaseWindow } from "../lifecycle/release";
import { findStage } from "../lifecycle/stages";
import type { RunResult } from "./run-result";

export function publishOutputs(result: RunResult, agent: Agent): void {
  const { outcome, availability, traits, timeline } = result;
  if (outcome === "unanswered") return;
  agent.output("outcome", word(outcome));
  agent.output("available", word(availability?.available));
  agent.output("definitive", word(availability?.definitive));
  agent.output("price", digits(availability?.price));
  agent.output("amount", decimal(amountOf(availability, traits)));
  agent.output("currency", currencyCode(availability?.currency));
  agent.output("period", digits(availability?.period));
  agent.output("checks", digits(timeline.checkCount));
  publishRelease(result, agent);
}

/** A decimal amount of the price's currency. Undefined if the unit is not known. */
function amountOf(price: Price | undefined, { unit, isUnitKnown }: RegistrarTraits): string | undefined {
  return price?.price === undefined || !isUnitKnown
    ? undefined
    : decimalOf(price.price, unit.decimals(price.currency));
}

function publishRelease({ record, respondedAt }: RunResult, agent: Agent): void {
  const facts = record === "absent" || respondedAt === undefined ? undefined : record;
  const isAbsent = record === "absent" && respondedAt !== undefined;
  const stage = isAbsent ? "released" : facts && findStage(facts.statuses);
  const release = facts && findReleaseWindow(facts, respondedAt ?? 0);
  agent.output("stage", word(stage && camelCase(stage)));
  agent.output("releaseEarliest", day(release && renderDay(release.earliest)));
  agent.output("releaseLatest", day(release && renderDay(release.latest)));
}

/** "pending delete" becomes "pendingDelete". */
function camelCase(text: string): string {
  return text.replace(/[ -](\w)/g, (_, letter: string) => letter.toUpperCase());
}
