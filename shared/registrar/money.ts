/** How a registrar counts amounts. */
export interface MoneyUnit {
  /** The name of the unit, for people: "millionths of the currency". */
  name: string;
  /** How many decimals of the currency one unit stands for: 2 if it is a cent. */
  decimals(currency: string | undefined): number;
}

export const millionths: MoneyUnit = { name: "millionths of the currency", decimals: () => 6 };

/** The currencies of ISO 4217 whose smallest unit is not a hundredth, by its number of decimals. */
const unusualCurrencies: Record<number, string> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
};

/** The smallest unit of each currency by ISO 4217, such as the cent. */
export const minorUnits: MoneyUnit = {
  name: "the currency's smallest unit",
  decimals(currency = "") {
    const unusual = Object.entries(unusualCurrencies).find(([, codes]) =>
      codes.split(" ").includes(currency),
    );
    return unusual === undefined ? 2 : Number(unusual[0]);
  },
};

/** Parses a price in a registrar's unit. Undefined unless it is a whole number above 0: no domain is free. */
export function parsePrice(units: unknown): number | undefined {
  return typeof units === "number" && Number.isSafeInteger(units) && units > 0 ? units : undefined;
}

/**
 * "12.00" becomes a whole number of units. Undefined if the text is not a decimal number of 0 or more, or if it
 * has more decimals than the unit.
 */
export function parseDecimal(text: string, decimals: number): bigint | undefined {
  const [, whole = "", , fraction = ""] = /^(\d{1,15})(\.(\d{1,9}))?$/.exec(text) ?? [];
  if (whole === "") return undefined;
  const significant = fraction.replace(/0+$/, "");
  return significant.length > decimals ? undefined : BigInt(whole + significant.padEnd(decimals, "0"));
}

/**
 * A whole number of units becomes "11.69", with at least two decimals if the unit has them. Undefined if the
 * amount is not a whole number of 0 or more.
 */
export function decimalOf(amount: number | bigint, decimals: number): string | undefined {
  if (typeof amount === "number" && !Number.isSafeInteger(amount)) return undefined;
  if (amount < 0) return undefined;
  if (decimals === 0) return String(amount);
  const digits = String(amount).padStart(decimals + 1, "0");
  const fraction = digits.slice(-decimals);
  const shortest = Math.min(2, decimals);
  return `${digits.slice(0, -decimals)}.${fraction.slice(0, shortest)}${fraction.slice(shortest).replace(/0+$/, "")}`;
}
