import type { Locator, Page } from "playwright-core";
import type { Fault, Reply } from "../../sandbox/loopback";

/** The page of Azure DevOps around the extension, and the service behind it. */
export interface HostStage<Host> {
  host: () => Host;
  /** Lets each request that matches fail, or so many of them. */
  fail(when: Fault["when"], reply: Reply, times?: number): void;
  /** Holds back the body of the first reply to such a request, or another text in its place. */
  holdBack(when: Fault["when"], text?: string): { arrived: Promise<void>; release: () => void };
}

/** Starts a page of Azure DevOps for a file of tests, without runs or faults for each of them. */
export function useHost<Host extends { runs: unknown[]; faults: Fault[]; close(): Promise<void> }>(
  start: () => Promise<Host>,
): HostStage<Host> {
  let host: Host;
  // A fault replaces the headers of a healthy reply, too.
  const headers = { "access-control-allow-origin": "*" };
  before(async () => {
    host = await start();
  });
  after(() => host.close());
  afterEach(() => {
    host.runs.splice(0);
    host.faults.splice(0);
  });
  return {
    host: () => host,
    fail(when, reply, times = Number.POSITIVE_INFINITY) {
      host.faults.push({ when, reply: { headers, ...reply }, times });
    },
    holdBack(when, text) {
      const [arrived, released] = [openPromise(), openPromise()];
      const reply: Fault["reply"] = (_, healthy) => {
        arrived.resolve();
        const { body, ...rest } = text === undefined ? healthy() : { headers, body: text };
        return { ...rest, body: heldBack(released.promise, String(body)) };
      };
      host.faults.push({ when, reply, times: 1 });
      return { arrived: arrived.promise, release: released.resolve };
    },
  };
}

async function* heldBack(released: Promise<void>, text: string) {
  await released;
  yield Buffer.from(text);
}

function openPromise() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Lets time pass in the page until it shows something: a busy frame may not hear of it the first time. */
export async function passUntil(page: Page, milliseconds: number, shown: Locator): Promise<void> {
  while (!(await shown.isVisible())) await page.clock.fastForward(milliseconds);
}
