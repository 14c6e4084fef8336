import { renderOffer } from "../../shared/report/money";
import type { CheckChange, PurchaseAttempt } from "../../shared/report/schema";
import { kindOf } from "../geometry/check-chart";
import { timeText } from "./clock";

export function responseText(change: CheckChange): string {
  return `${kindOf(change)}${change.available === true && change.definitive === false ? ", not certain" : ""}`;
}

/** Why its checks failed, or why its price was not paid. Empty if nothing is wrong. */
export function problemText({ problem, objection }: CheckChange): string {
  return problem ?? (objection === undefined ? "" : `Not bought: ${objection}`);
}

export function changeFigures(change: CheckChange): string[] {
  const { at, until, count } = change;
  const span =
    count > 1
      ? `${timeText(at)} to ${timeText(until).slice(11)} UTC, ${count} checks`
      : `${timeText(at)} UTC, one check`;
  const offer = [renderOffer(change), problemText(change)].filter((text) => text !== "");
  return [responseText(change), ...offer, span];
}

export function attemptFigures(attempt: PurchaseAttempt): string[] {
  const { at, request, response, reason = "", order = "" } = attempt;
  const details = [renderOffer(attempt), reason, order === "" ? "" : `Order ${order}`].filter(
    (text) => text !== "",
  );
  return [`${request}: ${response}`, ...details, `${timeText(at)} UTC`];
}
