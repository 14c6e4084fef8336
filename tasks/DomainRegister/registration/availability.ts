import type { Availability, Price } from "../../../shared/registrar/registrar";
import { findPriceObjection } from "./price";
import type { Rules } from "./state";

/** Whether a response counts for a purchase. */
export function meansAvailable(
  { available, definitive }: Availability,
  { requireDefinitive }: Rules,
): boolean {
  return available && (definitive === true || !requireDefinitive);
}

/** Where a quote locks the price, only the quote's price counts. */
export function findObjectionToOffer(
  offer: Price,
  { needsPrice, needsQuote, limit }: Rules,
): string | undefined {
  if (needsQuote) return undefined;
  return needsPrice && offer.price === undefined
    ? "the response has no price, and the registrar sells only at a price that it gave"
    : findPriceObjection(offer, limit);
}
