import { memberAt } from "../../shared/json/path";
import type { ReceivedRequest } from "./loopback";

export interface SandboxItem {
  id: number;
  rev: number;
  fields: Record<string, unknown>;
  comments: string[];
  /** The work items that it repeats. */
  duplicateOf: number[];
}

/** The meaning of a condition of a query; undefined if it is none that the monitor may use. */
export function conditionOf(clause: string): ((item: SandboxItem) => boolean) | undefined {
  if (clause === "[System.TeamProject] = @project") return () => true;
  const texts = [...clause.matchAll(/'((?:[^']|'')*)'/g)].map(([, text = ""]) => text.replaceAll("''", "'"));
  const [first = "", ...others] = texts;
  const form = clause.replace(/'(?:[^']|'')*'/g, "?").replace(/(?:\?, )+\?/, "?");
  const [, after] = /^\[System\.Id\] > (\d+)$/.exec(clause) ?? [];
  if (after !== undefined) return ({ id }) => id > Number(after);
  if (form === "[System.Tags] CONTAINS ?") return ({ fields }) => tagsOf(fields).includes(first);
  if (form === "[System.ChangedDate] >= ?" && /^\d{4}-\d\d-\d\d$/.test(first))
    return ({ fields }) => String(fields["System.ChangedDate"]) >= first;
  if (form === "([System.WorkItemType] <> ? OR [System.State] NOT IN (?))")
    return ({ fields }) =>
      fields["System.WorkItemType"] !== first || !others.includes(String(fields["System.State"]));
  return undefined;
}

export function tagsOf(fields: Record<string, unknown>): string[] {
  return String(fields["System.Tags"] ?? "").split(/;\s*/);
}

/** The fields that a patch sets. */
export function fieldsIn(body: string): Record<string, unknown> {
  const patch: unknown = JSON.parse(body);
  const all = Array.isArray(patch) ? patch : [];
  return Object.fromEntries(
    all.flatMap((one): [string, unknown][] => {
      const [, name] = /^\/fields\/(.+)$/.exec(String(memberAt(one, ["path"]))) ?? [];
      return name === undefined ? [] : [[name, memberAt(one, ["value"])]];
    }),
  );
}

export function violationsOf(
  { method, headers, query, target, body }: ReceivedRequest,
  what: string,
): string[] {
  const isPatch = method === "PATCH" || (method === "POST" && what === "workitems");
  const contentType = isPatch ? "application/json-patch+json" : "application/json";
  const rules: [boolean, string][] = [
    [query.get("api-version") === "7.0", "the version is 7.0"],
    [!query.has("bypassRules"), "no rule is bypassed"],
    [
      method === "GET" || (headers["content-type"] ?? "").startsWith(contentType),
      `the body is ${contentType}`,
    ],
    [!body.includes("bypassRules"), "no rule is bypassed"],
  ];
  return rules.filter(([isKept]) => !isKept).map(([, rule]) => `${rule}: ${method} ${target}`);
}
