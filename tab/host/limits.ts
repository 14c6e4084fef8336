/** How long the tab waits for the page around it or for the service. */
export const patienceSeconds = 30;

/** Rejects with the sentence `late` when the work takes too long, and aborts it. */
export function withDeadline<Value>(
  late: string,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController();
  const { signal } = controller;
  const deadline = new Promise<never>((_, reject) =>
    signal.addEventListener("abort", () => reject(new Error(late))),
  );
  const timer = setTimeout(() => controller.abort(), patienceSeconds * 1000);
  return Promise.race([work(signal), deadline]).finally(() => clearTimeout(timer));
}

/** Begins each work when fewer than so many of those before it are under way. */
export function atMost(limit: number): <Value>(work: () => Promise<Value>) => Promise<Value> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= limit) await new Promise<void>((begin) => waiting.push(begin));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // Its place goes to the one that has waited longest.
      if (next === undefined) running--;
      else next();
    }
  };
}

/** The page may hand over an object of its own instead of an error. */
export function reasonOf(error: unknown): string {
  const { message }: { message?: unknown } = Object(error);
  if (typeof message === "string" && message !== "") return message;
  return typeof error === "string" && error !== "" ? error : "Azure DevOps gave no reason.";
}
