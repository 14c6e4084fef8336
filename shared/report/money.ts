import { pluralize } from "../text/pluralize";
import type { CheckChange } from "./schema";

/** `11.69 USD for 1 year`. Empty if there is no price. */
export function renderOffer({ price, period = 0 }: Pick<CheckChange, "price" | "period">): string {
  if (price === undefined) return "";
  const money = price.currency === undefined ? price.amount : `${price.amount} ${price.currency}`;
  return period === 0 ? money : `${money} for ${pluralize(period, "year")}`;
}
