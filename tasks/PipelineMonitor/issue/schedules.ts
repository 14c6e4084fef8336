/** When a pipeline is due. Times are whole minutes since 1970. */
export interface Pattern {
  /**
   * In order: a minute of the week from Sunday 00:00 UTC or, from `weekMinutes` on, a minute of the month.
   */
  slots: readonly number[];
  /** Since when its runs show it. */
  since: number;
}

/** Learned from the runs that the schedule started. */
export interface KnownSchedule {
  pipeline: string;
  definitionId: number | undefined;
  /** When its schedule queued it, in order. A minute counts as often as one branch has runs in it. */
  times: readonly number[];
  /** The last times, two for each quarter of an hour of the day, at which it ran although nothing had changed, which `always: true` alone does. */
  proofs: readonly number[];
  /** The times of the pattern without a run that nothing explains, of a schedule that was proven. */
  gaps: readonly number[];
  /** Undefined until it is learned. */
  pattern?: Pattern | undefined;
  /** The minutes of the day at which it did not run when it was due last. */
  missed: readonly number[];
  /** Whether it has run at none of its times since a message said that it did not run. */
  isStopped: boolean;
}
