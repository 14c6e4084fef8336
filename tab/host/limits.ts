/** How long the tab waits for the page around it or for the service. */
export const patienceSeconds = 30;

/** Rejects with the sentence `late` when the work takes too long, and aborts it. */
export async function withDeadline<Value>(
  late: string,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(late));
      controller.abort();
    }, patienceSeconds * 1000);
  });
  try {
    return await Promise.race([work(controller.signal), deadline]);
  } finally {
    clearTimeout(timer);
  }
}

/** Reads each key once, and again only after a failure. */
export function readOnce<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const readings = new Map<string, Promise<Value>>();
  return (key) => {
    const reading = readings.get(key) ?? read(key);
    readings.set(key, reading);
    reading.catch(() => readings.delete(key));
    return reading;
  };
}

/** How many requests go out together. */
const together = 8;

/** Does all, in their order, a few at a time. Rejects with the first failure. */
export async function eightAtATime(all: readonly (() => Promise<unknown>)[]): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < all.length) await all[next++]?.();
  };
  await Promise.all(Array.from({ length: together }, work));
}
