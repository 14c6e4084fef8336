import { memoryType, renderMemories } from "./alerts/memory-form";
import { endedNote, lastingLine, mutesAt, pastWarning } from "./alerts/mutes";
import { readBetween } from "./alerts/read-between";
import { memoryName, readMemories } from "./alerts/read-memories";
import { sortOut } from "./alerts/sort-out";
import { withoutOmitted } from "./alerts/without-omitted";

/**
 * What is needed if the configuration says how people learn of issues. It is a file of its own: without those keys, no
 * monitor loads it.
 */
export const alertsPart = {
  memoryType,
  memoryName,
  readMemories,
  renderMemories,
  readBetween,
  sortOut,
  withoutOmitted,
  mutesAt,
  endedNote,
  lastingLine,
  pastWarning,
};

/** What the late part consists of. */
export type AlertsPart = typeof alertsPart;
