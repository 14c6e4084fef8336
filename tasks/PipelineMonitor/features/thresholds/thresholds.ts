import * as v from "valibot";
import { keysOf, memberAt, shownPath } from "../../../../shared/json/path";
import type { Entries } from "../../config/entries";
import type { ConfigPart } from "../../config/part";
import { needsMemoryOfReports } from "../../config/problems";
import { optional, wholeNumber } from "../../config/values";
import { feature, type Hooks } from "../../feature";
import { type Finding, isIssue, isNote, pathIn } from "../../issue/finding";
import { isOwed, isTold } from "../../issue/knowledge";
import { words } from "../../issue/parts";
import type { Silenced, SilenceReason } from "../../issue/silenced";

const someFailures = "a whole number of failures, 1 to 10";

const below: SilenceReason = {
  state: "belowThreshold",
  tally: "below after_failures",
  heading: { one: "below its threshold", many: "below their threshold" },
  isToldOfRun: true,
  order: 1,
};

/** Keeps failures from messages until there are enough of them in a row. */
export const thresholds = feature({
  name: "after_failures",
  keys: {},
  entryKeys: {
    after_failures: optional(
      v.pipe(wholeNumber(someFailures, 1), v.maxValue(10, someFailures)),
      "Report failures only after this many in a row, at most 10. Needs `notify` and `history`.",
      { default: 1, example: 2, page: "less-noise.md#after-several-failures" },
    ),
  },
  memory: {},
  problems: thresholdProblems,
  read({ entries }) {
    const minimum = entries((own, defaults) => ({ ...defaults, ...own }).after_failures ?? 1);
    const isUsed = [minimum.defaults, ...minimum.byName.values()].some((failures) => failures > 1);
    if (!isUsed) return undefined;
    const silence: Hooks["silence"] = {
      quiet: (finding) => belowThreshold(finding, minimum),
      hold(entry, { id }, { isLoud }) {
        const isOver = entry.end !== undefined && isTold(entry, id);
        return isOver || isLoud || isOwed(entry, id) ? undefined : belowThreshold(entry.content, minimum);
      },
    };
    return { open: () => ({ silence }) };
  },
});

/** A failure whose count is unknown reaches the message. A failed run that waited too long is told for its wait. */
function belowThreshold(finding: Finding, minimum: Entries<number>): Silenced | undefined {
  const failures = isNote(finding) ? finding.failuresBefore : finding.failuresInRow;
  const needed = minimum.entryFor(pathIn(finding) ?? "");
  if (failures === undefined || failures >= needed) return undefined;
  if (isIssue(finding) && finding.verdict === "waitedTooLong") return undefined;
  const why = isNote(finding) ? `Failed fewer than ${needed} times` : `Failure ${failures} of ${needed}`;
  return { by: below, why: [words(`${why} in a row.`)] };
}

/** Counting needs the memory of what was reported, and enough runs that are compared. */
function thresholdProblems(value: unknown, comparing: ConfigPart["comparing"]): string[] {
  const compared = memberAt(value, [comparing?.key ?? ""]) ?? 0;
  const pipelines = memberAt(value, ["pipelines"]);
  return keysOf(pipelines).flatMap((name) => {
    const path = shownPath(["pipelines", name, "after_failures"]);
    const failures = memberAt(pipelines, [name, "after_failures"]);
    if (typeof failures !== "number" || failures < 2) return [];
    const isCounted = typeof compared !== "number" || compared >= failures - 1;
    return [
      ...needsMemoryOfReports(value, path),
      ...(isCounted || comparing === undefined
        ? []
        : [`${path}: ${failures} failures in a row need more history; ${comparing.advice}`]),
    ];
  });
}
