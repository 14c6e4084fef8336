import { memberAt } from "../../../shared/json/path";
import type { Importance } from "../config/alert-schema";
import { settingsIn } from "../config/entries";
import type { Config } from "../config/parse";
import type { Target } from "../targets/target";

/** The severities of the problems for which an alert or a ticket is opened. */
export const usualSeverities: readonly Importance[] = ["high"];

/** Issues of no particular pipeline are of normal severity. */
export function takesSeverities(severities: readonly Importance[], { pipelines }: Config): Target["takes"] {
  return (pipeline) =>
    severities.includes(pipeline === undefined ? "normal" : pipelines.entryFor(pipeline).importance);
}

/** An alert or a ticket has to be closed, which takes the memory of it. There must also be something to open it for. */
export function openingProblems(
  value: unknown,
  { key, severities: given }: { key: string; severities: readonly Importance[] | undefined },
  { never, purpose }: { never: string; purpose: string },
): string[] {
  const severities = given ?? usualSeverities;
  const found = settingsIn(value, "severity", "normal");
  const isOpened = severities.some((severity) => severity === "normal" || found.has(severity));
  const remembers = memberAt(value, ["notify"]) === "changes";
  return [
    ...(isOpened
      ? []
      : [
          `${key}${given === undefined ? "" : ".severities"}: no pipeline has the severity ${severities.join(" or ")}, so ${never}; ` +
            `add "severity": "${severities[0]}" to the entries of the pipelines ${purpose}`,
        ]),
    ...(remembers ? [] : [`${key}: needs the memory of what was reported; add "notify": "changes"`]),
  ];
}
