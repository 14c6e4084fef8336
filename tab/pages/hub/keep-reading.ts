import { rereadSeconds } from "../../geometry/monitors";
import { reasonOf } from "../../host/limits";
import { ServiceRefusal } from "../../host/service";

/** How the last attempt to read ended. */
export interface LastAttempt {
  /** Why the last attempt failed, and when the next one begins; undefined if it did not. */
  failure: { reason: string; nextAt: number } | undefined;
  isReading: boolean;
}

/** The state of a page that stays open. */
export interface PageState<Reading> extends LastAttempt {
  reading: Reading | undefined;
  /** The present, in seconds since 1970. */
  now: number;
}

/** When a page that stays open has read the service. Times are those of a steady clock, in seconds. */
type Attempts = typeof noAttempts;

export const noAttempts = {
  /** When the last attempt began. */
  beganAt: Number.NEGATIVE_INFINITY,
  /** When it failed; undefined if it did not. */
  failedAt: undefined as number | undefined,
  /** The service does not want to be asked before. */
  notBefore: 0,
};

/** How long after a reading a return is no news, and how long no beat is a sleep. */
const [returnSeconds, sleepSeconds] = [30, 300];

/** However long the service fails, its return is seen as soon as any change. */
export function nextAttempt({ beganAt, failedAt, notBefore }: Attempts): number {
  return Math.max(notBefore, (failedAt ?? beganAt) + rereadSeconds);
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
 * Reads again and again, one reading at a time, and shows what the newest one has. Nobody looks at a hidden page. Pauses are timed
 * by a steady clock: the one of a machine may be set meanwhile. A reading says how long the service does not want to be asked again.
 * The first one may show a part of it before it is complete.
 */
export function keepReading<Reading extends { retrySeconds: number }>(
  read: (last: Reading | undefined, showPart: (part: Reading) => void) => Promise<Reading>,
  show: (shown: PageState<Reading>) => void,
  { now, steady }: { now: () => number; steady: () => number },
  isVisible: () => boolean,
) {
  let attempts: Attempts = noAttempts;
  let reading: Reading | undefined;
  let reason: string | undefined;
  let running: Promise<void> | undefined;
  const draw = () => {
    const left = Math.max(0, nextAttempt(attempts) - steady());
    const failure = reason === undefined ? undefined : { reason, nextAt: Math.ceil(now() + left) };
    show({ reading, failure, isReading: running !== undefined, now: now() });
  };
  const attempt = async (last: Reading | undefined): Promise<void> => {
    const beganAt = steady();
    attempts = { ...attempts, beganAt };
    // A later attempt has taken the place of one that was given up.
    const isNewest = () => attempts.beganAt === beganAt;
    try {
      const answer = await read(last, (part) => {
        if (!isNewest() || reading !== undefined) return;
        reading = part;
        draw();
      });
      if (!isNewest()) return;
      const notBefore = steady() + answer.retrySeconds;
      [reading, reason, attempts] = [answer, undefined, { ...noAttempts, beganAt, notBefore }];
    } catch (error) {
      if (!isNewest()) return;
      const { retrySeconds = 0 } = error instanceof ServiceRefusal ? error : {};
      attempts = { beganAt, failedAt: steady(), notBefore: steady() + retrySeconds };
      reason = reasonOf(error);
    }
    running = undefined;
    draw();
  };
  const refresh = (last?: Reading): Promise<void> => {
    const isUnderWay = steady() - attempts.beganAt < patienceSeconds;
    if (running === undefined || !isUnderWay) {
      running = attempt(last);
      draw();
    }
    return running ?? Promise.resolve();
  };
  const readIfDue = (isReturn: boolean) => {
    if (!isVisible()) return;
    if (isDue(attempts, steady(), isReturn)) void refresh(reading);
    else draw();
  };
  let lastBeat = now();
  return {
    /** Often: reads if that is due, and shows how old everything is. After a sleep of the computer, it is a return. */
    beat() {
      const hasSlept = now() - lastBeat > sleepSeconds;
      lastBeat = now();
      readIfDue(hasSlept);
    },
    /** Somebody has come back to the page. */
    comeBack: () => readIfDue(true),
    /** Somebody asks, who may doubt what was read before: all is read again. Who asks again meanwhile gets the same answer. */
    refresh: () => refresh(),
  };
}
