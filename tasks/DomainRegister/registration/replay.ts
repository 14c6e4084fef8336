import { findUnaccepted } from "../../../shared/registrar/consent";
import type { Price, PurchaseText, Wish } from "../../../shared/registrar/registrar";
import { hostNameOf } from "../request/domain";
import { reducedRequest, wishAt } from "../request/request";
import type { Context } from "./context";
import { findPriceObjection } from "./price";
import { type Attempt, findEarlierPurchases, type RepeatableAttempt } from "./receipt";

/**
 * The attempt if it may be sent again by its key, otherwise the reason why not, as a clause. Sending it again buys
 * if the first request never arrived. So it must come from this account, its key must still be valid, and its text
 * must match what is wanted today. The text counts because a receipt can be edited.
 */
export function findRepeatable(attempt: Attempt, context: Context): RepeatableAttempt | string {
  const { account, wanted } = context;
  const { repeatable } = attempt;
  if (!isSentTo(attempt, context)) return `it went to ${hostNameOf(attempt.service)}`;
  if (repeatable === undefined) return "the purchase has no key";
  if (attempt.account !== account)
    return (
      "it was sent with another credential, and only a run with that one can find out. If the credential was " +
      "replaced, check the account"
    );
  if (wanted.dryRun) return "a dry run sends no purchase";
  const repeated = { ...attempt, repeatable };
  return findObjection(repeated, context) ?? repeated;
}

function findObjection(attempt: RepeatableAttempt, context: Context): string | undefined {
  const { registrar, wanted, clock, request } = context;
  const { repeatable } = attempt;
  const { traits, keyed } = registrar;
  if (keyed === undefined) return "this registrar does not support keys";
  // The date may have been changed while the machine ran, and another agent's clock may be ahead.
  const { registrarTime } = repeatable;
  const times = [
    [clock.now(), attempt.sentAt],
    [clock.wallNow(), attempt.sentAt],
    ...(registrarTime === undefined ? [] : [[registrar.now(), registrarTime] as const]),
  ] as const;
  const ages = times.map(([now, sentAt]) => (now === undefined ? 0 : (now - Date.parse(sentAt)) / 3_600_000));
  if (!ages.every((hours) => hours > -1)) return "the receipt dates the purchase in the future";
  if (!ages.every((hours) => hours < keyed.hours))
    return `its key is no longer reliable after ${keyed.hours} hours`;
  const { price, currency, period } = repeatable;
  const offer = { price, currency, period };
  const text = keyed.parse(repeatable.body);
  const isWanted = withoutTimes(attempt.request) === withoutTimes(reducedRequest(request));
  const wish = wishAt(request, clock.now());
  const isMeant = text !== undefined && isTextFor(text, wish, offer);
  if (!isWanted || !isMeant || findUnaccepted(text, wish, traits.unit) !== undefined)
    return "the purchase does not match the current inputs and request file";
  return findPriceObjection(offer, wanted.limit);
}

/** A run as far as it can find out how a purchase ended. */
type Resolver = Pick<Context, "registrar" | "service" | "account" | "clock">;

/**
 * The time until which another run of this account can find out how the open purchase in a receipt ended, in
 * milliseconds since 1970. Undefined if none can.
 */
export function findResolvableUntil(attempts: readonly Attempt[], context: Resolver): number | undefined {
  const { open } = findEarlierPurchases(attempts, context.service);
  const { hours } = context.registrar.keyed ?? {};
  if (open?.repeatable === undefined || hours === undefined || !isSentTo(open, context)) return undefined;
  if (open.account !== context.account) return undefined;
  const until = Date.parse(open.sentAt) + hours * 3_600_000;
  return until > context.clock.wallNow() ? until : undefined;
}

function isSentTo(attempt: Attempt, { registrar, service }: Resolver): boolean {
  return attempt.registrar === registrar.traits.name && hostNameOf(attempt.service) === hostNameOf(service);
}

/** Whether the text of a purchase names what is wanted, and the price that the receipt has beside it. */
function isTextFor({ domain, period, price }: PurchaseText, wish: Wish, offer: Price): boolean {
  return (
    (domain ?? wish.domain) === wish.domain &&
    (period ?? wish.period) === wish.period &&
    (price ?? offer.price) === offer.price
  );
}

/** A request without the moments of consent, which differ from run to run. */
function withoutTimes(request: unknown): string {
  return JSON.stringify(request, (key, value: unknown) => (key === "agreedAt" ? undefined : value));
}

/** An agent sends its purchase, or decides not to, within so many seconds after it has written its intent. */
const decidedWithinSeconds = 60;

/**
 * For how many seconds more the agent that holds the lock may decide not to send this purchase. If it were
 * sent again by then, that agent could buy with another key beside it.
 */
export function undecidedSecondsLeft({ sentAt, outcome }: Attempt, { receipts, clock }: Context): number {
  if (outcome !== "sending" || !receipts.isLocked()) return 0;
  const ageSeconds = (clock.wallNow() - Date.parse(sentAt)) / 1000;
  return Math.min(decidedWithinSeconds, decidedWithinSeconds - ageSeconds);
}
