// What Azure DevOps does between a run that completes and the run of the pipeline that its service hook starts, as documented:
// service-hooks/troubleshoot.md and process/approvals.md of MicrosoftDocs/azure-devops-docs. Times are in seconds.

/** What happens, in the order of time. */
export interface Course {
  now(): number;
  at(seconds: number, happen: () => void | Promise<void>): void;
  /** Plays what happens before a time. */
  playUntil(seconds: number): Promise<void>;
}

export function createCourse(): Course {
  const events: { at: number; happen: () => void | Promise<void> }[] = [];
  let now = 0;
  return {
    now: () => now,
    at(seconds, happen) {
      const place = events.findLastIndex(({ at }) => at <= seconds) + 1;
      events.splice(place, 0, { at: seconds, happen });
    },
    async playUntil(seconds) {
      for (let [next] = events; next !== undefined && next.at < seconds; [next] = events) {
        events.shift();
        now = Math.max(now, next.at);
        await next.happen();
      }
      now = Math.max(now, seconds);
    },
  };
}

export type HookStatus = "enabled" | "onProbation" | "disabledBySystem";

/** Statuses after which a call is repeated within three minutes; those of any other failure mean probation. */
const passing = [408, 502, 503, 504];
const retryAfterSeconds = [1, 2, 4, 8, 15, 30, 50, 70];
const [firstTrySeconds, longestTrySeconds, maxTries] = [20 * 60, 15 * 3600, 7];

export interface Hook {
  status(): HookStatus;
  /** A run has completed for which the hook calls. */
  fire(runId: number): void;
  /** The events that nothing will ever be told of. */
  lost: number[];
}

/** The subscription of a service hook. `call` returns the status of the response. */
export function createHook(course: Course, call: (runId: number) => number): Hook {
  let status: HookStatus = "enabled";
  const lost: number[] = [];
  function send(runId: number, retries: number): void {
    const response = call(runId);
    if (response < 300) return;
    const pause = passing.includes(response) ? retryAfterSeconds[retries] : undefined;
    if (pause !== undefined) course.at(course.now() + pause, () => send(runId, retries + 1));
    else if (response === 410) disable(runId);
    else if (status === "enabled") {
      status = "onProbation";
      tryAgain(runId, 0);
    } else lost.push(runId);
  }
  /** On probation, the event that failed is sent again, and no other. */
  function tryAgain(runId: number, tries: number): void {
    const pause = Math.min(firstTrySeconds * 2 ** tries, longestTrySeconds);
    course.at(course.now() + pause, () => {
      if (call(runId) < 300) status = "enabled";
      else if (tries + 1 === maxTries) disable(runId);
      else tryAgain(runId, tries + 1);
    });
  }
  function disable(runId: number): void {
    status = "disabledBySystem";
    lost.push(runId);
  }
  return {
    status: () => status,
    lost,
    fire: (runId) => void (status === "enabled" ? send(runId, 0) : lost.push(runId)),
  };
}

/** What a pipeline's run was started by. */
export interface Started {
  reason: "schedule" | "manual" | "resourceTrigger";
  /** The run that the hook named. */
  hookRunId?: number;
}

/** A row of the run history. Of one that was canceled in the queue, nothing says whether it has a start. */
export interface HistoryRow extends Started {
  id: number;
  queuedAt: number;
  startedAt?: number;
  finishedAt?: number;
  result?: "succeeded" | "partiallySucceeded" | "failed" | "canceled";
}

export interface LockedPipeline {
  rows: readonly HistoryRow[];
  queue(started: Started): HistoryRow;
  /** The response to a call of its incoming webhook: 500 before the first run, and after a rename until the next commit. */
  callWebhook(runId: number): number;
  rename(): void;
  commit(): void;
}

/** Starts runs one after the other: the stage has `lockBehavior: runLatest`. `begin` returns when a run will have finished. */
export function createLockedPipeline(
  course: Course,
  nextId: () => number,
  begin: (row: HistoryRow) => number,
  ended: (row: HistoryRow) => void = () => undefined,
): LockedPipeline {
  const rows: HistoryRow[] = [];
  let [isRegistered, isHeld] = [false, false];
  let waiting: HistoryRow[] = [];
  function hold(row: HistoryRow): void {
    isHeld = true;
    row.startedAt = course.now();
    const finishedAt = begin(row);
    course.at(finishedAt, () => {
      row.finishedAt = finishedAt;
      row.result ??= "succeeded";
      ended(row);
      release();
    });
  }
  /** The newest goes on, and those that waited with it are canceled. */
  function release(): void {
    isHeld = false;
    const newest = waiting.at(-1);
    for (const [index, row] of waiting.slice(0, -1).entries()) {
      row.finishedAt = course.now();
      row.result = "canceled";
      if (index % 2 === 0) row.startedAt = row.queuedAt;
      ended(row);
    }
    waiting = [];
    if (newest !== undefined) hold(newest);
  }
  const queue = (started: Started): HistoryRow => {
    const row: HistoryRow = { id: nextId(), queuedAt: course.now(), ...started };
    rows.push(row);
    isRegistered ||= rows.length === 1;
    if (isHeld) waiting.push(row);
    else hold(row);
    return row;
  };
  return {
    rows,
    queue,
    callWebhook(runId) {
      if (!isRegistered) return 500;
      queue({ reason: "resourceTrigger", hookRunId: runId });
      return 200;
    },
    rename() {
      isRegistered = false;
    },
    commit() {
      isRegistered = true;
    },
  };
}
