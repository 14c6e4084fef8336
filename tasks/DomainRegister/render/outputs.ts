import type { Agent } from "../../../shared/agent/agent";
import { currencyCode, day, decimal, digits, word } from "../../../shared/agent/output-values";
import { isRecord } from "../../../shared/rdap/client";
import { decimalOf } from "../../../shared/registrar/money";
import type { Price, RegistrarTraits } from "../../../shared/registrar/registrar";
import { findReleaseWindow, type ReleaseWindow } from "../lifecycle/release";
import { findStage, type StageName } from "../lifecycle/stages";
import { renderDay } from "./lifecycle";
import type { RunResult } from "./run-result";

export function publishOutputs(result: RunResult, agent: Agent): void {
  const { outcome, environment, availability, traits, timeline } = result;
  if (outcome === "unanswered") return;
  agent.output("outcome", word(outcome));
  agent.output("environment", word(environment));
  agent.output("available", word(availability?.available));
  agent.output("definitive", word(availability?.definitive));
  agent.output("price", digits(availability?.price));
  agent.output("amount", decimal(amountOf(availability, traits)));
  agent.output("currency", currencyCode(availability?.currency));
  agent.output("period", digits(availability?.period));
  agent.output("checks", digits(timeline.checkCount));
  const { stage, release } = releaseIn(result);
  agent.output("stage", word(stage && camelCase(stage)));
  agent.output("releaseEarliest", day(release && renderDay(release.earliest)));
  agent.output("releaseLatest", day(release && renderDay(release.latest)));
}

/** A decimal amount of the price's currency. Undefined if the unit is not known. */
function amountOf(price: Price | undefined, { unit, isUnitKnown }: RegistrarTraits): string | undefined {
  return price?.price === undefined || !isUnitKnown
    ? undefined
    : decimalOf(price.price, unit.decimals(price.currency));
}

function releaseIn({ record, respondedAt }: RunResult): {
  stage?: StageName | undefined;
  release?: ReleaseWindow | undefined;
} {
  if (record === undefined || respondedAt === undefined) return {};
  if (!isRecord(record)) return record.doubt === "" ? { stage: "released" } : {};
  return { stage: findStage(record.statuses), release: findReleaseWindow(record, respondedAt) };
}

/** "pending delete" becomes "pendingDelete". */
function camelCase(text: string): string {
  return text.replace(/[ -](\w)/g, (_, letter: string) => letter.toUpperCase());
}
