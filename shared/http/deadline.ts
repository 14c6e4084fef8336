import type { Clock } from "../clock";

export interface Deadline {
  /** Fires when the time is up or the signal of the request fires. */
  signal: AbortSignal;
  /** Fires when the connection must have been made; undefined without such a limit. */
  connectBy: AbortSignal | undefined;
  /** Cancels both timers. */
  end(): void;
}

/** Starts the timers of one try. The caller must call `end`. */
export function startDeadline(
  clock: Clock,
  deadlineSeconds: number,
  connectSeconds: number | undefined,
  signal: AbortSignal,
): Deadline {
  const controller = new AbortController();
  const connecting = new AbortController();
  const abort = () => controller.abort();
  const cancelTimer = clock.after(deadlineSeconds * 1000, abort);
  const cancelConnectTimer =
    connectSeconds === undefined ? undefined : clock.after(connectSeconds * 1000, () => connecting.abort());
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  return {
    signal: controller.signal,
    connectBy: connectSeconds === undefined ? undefined : connecting.signal,
    end() {
      cancelTimer();
      cancelConnectTimer?.();
      signal.removeEventListener("abort", abort);
    },
  };
}
