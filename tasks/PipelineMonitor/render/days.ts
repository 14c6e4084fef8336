import type { Line, Part } from "../../../shared/chat/message";
import { isSameDay } from "../../../shared/text/zone";
import type { ToldProject } from "../issue/report";
import { endOf } from "../issue/window";

/** Gives a moment of another day than the report's its date, whenever it was worded. */
export function withDays<T extends Part>(
  phrase: readonly T[],
  { window, config }: Pick<ToldProject, "window" | "config">,
): readonly T[] {
  return phrase.map((part) =>
    "time" in part && !isSameDay(part.time / 1000, endOf(window), config.zone)
      ? { ...part, isDated: true }
      : part,
  );
}

export function lineWithDays<L extends Line>(line: L, report: Parameters<typeof withDays>[1]): L {
  const { parts, rows } = line;
  return {
    ...line,
    parts: withDays(parts, report),
    ...(rows && { rows: rows.map((row) => withDays(row, report)) }),
  };
}
