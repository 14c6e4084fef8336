import type { ReportWindow } from "../issue/window";

const weekSeconds = 7 * 24 * 3600;

/** The part of a window that says where it begins and where the next one does. */
export type DueWindow = Pick<ReportWindow, "from" | "dueFrom" | "nextFrom">;

/**
 * Returns the moment of the weekly digest that lies in a report's window, in seconds since 1970; undefined if
 * none does. `weekly` is any moment of the digest. Windows since the last report have no gap and no overlap,
 * so exactly one has each moment.
 */
export function dueMoment(
  { from, dueFrom, nextFrom }: DueWindow,
  nowMilliseconds: number,
  weekly: number,
): number | undefined {
  // `dueFrom` may go back behind the last report, which had its chance to post the digest.
  const start = Number.isFinite(from) ? from : dueFrom;
  const now = Math.floor(nowMilliseconds / 1000);
  const end = Math.min(nextFrom ?? now, now);
  const weeks = Math.ceil((end - weekly) / weekSeconds) - 1;
  const last = weekly + weeks * weekSeconds;
  return last >= start ? last : undefined;
}
