import * as v from "valibot";
import type { Agent } from "../../../shared/agent/agent";
import { type InputReader, readSecretVariable } from "../../../shared/agent/inputs";
import { memberAt } from "../../../shared/json/path";
import { type PagingKind, pagingServices } from "../../../shared/paging/services";
import type { Importance } from "./entries";
import { pagingMember, variableName } from "./route-schema";
import { settingsOf } from "./routes";
import type { ConfigContent } from "./schema";

/** The problems for which somebody is paged, and the account. */
export interface Paging {
  kind: PagingKind;
  /** The environment variable that holds the key. It identifies the account, in the memory too. */
  variable: string;
  severities: readonly Importance[];
  region: "us" | "eu";
  source: string;
}

export function pagingOf({ paging }: ConfigContent): Paging | undefined {
  if (paging === undefined) return undefined;
  const { kind, key, severities = usualSeverities, region = "us", source = "" } = paging;
  return { kind, variable: key, severities, region, source };
}

const pagingSchema = v.object(pagingMember);

const usualSeverities: readonly Importance[] = ["high"];

/** Paging closes what it opened, so it needs the memory of that. It also needs something to page for. */
export function pagingProblems(value: unknown): string[] {
  const parsed = v.safeParse(pagingSchema, { paging: memberAt(value, ["paging"]) });
  const { paging } = parsed.success ? parsed.output : {};
  if (paging === undefined) return [];
  const { product, needsSource = false, hasRegions = false } = pagingServices[paging.kind];
  const remembers = memberAt(value, ["notify"]) === "changes";
  const { severities = usualSeverities } = paging;
  const found = settingsOf(value, "severity", "normal");
  // Issues of no particular pipeline are of normal severity.
  const pages = severities.some((severity) => severity === "normal" || found.has(severity));
  return [
    ...(pages
      ? []
      : [
          `paging${paging.severities === undefined ? "" : ".severities"}: no pipeline has the severity ${severities.join(" or ")}, so nobody is ever paged; ` +
            `add "severity": "${severities[0]}" to the entries of the pipelines to page for`,
        ]),
    ...(remembers ? [] : ['paging: needs the memory of what was reported; add "notify": "changes"']),
    ...(needsSource && paging.source === undefined
      ? [`paging.source: missing; ${product} names it in the URL of the alert source`]
      : []),
    ...(!needsSource && paging.source !== undefined ? [`paging.source: ${product} has none; remove it`] : []),
    ...(!hasRegions && paging.region !== undefined ? [`paging.region: ${product} has none; remove it`] : []),
  ];
}

/**
 * Reads the variable that the key `paging` of a configuration file names, valid or not. One that does not exist is a problem
 * only if the step `posts`.
 */
export function readPagingKey(
  { file, posts }: { file: unknown; posts: boolean },
  reader: InputReader,
  agent: Agent,
): string {
  const name = memberAt(file, ["paging", "key"]);
  if (!v.is(variableName, name)) return "";
  const key = readSecretVariable(reader, agent, name);
  if (posts && agent.environment(name) === "")
    reader.problems.push(`paging.key: ${name} is missing; ${agent.secretAdvice("", name)}`);
  return key;
}
