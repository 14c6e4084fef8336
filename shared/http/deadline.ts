import type { Clock } from "../clock";

/** Starts the timers of one try. The caller must call `end`. */
export function startDeadline(
  clock: Clock,
  deadlineSeconds: number,
  connectSeconds: number | undefined,
  signal: AbortSignal,
) {
  const controller = new AbortController();
  const connecting = new AbortController();
  const abort = () => controller.abort();
  const cancelTimer = clock.after(deadlineSeconds * 1000, abort);
  const cancelConnectTimer =
    connectSeconds === undefined ? undefined : clock.after(connectSeconds * 1000, () => connecting.abort());
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  return {
    /** Fires when the time is up or the signal of the request fires. */
    signal: controller.signal,
    /** Fires when the connection must have been made; undefined without such a limit. */
    connectBy: connectSeconds === undefined ? undefined : connecting.signal,
    /** Cancels both timers. */
    end() {
      cancelTimer();
      cancelConnectTimer?.();
      signal.removeEventListener("abort", abort);
    },
  };
}
