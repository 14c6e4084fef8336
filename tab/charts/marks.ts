import type { Verdict } from "../../shared/report/form";

/** The shape of each issue around 0,0, so that nobody depends on colours. */
export const markPaths: Readonly<Partial<Record<Verdict | "missed" | "other", string>>> = {
  failed: "M-5-3-3-5 0-2 3-5 5-3 2 0 5 3 3 5 0 2-3 5-5 3-2 0z",
  canceled: "M-4-4h8v8h-8z",
  partiallySucceeded: "M0-5 5 0 0 5-5 0z",
  ranTooLong: "M-4-5 5 0-4 5z",
  finishedTooFast: "M4-5-5 0 4 5z",
  waitedTooLong: "M-5-5h10l-10 10h10z",
  unreadable: "M-2-6h4v7h-4zM-2 3h4v3h-4z",
  waiting: "M-4-5h3v10h-3zM1-5h3v10h-3z",
  stuck: "M-6-4-4-5 1 0-4 5-6 4-3 0zM0-4 2-5 7 0 2 5 0 4 3 0z",
  other: "M-2-6h4v7h-4zM-2 3h4v3h-4z",
  missed: "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z",
};

export const tones: Readonly<Record<Verdict | "missed", string>> = {
  failed: "bad",
  stuck: "bad",
  unreadable: "bad",
  missed: "bad",
  canceled: "off",
  partiallySucceeded: "warn",
  ranTooLong: "warn",
  waitedTooLong: "warn",
  finishedTooFast: "warn",
  waiting: "warn",
  ok: "fine",
  notChecked: "off",
};
