import * as v from "valibot";
import { memberAt } from "../../../shared/json/path";
import { parsedBy } from "../../../shared/json/schema";
import { type Importance, importances } from "../config/alert-schema";
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

/** For an alert or a ticket for which no pipeline is severe enough. */
export function unopenedWarnings(
  value: unknown,
  key: "paging" | "tickets",
  { never, purpose }: { never: string; purpose: string },
): string[] {
  const given = parsedBy(v.array(v.picklist(importances)), memberAt(value, [key, "severities"]));
  const severities = given ?? usualSeverities;
  const used = settingsIn(value, "severity", "normal");
  if (severities.some((severity) => severity === "normal" || used.has(severity))) return [];
  return [
    `${key}${given === undefined ? "" : ".severities"}: no pipeline has the severity ${severities.join(" or ")}, so ${never}; ` +
      `add "severity": "${severities[0]}" to the entries of the pipelines ${purpose}`,
  ];
}
