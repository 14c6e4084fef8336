import diagnostics from "node:diagnostics_channel";
import fs from "node:fs";
import { ClientRequest } from "node:http";
import { availableParallelism, loadavg } from "node:os";
import fakeTimers from "@sinonjs/fake-timers";

/**
 * Preloaded into a packaged task (`node --require`): its timers and its date are sinon's, and time jumps to
 * the next timer as soon as the process has nothing to do but wait. So a deadline of minutes takes
 * milliseconds, and what ships has no hook for it. A service can make time pass by headers of its answer:
 * `x-sandbox-seconds` for each piece of it that arrives, `x-sandbox-jump-seconds` sets the machine's date, and from
 * `x-sandbox-disk-seconds` on each file takes so long to reach the disk, while nothing else of the process goes on.
 * A service that must know the task's time reads it from the file that `SANDBOX_CLOCK_SHOWN_IN` names.
 */

const realSetTimeout = globalThis.setTimeout;
const realNow = performance.now.bind(performance);

/** How long nothing may happen, in real milliseconds, until waiting is all that is left. */
const quietMilliseconds = 6;
/** The same while a request is open: its service, a process of its own, has to have had the time to answer. */
const quietMillisecondsWithRequest = 350 * slowdown();
/**
 * The same while nothing waits for a timer: the process is about to end by itself, however busy the machine is. A test of
 * one that something holds open need not wait so long.
 */
const quietMillisecondsAtTheEnd = Number(process.env["SANDBOX_CLOCK_HELD_MILLISECONDS"] ?? 20_000);
const pulseMilliseconds = 2;

/** At least 1, and more if the machine has more to do than the tests alone, which keep each processor twice as busy. */
function slowdown(): number {
  const [lastMinute = 0] = loadavg();
  return Math.max(1, lastMinute / availableParallelism() / 2);
}

const clock = fakeTimers.install({
  now: Number(process.env["SANDBOX_CLOCK_STARTS_AT"]),
  toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance", "hrtime"],
});

const shownIn = process.env["SANDBOX_CLOCK_SHOWN_IN"];
const shownDescriptor = shownIn === undefined ? undefined : fs.openSync(shownIn, "w");
/** Shows the time before anything is sent at it: a connection is not open until a later turn. */
function show(): void {
  if (shownDescriptor !== undefined) fs.writeSync(shownDescriptor, String(Date.now()), 0);
}
show();

function tick(milliseconds: number): void {
  clock.tick(milliseconds);
  show();
}

let openRequests = 0;
let lastActivity = realNow();
/** How often the pulse has beaten since: few times in a machine that is busy, whatever the time. */
let quietPulses = 0;
const active = () => {
  lastActivity = realNow();
  quietPulses = 0;
};

diagnostics.subscribe("http.client.request.start", (message) => {
  const request: unknown = Object(message).request;
  if (!(request instanceof ClientRequest)) return;
  openRequests++;
  active();
  request.once("response", ({ headers, socket }) => {
    const seconds = (name: string) => Number(headers[name] ?? 0);
    if (headers["x-sandbox-disk-seconds"] !== undefined) diskSeconds = seconds("x-sandbox-disk-seconds");
    if (seconds("x-sandbox-jump-seconds") !== 0)
      clock.setSystemTime(Date.now() + seconds("x-sandbox-jump-seconds") * 1000);
    const arrives = () => {
      active();
      tick(seconds("x-sandbox-seconds") * 1000);
    };
    arrives();
    socket.on("data", arrives);
    request.once("close", () => socket.removeListener("data", arrives));
  });
  request.once("close", () => {
    openRequests--;
    active();
  });
});

const straightSync = fs.fsyncSync;
let diskSeconds = 0;
Object.assign(fs, {
  fsyncSync(descriptor: number) {
    straightSync(descriptor);
    tick(diskSeconds * 1000);
  },
});

// A fake timer holds no process open, so the pulse does while a timer is pending that would.
const pending = new Set<{ hasRef(): boolean }>();
const fakeSetTimeout = globalThis.setTimeout;
const fakeClearTimeout = globalThis.clearTimeout;
Object.assign(globalThis, {
  setTimeout(action: () => void, milliseconds?: number) {
    const timer = fakeSetTimeout(() => {
      pending.delete(timer);
      action();
    }, milliseconds);
    pending.add(timer);
    pulse();
    return timer;
  },
  clearTimeout(timer: NodeJS.Timeout | undefined) {
    if (timer !== undefined) pending.delete(timer);
    fakeClearTimeout(timer);
  },
});

let next: NodeJS.Timeout | undefined;
function pulse(): void {
  if (pending.size === 0) return;
  // One that was let go of holds the process again for a timer that is awaited.
  next?.ref();
  next ??= realSetTimeout(() => {
    next = undefined;
    quietPulses++;
    const needed = quietNeeded();
    if (realNow() - lastActivity >= needed && quietPulses * pulseMilliseconds * 2 >= needed) {
      clock.next();
      show();
      active();
    }
    pulse();
  }, pulseMilliseconds);
  // Read a turn later, for a timer is let go of (`unref`) after it was made.
  setImmediate(() => {
    if (!isAwaited()) next?.unref();
  });
}

function isAwaited(): boolean {
  return [...pending].some((timer) => timer.hasRef());
}

function quietNeeded(): number {
  if (!isAwaited()) return quietMillisecondsAtTheEnd;
  return openRequests > 0 ? quietMillisecondsWithRequest : quietMilliseconds;
}
