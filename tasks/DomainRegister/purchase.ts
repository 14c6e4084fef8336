import type { Agent } from "../../shared/agent";
import { type Clock, momentOf, wait } from "../../shared/clock";
import { messageOf } from "../../shared/faults";
import type { Ownership, PurchaseTerms, Registrar } from "../../shared/registrar";
import type { PurchaseAnswer } from "../../shared/registrar-answers";
import { type Confirmation, freshSecondsLeft, type Stale, staleAt } from "./confirmation";
import { type Attempt, type AttemptOutcome, earlierPurchases, type ReceiptFile } from "./receipt";
import { type RegistrationRequest, reducedRequest, requestBody, requestToSend } from "./request";

/** What buying works with. */
export interface BuyerParts {
  request: RegistrationRequest;
  registrar: Registrar;
  receipts: ReceiptFile;
  environment: string;
  service: string;
  agent: Agent;
  clock: Clock;
  /** Fires when the step is cancelled. */
  cancelled: AbortSignal;
}

/** Who sends purchases, and keeps the receipt of them. */
export interface Buyer {
  /**
   * Sends one purchase request, with its intent on the disk before and its outcome after. `availability` are
   * the answers that led to it. Nothing is sent when the intent cannot be written (throws), when another agent that
   * shares the folder is buying, or when the confirmation is too old once the intent is on the disk.
   */
  buy(availability: readonly object[], confirmation: Confirmation): Promise<PurchaseAnswer | Stale>;
  /**
   * Looks, by reading only, whether a purchase of unknown outcome took effect: until the account shows the
   * domain, or five minutes are over, or the step is cancelled.
   */
  reconcile(): Promise<boolean>;
}

/** The agent ends a cancelled process 10 s after its first signal; by then the receipt has to be written. */
const graceSeconds = 8.5;
/** How long a purchase whose outcome is not known is looked into, and how the pauses between looks grow. */
const reconcileSeconds = 300;
const reconcilePauses = [2, 4, 8, 16, 30];

