import type { InputReader } from "../../../shared/agent/inputs";
import { decimalOf, parseDecimal } from "../../../shared/registrar/money";
import type { RegistrarTraits } from "../../../shared/registrar/registrar";
import type { PriceLimit } from "../registration/price";

/** Nobody means a cap below one hundredth of a currency. A smaller number is meant in another unit. */
const minMillionths = 10_000n;

/**
 * Reads the price cap and its currency. `maxPrice` is an amount with its currency, such as "12.00 USD", at a
 * registrar whose unit is known. A bare integer is in the unit of the specification's registrar, and only
 * taken there. A cap is required if money may be spent, so that nobody buys at any price by accident.
 */
export function readMaxPrice(reader: InputReader, isRequired: boolean, traits: RegistrarTraits): PriceLimit {
  const currency = readCurrency(reader);
  const limit = { unit: traits.unit, maxPrice: undefined, currency, period: undefined };
  const text = reader.text("maxPrice");
  const report = (problem: string) => void reader.problems.push(`maxPrice: ${problem}`);
  if (text === "" && isRequired) report(`missing; expected ${formOf(traits)}`);
  if (text === "" || text === "any") return limit;
  const bare = /^\d{1,18}$/.test(text) ? BigInt(text) : undefined;
  if (bare !== undefined) {
    const problem = bareProblem(bare, currency, traits);
    if (problem !== undefined) report(problem);
    return { ...limit, maxPrice: bare };
  }
  const amount = parseAmount(text, currency, traits);
  if (typeof amount !== "string") return { ...limit, ...amount };
  report(amount);
  return limit;
}

/** In capital letters. Undefined if there is none. */
function readCurrency(reader: InputReader): string | undefined {
  const currency = reader.text("currency").toUpperCase();
  if (currency === "" || /^[A-Z]{3}$/.test(currency)) return currency || undefined;
  reader.problems.push(`currency: expected a three-letter code such as USD, got "${currency}"`);
  return undefined;
}

/** Finds the problem of a cap in a currency that the registrar never sells in: the whole wait would be in vain. */
export function findCurrencyProblems(
  currency: string | undefined,
  { name, currency: own }: RegistrarTraits,
): string[] {
  return currency === undefined || own === undefined || currency === own
    ? []
    : [`currency: ${name} sells in ${own} only, not in ${currency}. Give maxPrice and currency in ${own}`];
}

function formOf({ isUnitKnown, name }: RegistrarTraits): string {
  if (!isUnitKnown)
    return "a whole number in the registrar's unit (usually millionths: 12000000 is 12.00), or any";
  const raw = name === "godaddy" ? ", a whole number of millionths (12000000 is 12.00)," : "";
  return `an amount with its currency, such as 12.00 USD${raw || ","} or any`;
}

/**
 * A bare integer has neither currency nor decimals. The problem ends with the line to write instead; undefined if
 * the integer is fine.
 */
function bareProblem(
  price: bigint,
  currency = "USD",
  { isUnitKnown, name, unit }: RegistrarTraits,
): string | undefined {
  if (!isUnitKnown || (name === "godaddy" && price >= minMillionths)) return undefined;
  const meant = `For that many ${currency}, write ${price === 0n ? 12 : price}.00 ${currency}`;
  if (name === "godaddy")
    return `this registrar counts in ${unit.name}, so ${price} is ${decimalOf(price, unit.decimals(currency))}. ${meant}`;
  // Nobody pays that many for a domain: it comes from a pipeline for the specification's registrar.
  const fromGodaddy = `If these are millionths, write ${decimalOf(price, 6)} ${currency}`;
  return `${price} has no currency and no decimals, so its unit is not clear. ${price >= minMillionths ? fromGodaddy : meant}`;
}

/** Parses "12.00 USD", or "12.00" with the input's currency. Returns a problem as a text. */
function parseAmount(
  text: string,
  named: string | undefined,
  traits: RegistrarTraits,
): Pick<PriceLimit, "maxPrice" | "currency"> | string {
  const [, number = "", code = ""] = /^(\d+(?:\.\d+)?)\s*([A-Za-z]{3})?$/.exec(text) ?? [];
  if (number === "") return `expected ${formOf(traits)}, got "${text}"`;
  if (!traits.isUnitKnown)
    return `expected ${formOf(traits)}, got "${text}". The unit of the service at \`apiUrl\` is not known`;
  const currency = code.toUpperCase() || named;
  if (currency === undefined) return `names no currency. Write ${text} USD, or set \`currency\``;
  if (named !== undefined && currency !== named) return `is in ${currency}, but \`currency\` is ${named}`;
  const decimals = traits.unit.decimals(currency);
  const maxPrice = parseDecimal(number, decimals);
  if (maxPrice !== undefined) return { maxPrice, currency };
  const [whole = "", fraction = ""] = number.split(".");
  return fraction.replace(/0+$/, "").length > decimals
    ? `expected an amount of ${currency} with at most ${decimals} decimals, got "${text}"`
    : `${whole.length} digits before the decimal point are too many. For any price, write any`;
}
