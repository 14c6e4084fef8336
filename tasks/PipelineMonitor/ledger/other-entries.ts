import type { Config } from "../config/parse";
import type { Entry } from "../issue/entry";
import { projectFingerprint } from "../issue/ledger";
import type { Memory } from "./read";

/** The known problems that are not of the projects that were read. */
export function entriesOfOthers(
  { ledger }: Memory,
  { configs, unread, isListed }: { configs: readonly Config[]; unread: readonly Config[]; isListed: boolean },
): Record<"crossProject" | "gone" | "unasked", Entry[]> {
  const entries = ledger?.entries ?? [];
  const [asked, missing] = [configs, unread].map((some) => new Set(some.map(projectFingerprint)));
  const others = entries.filter(({ project }) => project !== "" && asked?.has(project) !== true);
  return {
    crossProject: entries.filter(({ project }) => project === ""),
    gone: isListed ? others : [],
    unasked: [
      ...entries.filter(({ project }) => missing?.has(project) === true),
      ...(isListed ? [] : others),
    ],
  };
}
