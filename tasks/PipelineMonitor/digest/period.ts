/** The days of a digest, and as many before. In whole seconds since 1970. */
export interface Period {
  days: number;
  /** Where the days before begin. */
  before: number;
  from: number;
  until: number;
}

/** Returns the period of a digest that ends at a second since 1970. */
export function periodUntil(until: number, days: number): Period {
  const seconds = days * 24 * 3600;
  return { days, before: until - 2 * seconds, from: until - seconds, until };
}

export function renderBefore({ days }: Period): string {
  if (days === 7) return "the week before";
  return days === 1 ? "the day before" : `the ${days} days before`;
}
