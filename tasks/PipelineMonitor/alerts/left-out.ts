/** How much a message leaves out. */
export interface LeftOut {
  /** How many known problems are not repeated. */
  knownCount: number;
  /** How many issues an earlier message reported, of problems that may have ended since. */
  repeatedCount: number;
  /** When the first known problem is repeated, in seconds since 1970; undefined if that is unknown. */
  remindAt: number | undefined;
  /** How many issues are muted or in a maintenance window. */
  silencedCount: number;
  /** The present, in seconds since 1970. */
  now: number;
}

/** What a message leaves out that has everything. */
export const nothingLeftOut: LeftOut = {
  knownCount: 0,
  repeatedCount: 0,
  remindAt: undefined,
  silencedCount: 0,
  now: 0,
};

/** Returns how much the message leaves out of several projects. */
export function sumLeftOut(all: readonly LeftOut[]): LeftOut {
  const reminders = all.flatMap(({ remindAt }) => remindAt ?? []);
  return {
    knownCount: all.reduce((sum, { knownCount }) => sum + knownCount, 0),
    repeatedCount: all.reduce((sum, { repeatedCount }) => sum + repeatedCount, 0),
    remindAt: reminders.length === 0 ? undefined : Math.min(...reminders),
    silencedCount: all.reduce((sum, { silencedCount }) => sum + silencedCount, 0),
    now: Math.max(0, ...all.map(({ now }) => now)),
  };
}
