import type { Agent } from "../../../shared/agent/agent";
import type { Clock } from "../../../shared/clock";
import { messageOf } from "../../../shared/errors";
import type { Ownership, PurchaseResponse } from "../../../shared/registrar/registrar";
import type { Stale } from "./confirmation";
import { type Attempt, type AttemptOutcome, receiptTime } from "./receipt";
import type { ReceiptFile } from "./receipt-file";

/** What the log of a registration needs. */
export interface AttemptLogParts {
  domain: string;
  environment: string;
  /** The URL of the registrar. */
  service: string;
  receipts: ReceiptFile;
  agent: Agent;
  clock: Clock;
}

/** Records the attempts to buy in the receipt, and holds the purchase lock meanwhile. */
export interface AttemptLog {
  /**
   * Takes the purchase lock, unless this log still has it. Returns the attempts so far, or undefined if
   * someone else has the lock. Throws if the receipt cannot be read: the lock is released then.
   */
  open(): Attempt[] | undefined;
  /** Writes the intent to buy. Throws if that fails: the lock is released then, and nothing may be sent. */
  writeIntent(earlier: Attempt[], own: Attempt): void;
  /**
   * Continues an earlier attempt, so that its outcome can be recorded. Needs no lock: whoever holds it learns
   * the same outcome.
   */
  resume(earlier: Attempt[], open: Attempt): void;
  /**
   * Adds a response to our attempt. If it cannot be written, prints it, so that what is known is not lost.
   */
  record(response: PurchaseResponse | Stale | Ownership, outcome: AttemptOutcome): void;
  /** Releases the lock. If that fails, only warns: a purchase may have been made. */
  release(): void;
}

/** Returns what a response means for the attempt. An accepted purchase is not one yet. */
export function attemptOutcomeOf({ kind }: PurchaseResponse): AttemptOutcome {
  if (kind === "bought") return "registered";
  return kind === "unknown" || kind === "accepted" ? "unknown" : "notBought";
}

/** Creates the log of one registration. */
export function createAttemptLog(parts: AttemptLogParts): AttemptLog {
  const { domain, environment, service, receipts, agent, clock } = parts;
  /**
   * Our attempt and the ones before it while this log has the purchase lock, otherwise undefined. If the file
   * could not be written, they are newer than the file.
   */
  let held: { earlier: Attempt[]; own: Attempt } | undefined;
  let hasLock = false;

  const write = (attempts: Attempt[]) => receipts.write({ domain, environment, service, attempts });

  function release(): void {
    try {
      if (hasLock) receipts.releaseLock();
      hasLock = false;
      held = undefined;
    } catch (error) {
      agent.warn(
        `The purchase lock could not be released (${messageOf(error)}). ` +
          `When this step has ended, delete ${receipts.lockPath}.`,
      );
    }
  }

  return {
    release,

    open() {
      if (!hasLock) hasLock = receipts.acquireLock();
      if (!hasLock) return undefined;
      if (held !== undefined) return [...held.earlier, held.own];
      try {
        return receipts.read()?.attempts ?? [];
      } catch (error) {
        release();
        throw error;
      }
    },

    writeIntent(earlier, own) {
      try {
        write([...earlier, own]);
        held = { earlier, own };
      } catch (error) {
        release();
        throw new Error(
          `Nothing was bought: the receipt could not be written (${messageOf(error)}). Check \`receiptFolder\`.`,
        );
      }
    },

    resume(earlier, open) {
      held = { earlier, own: open };
    },

    record(response, outcome) {
      if (held === undefined) return;
      const { earlier, own } = held;
      const entry = { at: receiptTime(clock.now()), ...response };
      const recorded = { earlier, own: { ...own, outcome, answers: [...own.answers, entry] } };
      held = recorded;
      try {
        write([...earlier, recorded.own]);
      } catch (error) {
        const unwritten = agent.sanitize(JSON.stringify(entry));
        agent.warn(`The receipt could not be written (${messageOf(error)}). Keep this record: ${unwritten}`);
        return;
      }
      release();
      // While the outcome is unknown, the receipt itself stops others. What we still find out has to be
      // recorded.
      if (outcome === "unknown") held = recorded;
    },
  };
}
