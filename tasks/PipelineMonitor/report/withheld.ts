import type { Line, Part } from "../../../shared/chat/message";
import type { SortedOut } from "../alerts/sorted-out";
import { words } from "../issue/parts";
import { messageLine } from "./lines";

/** Returns a line for each issue and note that the message leaves out, with the reason. */
export function withheldLines({
  withheld,
  withheldNotes,
}: Pick<SortedOut, "withheld" | "withheldNotes">): Line[] {
  const withReason = (line: Line, why: readonly Part[]): Line => ({
    ...line,
    parts: [...line.parts, words(" "), ...why],
  });
  return [
    ...withheld.map(({ what, why }) => withReason(messageLine(what), why)),
    ...withheldNotes.map(({ what, why }) => withReason(what, why)),
  ];
}
