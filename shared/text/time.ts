export const hourSeconds = 3600;
export const daySeconds = 24 * hourSeconds;
export const weekSeconds = 7 * daySeconds;
export const dayMilliseconds = 1000 * daySeconds;

/** To the second: `2026-11-20 02:00:00`. */
export function utc(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19).replace("T", " ");
}

/** From a minute on also readable: `1834 s (30 min 34 s)`. */
export function duration(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${seconds} s (${readable(seconds)})`;
}

/** The same without the seconds, which nobody needs of a longer time. */
export function readableMinutes(seconds: number): string {
  return readable(seconds < 60 ? seconds : seconds - (seconds % 60));
}

/** `30 min 34 s`. A negative one, which only wrong records have, stays in seconds. */
export function readable(seconds: number): string {
  if (seconds <= 0) return `${seconds} s`;
  const parts = [
    [Math.floor(seconds / 3600), "h"],
    [Math.floor(seconds / 60) % 60, "min"],
    [seconds % 60, "s"],
  ];
  const shown = parts.filter(([amount]) => amount !== 0).map(([amount, unit]) => `${amount} ${unit}`);
  return shown.join(" ");
}
