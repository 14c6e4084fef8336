/** 1st, 2nd, 3rd, 4th, 11th, 21st. */
export function ordinal(count: number): string {
  const last = count % 10;
  const isTeen = Math.floor(count / 10) % 10 === 1;
  const ending = isTeen ? "th" : ({ 1: "st", 2: "nd", 3: "rd" }[last] ?? "th");
  return `${count}${ending}`;
}
