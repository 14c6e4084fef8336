import { begin, next } from "../../../../tasks/DomainRegister/registration/procedure";
import type { Event, Rules } from "../../../../tasks/DomainRegister/registration/state";
import { renderProgress } from "../../../../tasks/DomainRegister/render/progress";
import { rules } from "../samples";

export const now = 1_000_000;

/** The registration after these events, which all happen at the same time, and the lines of each event. */
export function follow(events: readonly Event[], changes: Partial<Rules> = {}) {
  const wanted = { ...rules, ...changes };
  let step = begin(now);
  const lines = events.map((event) => {
    const before = step.registration;
    step = next(before, event, now, wanted);
    return renderProgress({ before, event, step }, now, wanted);
  });
  return { registration: step.registration, lines };
}