/** A buyer for one registration. */
export function createBuyer(parts: BuyerParts): Buyer {
  const { receipts, clock, request, registrar, agent, cancelled } = parts;
  /**
   * Our attempt and those before it while the right to buy is ours; undefined while it is not. They are ahead of the
   * file when that could not be written.
   */
  let held: { earlier: Attempt[]; own: Attempt } | undefined;

  const write = (all: Attempt[]) =>
    receipts.write({
      domain: request.domain,
      environment: parts.environment,
      service: parts.service,
      attempts: all,
    });

  /** Gives the right to buy back. Where that fails we still have it, and go on: a purchase may have been made. */
  function release(): void {
    try {
      receipts.release();
      held = undefined;
    } catch (error) {
      agent.warn(
        `The right to buy could not be given back (${messageOf(error)}). Remove ${receipts.claimPath} when this step has ended.`,
      );
    }
  }

  /** Adds an answer to our attempt. What is known must not be lost to a full disk: it is printed then. */
  function note(answer: PurchaseAnswer | Stale | Ownership, outcome: AttemptOutcome): void {
    if (held === undefined) return;
    const { earlier, own } = held;
    const answered = { at: timeOf(clock.now()), ...answer };
    const noted = { earlier, own: { ...own, outcome, answers: [...own.answers, answered] } };
    held = noted;
    try {
      write([...earlier, noted.own]);
    } catch (error) {
      const unwritten = agent.sanitize(JSON.stringify(answered));
      agent.warn(`The receipt could not be written (${messageOf(error)}). It would say: ${unwritten}`);
      return;
    }
    release();
    // While the outcome is open the receipt says so itself, and our own looks into it still have to be noted.
    if (outcome === "unknown") held = noted;
  }

  /** The attempts before ours; the right to buy is given back when the receipt cannot be read. */
  function readEarlier(): Attempt[] {
    try {
      return receipts.read()?.attempts ?? [];
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Puts the intent on the disk; where that fails nothing is sent, and nothing is left that looks like it. */
  function intend(earlier: Attempt[], own: Attempt): void {
    try {
      write([...earlier, own]);
      held = { earlier, own };
    } catch (error) {
      release();
      throw new Error(`Nothing was bought: the receipt could not be written (${messageOf(error)}).`);
    }
  }

  return {
    async buy(availability, confirmation) {
      if (held === undefined && !receipts.claim()) return { kind: "unknown", message: claimed(receipts) };
      const earlier = held === undefined ? readEarlier() : [...held.earlier, held.own];
      const { bought, open } = earlierPurchases(earlier, parts.service);
      if (bought !== undefined || open !== undefined) {
        release();
        return open === undefined || bought !== undefined
          ? { kind: "bought", order: {} }
          : {
              kind: "unknown",
              message: `Another agent sent a purchase at ${open.sentAt}: see ${receipts.path}.`,
            };
      }
      const now = clock.now();
      intend(earlier, {
        sentAt: timeOf(now),
        service: parts.service,
        outcome: "sending",
        request: reducedRequest(requestToSend(request, now)),
        availability: [...availability],
        answers: [],
      });
      const moment = momentOf(clock);
      const stale = staleAt(confirmation, moment);
      if (stale !== undefined) {
        note(stale, "notBought");
        return stale;
      }
      const terms = {
        connectSeconds: freshSecondsLeft(confirmation, moment),
        isWanted: () => staleAt(confirmation, momentOf(clock)) === undefined,
      };
      const answer = await purchaseWithin(registrar, requestBody(request, now), terms, clock, cancelled);
      note(answer, outcomeOf(answer));
      return answer.kind === "unknown"
        ? { ...answer, message: `The purchase that was sent at ${timeOf(now)}: ${answer.message}` }
        : answer;
    },

    async reconcile() {
      const timeUp = new AbortController();
      const takeBack = clock.after(reconcileSeconds * 1000, () => timeUp.abort());
      const signal = AbortSignal.any([timeUp.signal, cancelled]);
      try {
        for (let looks = 0; ; looks++) {
          const ownership = await look(registrar, request.domain, signal);
          note(ownership, ownership.kind === "owned" ? "registered" : "unknown");
          if (ownership.kind === "owned") return true;
          await wait(clock, (reconcilePauses[looks] ?? 30) * 1000, signal);
        }
      } catch (error) {
        if (!signal.aborted) throw error;
        return false;
      } finally {
        takeBack();
      }
    },
  };
}

function outcomeOf(answer: PurchaseAnswer): AttemptOutcome {
  if (answer.kind === "bought") return "registered";
  return answer.kind === "unknown" ? "unknown" : "notBought";
}

/** The answer to a purchase; a cancelled step waits for it as long as its process lives. */
async function purchaseWithin(
  registrar: Registrar,
  body: string,
  terms: PurchaseTerms,
  clock: Clock,
  cancelled: AbortSignal,
): Promise<PurchaseAnswer> {
  const ending = new AbortController();
  let takeBack = () => {};
  const end = () => {
    takeBack = clock.after(graceSeconds * 1000, () => ending.abort());
  };
  cancelled.addEventListener("abort", end);
  try {
    return await registrar.purchase(body, ending.signal, terms);
  } catch (error) {
    // Whatever happened here, it happened after the request may have been sent.
    const message = ending.signal.aborted
      ? "The step was cancelled while the purchase was on its way."
      : messageOf(error);
    return { kind: "unknown", message };
  } finally {
    cancelled.removeEventListener("abort", end);
    takeBack();
  }
}

/** The ownership; a credential that is refused proves nothing here. */
async function look(registrar: Registrar, domain: string, signal: AbortSignal): Promise<Ownership> {
  try {
    return await registrar.ownership(domain, signal);
  } catch (error) {
    signal.throwIfAborted();
    return { kind: "unprovable", message: messageOf(error) };
  }
}

/** What to say when somebody else has the right to buy. */
export function claimed({ claimPath }: ReceiptFile): string {
  return `Another agent is buying, or died while it did: ${claimPath} exists. Remove it when no agent is at it.`;
}

/** A moment as the receipt names it. */
export function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
