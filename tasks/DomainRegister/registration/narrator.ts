import type { End, Event, Registration, Rules, Step } from "./state";

/** Lets a person follow a registration. Polling calls it and knows nothing of the texts. */
export interface Narrator {
  /** Called before each check that starts at `checkAt`. */
  beforeCheck(registration: Registration, checkAt: number): void;
  /** Called after each event, with the state before it and the step that follows. */
  afterEvent(before: Registration, event: Event, step: Step): void;
  /** Called when polling ends, unless it was stopped. */
  atEnd(registration: Registration, end: End): void;
}

/** Creates the narrator of a registration that starts polling at `startedAt`. */
export type CreateNarrator = (rules: Rules, startedAt: number) => Narrator;
