import { rereadSeconds } from "../../geometry/monitors";
import { reasonOf } from "../../host/limits";
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

/** When a page that stays open has read the service. Times are in seconds since 1970. */
type Attempts = typeof noAttempts;

export const noAttempts = {
  /** When the last attempt began. */
  beganAt: Number.NEGATIVE_INFINITY,
  /** How many failed in a row, and when the last of them did. */
  failures: 0,
  failedAt: 0,
  /** The service does not want to be asked before. */
  notBefore: 0,
};

/** At most how long it waits after failures, and how long after a reading a return is no news. */
const [mostSeconds, returnSeconds] = [1800, 30];

/** Each failure doubles the pause. */
export function nextAttempt({ beganAt, failures, failedAt, notBefore }: Attempts): number {
  const pause = Math.min(mostSeconds, rereadSeconds * 2 ** Math.max(0, failures - 1));
  return Math.max(notBefore, (failures === 0 ? beganAt : failedAt) + pause);
}

/** Whether to read for who looks at the page. Who comes back to it is shown what is true now. */
export function isDue(attempts: Attempts, now: number, isReturn: boolean): boolean {
  const { beganAt, notBefore } = attempts;
  return now >= (isReturn ? Math.max(notBefore, beganAt + returnSeconds) : nextAttempt(attempts));
}

/** A reading that takes longer is given up, such as one from before the computer slept. */
const patienceSeconds = 180;

export type Rereading = ReturnType<typeof keepReading>;

/**
 * Reads again and again, one reading at a time, and shows what the newest one has. Nobody looks at a hidden page. `now` is in
 * seconds since 1970.
 */
export function keepReading<Reading>(
  read: (now: number) => Promise<Reading>,
  show: (shown: PageState<Reading>) => void,
  now: () => number,
  isVisible: () => boolean,
) {
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
      [reading, reason, attempts] = [answer, undefined, { ...noAttempts, beganAt }];
    } catch (error) {
      if (!isNewest()) return;
      const { retrySeconds = 0 } = error instanceof ServiceRefusal ? error : {};
      const failures = attempts.failures + 1;
      attempts = { beganAt, failures, failedAt: now(), notBefore: now() + retrySeconds };
      reason = reasonOf(error);
    }
    running = undefined;
    draw();
  };
  const refresh = (): Promise<void> => {
    const isUnderWay = now() - attempts.beganAt < patienceSeconds;
    if (running === undefined || !isUnderWay) {
      running = attempt();
      draw();
    }
    return running ?? Promise.resolve();
  };
  const readIfDue = (isReturn: boolean) => {
    if (!isVisible()) return;
    if (isDue(attempts, now(), isReturn)) void refresh();
    else draw();
  };
  return {
    /** Often: reads if that is due, and shows how old everything is. */
    beat: () => readIfDue(false),
    /** Somebody has come back to the page. */
    comeBack: () => readIfDue(true),
    /** Somebody asks. Who asks again meanwhile gets the same answer. */
    refresh,
  };
}
