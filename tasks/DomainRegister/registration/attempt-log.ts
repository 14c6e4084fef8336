import { messageOf } from "../../../shared/errors";
import type { Ownership, PurchaseResponse } from "../../../shared/registrar/registrar";
import type { StaleConfirmation } from "./confirmation";
import type { Context } from "./context";
import { findOvercharge, type PriceLimit } from "./price";
import { type Reading, readingOf, withReading } from "./reading";
import { type Attempt, receiptTime } from "./receipt";

/** An accepted purchase is not bought yet. */
export function attemptOutcomeOf({ kind }: PurchaseResponse): Attempt["outcome"] {
  if (kind === "bought") return "registered";
  return kind === "unknown" || kind === "accepted" ? "unknown" : "notBought";
}

/**
 * Adds our knowledge of our attempt to the file's. Another agent may have found out how ours ended, and may be
 * buying since: its attempts stay, and nothing that is settled becomes unknown again. `unwritten` are the responses that
 * are not in the file.
 */
function mergedAttempts(
  inFile: readonly Attempt[] | undefined,
  { earlier, own, unwritten }: { earlier: Attempt[]; own: Attempt; unwritten: readonly object[] },
): Attempt[] {
  if (inFile === undefined) return [...earlier, own];
  const at = inFile.findLastIndex((attempt) => isSameAttempt(attempt, own));
  if (at === -1) return [...inFile, own];
  return inFile.map((attempt, index) =>
    index === at
      ? {
          ...attempt,
          outcome: surerOutcome(attempt.outcome, own.outcome),
          overcharge: attempt.overcharge ?? own.overcharge,
          answers: [...attempt.answers, ...unwritten],
        }
      : attempt,
  );
}

export function isSameAttempt(one: Attempt, other: Attempt): boolean {
  return (
    one.sentAt === other.sentAt &&
    one.service === other.service &&
    one.repeatable?.key === other.repeatable?.key
  );
}

/** Adds a response. An order that was charged above the cap stays one. */
function answered(
  own: Attempt,
  response: PurchaseResponse | StaleConfirmation | Ownership,
  entry: object,
  limit: PriceLimit,
): Attempt {
  const overcharge = response.kind === "bought" ? findOvercharge(response.order, limit) : own.overcharge;
  return { ...own, overcharge, answers: [...own.answers, entry] };
}

function isOwnership(response: { kind: string }): response is Ownership {
  return ["owned", "notOwned", "listed", "unprovable"].includes(response.kind);
}

/** A purchase that is proven stays proven. One that is settled is not unknown. */
function surerOutcome(inFile: Attempt["outcome"], own: Attempt["outcome"]): Attempt["outcome"] {
  if (inFile === "registered") return inFile;
  return inFile === "notBought" && own !== "registered" ? inFile : own;
}

/** Records the attempts to buy in the receipt, and holds the purchase lock meanwhile. */
export type AttemptLog = ReturnType<typeof createAttemptLog>;

export function createAttemptLog({ domain, environment, receipts, agent, clock, wanted }: Context) {
  /** The words of the account in this run. */
  let readings: Reading[] = [];
  const see = (ownership: Ownership): void => {
    readings = withReading(readings, readingOf(ownership, receiptTime(clock.wallNow())));
  };
  /** Our attempt, and what we know of it that the file may not have. Undefined while there is none, or once it is settled. */
  let held: Parameters<typeof mergedAttempts>[1] | undefined;
  let hasLock = false;

  const write = (attempts: Attempt[]) => receipts.write({ domain, environment, attempts });

  /** Releases the lock. If that fails, only warns: a purchase may have been made. */
  function unlock(): void {
    try {
      if (hasLock) receipts.releaseLock();
      hasLock = false;
    } catch (error) {
      agent.warn(
        `The purchase lock could not be released (${messageOf(error)}). When this step has ended, delete ${receipts.lockPath}.`,
      );
    }
  }

  function release(): void {
    unlock();
    if (!hasLock) held = undefined;
  }

  return {
    release,
    see,

    /** Writes once more what could not be written. That it could not was already said. */
    flush(): void {
      if (held === undefined || held.unwritten.length === 0) return;
      try {
        write(mergedAttempts(receipts.tryRead()?.attempts, held));
        held = { ...held, unwritten: [] };
      } catch {
        // The next run finds the intent, and ends as unknown.
      }
    },

    /**
     * Takes the purchase lock, unless this log still has it. Returns the attempts so far, or undefined if
     * someone else has the lock. Throws if the receipt cannot be read: the lock is released then.
     */
    open(): Attempt[] | undefined {
      if (!hasLock) hasLock = receipts.acquireLock();
      if (!hasLock) return undefined;
      try {
        const inFile = receipts.read()?.attempts;
        return held === undefined ? (inFile ?? []) : mergedAttempts(inFile, held);
      } catch (error) {
        release();
        throw error;
      }
    },

    /** Writes the intent to buy. Throws if that fails: the lock is released then, and nothing may be sent. */
    writeIntent(earlier: Attempt[], intent: Omit<Attempt, "accountBefore">): void {
      const own = { ...intent, accountBefore: readings };
      try {
        write([...earlier, own]);
        held = { earlier, own, unwritten: [] };
        // It may leave a record in the account that nobody has read.
        see({ kind: "unprovable", message: "" });
      } catch (error) {
        release();
        throw new Error(
          `This run bought nothing: the receipt ${receipts.path} could not be written (${messageOf(error)}). ` +
            "Make its folder writable.",
        );
      }
    },

    /**
     * Continues an earlier attempt, so that its outcome can be recorded. Needs no lock: `record` changes this
     * attempt only.
     */
    resume(earlier: Attempt[], open: Attempt): void {
      held = { earlier, own: open, unwritten: [] };
    },

    /**
     * Adds a response to our attempt, and keeps what other agents have written meanwhile. If it cannot be
     * written, prints it, so that no knowledge is lost.
     */
    record(response: PurchaseResponse | StaleConfirmation | Ownership, outcome: Attempt["outcome"]): void {
      if (isOwnership(response)) see(response);
      if (held === undefined) return;
      const { earlier, own, unwritten } = held;
      const entry = { at: receiptTime(clock.now()), ...response };
      const recorded = { earlier, own: answered({ ...own, outcome }, response, entry, wanted.limit) };
      held = { ...recorded, unwritten: [...unwritten, entry] };
      try {
        write(mergedAttempts(receipts.tryRead()?.attempts, held));
      } catch (error) {
        const lost = agent.sanitize(JSON.stringify(entry));
        agent.warn(`The receipt could not be written (${messageOf(error)}). Keep this record: ${lost}`);
        // The intent is in the receipt, which stops others.
        unlock();
        return;
      }
      release();
      // While the outcome is unknown, the receipt itself stops others. What we still find out has to be
      // recorded.
      if (outcome === "unknown") held = { ...recorded, unwritten: [] };
    },
  };
}
