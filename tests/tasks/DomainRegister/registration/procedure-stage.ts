import { begin, next } from "../../../../tasks/DomainRegister/registration/procedure";
import type {
  Action,
  End,
  Event,
  Rules,
  Transition,
} from "../../../../tasks/DomainRegister/registration/state";
import { rules } from "../samples";

type History = [events: readonly Event[], changes?: Partial<Rules>, now?: number];

/** The step after these events, which all happen at the same time. */
export function stepAfter(...[events, changes = {}, now = 0]: History): Transition {
  let step = begin(now);
  for (const event of events) step = next(step.registration, event, now, { ...rules, ...changes });
  return step;
}
export const actionAfter = (...history: History) => stepAfter(...history).action;

/** How it ends after these events; what is done next if it goes on. */
export function outcomeAfter(...history: History): string {
  const action = actionAfter(...history);
  return action.do === "end" ? action.end.outcome : action.do;
}

/** A check that confirms nothing. */
export const checkAt = (at: number): Action => ({ do: "check", at, confirming: false });
export const ends = (end: End): Action => ({ do: "end", end });
