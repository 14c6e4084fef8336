/** A moment in milliseconds since 1970, in UTC to the second: `2026-11-20 02:00:00`. */
export function utc(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19).replace("T", " ");
}

/** A second since 1970 to the minute: `02:00 UTC (2026-11-20)`. */
export function minuteOf(seconds: number): string {
  const text = new Date(seconds * 1000).toISOString();
  return `${text.slice(11, 16)} UTC (${text.slice(0, 10)})`;
}

/** Seconds, and from a minute on a form that people read: `1834 s (30 min 34 s)`. */
export function duration(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${seconds} s (${readable(seconds)})`;
}

/** Seconds as people read them: `30 min 34 s`; a negative time, which only wrong records have, as it is. */
export function readable(seconds: number): string {
  if (seconds < 0) return `${seconds} s`;
  const parts = [
    [Math.floor(seconds / 3600), "h"],
    [Math.floor(seconds / 60) % 60, "min"],
    [seconds % 60, "s"],
  ];
  const shown = parts.filter(([amount]) => amount !== 0).map(([amount, unit]) => `${amount} ${unit}`);
  return shown.join(" ") || "0 s";
}
