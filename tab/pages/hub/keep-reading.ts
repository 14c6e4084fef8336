import { type Attempts, failedAt, isDue, nextAttempt, noAttempts, succeeded } from "../../geometry/rereading";
import { reasonOf } from "../../host/reason";
import { ServiceRefusal } from "../../host/service";

/** The state of a page that stays open. */
export interface PageState<Reading> {
  reading: Reading | undefined;
  /** Why the last attempt failed, and when the next one begins; undefined if it did not. */
  failure: { reason: string; nextAt: number } | undefined;
  isReading: boolean;
  /** The present, in seconds since 1970. */
  now: number;
}

interface PageHost<Reading> {
  read(now: number): Promise<Reading>;
  show(shown: PageState<Reading>): void;
  /** In seconds since 1970. */
  now(): number;
  isVisible(): boolean;
}

export interface Rereading {
  /** Often: reads if that is due, and shows how old everything is. */
  beat(): void;
  /** Somebody has come back to the page. */
  comeBack(): void;
  /** Somebody asks. Who asks again meanwhile gets the same answer. */
  refresh(): Promise<void>;
}

/** A reading that takes longer is given up, such as one from before the computer slept. */
const patienceSeconds = 180;

/** Reads again and again, one reading at a time, and shows what the newest one has. */
export function keepReading<Reading>({ read, show, now, isVisible }: PageHost<Reading>): Rereading {
  let attempts: Attempts = noAttempts;
  let reading: Reading | undefined;
  let reason: string | undefined;
  let running: Promise<void> | undefined;
  const draw = () => {
    const failure = reason === undefined ? undefined : { reason, nextAt: nextAttempt(attempts) };
    show({ reading, failure, isReading: running !== undefined, now: now() });
  };
  const attempt = async (): Promise<void> => {
    const beganAt = now();
    attempts = { ...attempts, beganAt };
    // A later attempt has taken the place of one that was given up.
    const isNewest = () => attempts.beganAt === beganAt;
    try {
      const answer = await read(beganAt);
      if (!isNewest()) return;
      [reading, reason, attempts] = [answer, undefined, succeeded(attempts)];
    } catch (error) {
      if (!isNewest()) return;
      attempts = failedAt(attempts, now(), error instanceof ServiceRefusal ? error.retrySeconds : undefined);
      reason = reasonOf(error);
    }
    running = undefined;
    draw();
  };
  const begin = (): Promise<void> => {
    const isUnderWay = now() - (attempts.beganAt ?? 0) < patienceSeconds;
    if (running === undefined || !isUnderWay) {
      running = attempt();
      draw();
    }
    return running ?? Promise.resolve();
  };
  const readIfDue = (isReturn: boolean) => {
    if (isDue(attempts, now(), { isVisible: isVisible(), isReturn })) void begin();
    else if (isVisible()) draw();
  };
  return { beat: () => readIfDue(false), comeBack: () => readIfDue(true), refresh: begin };
}
