import type { Line, Part } from "../../../shared/chat/message";
import type { NameOf } from "../../../shared/subject";
import { isSameDay } from "../../../shared/text/zone";
import { withNames } from "../issue/names";
import type { ListedProject } from "../issue/report";
import { endOf } from "../issue/window";

/** Gives a moment of another day than the report's its date, whenever it was worded. */
export function withDays<T extends Part>(parts: readonly T[], { window, config }: ListedProject): T[] {
  const isOfDay = (time: number) => isSameDay(time / 1000, endOf(window), config.zone);
  return parts.map((part) => ("time" in part && !isOfDay(part.time) ? { ...part, isDated: true } : part));
}

/** With its dates, and the names that its reader needs. */
export function asRead<T extends Part>(parts: readonly T[], project: ListedProject, nameOf: NameOf): T[] {
  return withNames(withDays(parts, project), nameOf);
}

export function lineAsRead<L extends Line>(line: L, project: ListedProject, nameOf: NameOf): L {
  const { parts, rows, links } = line;
  const read = (some: readonly Part[]) => asRead(some, project, nameOf);
  return {
    ...line,
    parts: read(parts),
    ...(rows && { rows: rows.map(read) }),
    ...(links && { links: asRead(links, project, nameOf) }),
  };
}
