import { HttpError, statusOf } from "../http/errors";
import { urlBelow } from "../http/url";
import type { Requests } from "./requests";
import type { Project } from "./runs";
import type { WorkItemFields, WorkItems } from "./service";
import { adviceOnWorkItems } from "./work-item-advice";
import { parseIds, parseItem, parseItems, parseType, type WorkItem } from "./work-item-records";

/** A version that Azure DevOps Server 2022 knows, too. */
const version = "api-version=7.0";
/** Work items may have long descriptions. */
const maxListBytes = 24 * 1024 * 1024;
/** The service's own limit is 200. */
const batchSize = 100;

export function workItemsOf(
  { project }: Pick<Project, "project">,
  { ask }: Pick<Requests, "ask">,
): WorkItems {
  const at = (below: readonly string[], query = "") =>
    urlBelow(project, ["_apis", "wit", ...below], query === "" ? version : `${query}&${version}`);
  const common = { advice: adviceOnWorkItems, maxBytes: maxListBytes };
  const read = <T>(url: URL, signal: AbortSignal, parse: (body: unknown) => T) =>
    ask({ ...common, url, signal }, parse);
  const patch = {
    ...common,
    headers: { "content-type": "application/json-patch+json" },
    retry: "never",
  } as const;
  const ofType = (type: string, query?: string) => at(["workitems", `$${type}`], query);
  return {
    workItemType: (name, signal) => read(at(["workitemtypes", name]), signal, parseType),
    async taggedWorkItems(tag, maxCount, signal) {
      // The service knows the project by the address.
      const query =
        "SELECT [System.Id] FROM WorkItems WHERE [System.TeamProject] = @project " +
        `AND [System.Tags] CONTAINS ${quoted(tag)} ORDER BY [System.ChangedDate] DESC`;
      const found = { url: at(["wiql"], `$top=${maxCount}`), body: JSON.stringify({ query }) };
      const ids = await ask({ ...common, ...found, signal }, parseIds);
      const items: WorkItem[] = [];
      for (let first = 0; first < ids.length; first += batchSize) {
        const batch = ids.slice(first, first + batchSize).join(",");
        items.push(...(await read(at(["workitems"], `ids=${batch}&errorPolicy=omit`), signal, parseItems)));
      }
      return items;
    },
    workItem: (id, signal) =>
      read(at(["workitems", String(id)]), signal, parseItem).catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      }),
    createWorkItem: (type, fields, signal) =>
      ask({ ...patch, url: ofType(type), body: bodyOf(fields), signal }, parseItem),
    validateWorkItem: (type, fields, signal) =>
      ask(
        { ...patch, url: ofType(type, "validateOnly=true"), body: bodyOf(fields), signal },
        () => undefined,
      ),
    changeWorkItem({ id, revision }, { comment, state, duplicateOf }, signal) {
      const body = JSON.stringify([
        { op: "test", path: "/rev", value: revision },
        adding("/fields/System.History", comment),
        ...(state === undefined ? [] : [adding("/fields/System.State", state)]),
        ...(duplicateOf === undefined
          ? []
          : [
              adding("/relations/-", {
                rel: "System.LinkTypes.Duplicate-Reverse",
                url: urlBelow(project, ["_apis", "wit", "workItems", String(duplicateOf)]).href,
              }),
            ]),
      ]);
      const url = at(["workitems", String(id)]);
      return ask({ ...patch, url, method: "PATCH", body, signal }, () => undefined);
    },
  };
}

function bodyOf(fields: WorkItemFields): string {
  return JSON.stringify(Object.entries(fields).map(([name, value]) => adding(`/fields/${name}`, value)));
}

const adding = (path: string, value: unknown) => ({ op: "add", path, value });

/** A text of the query language. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Somebody has changed the work item since it was read. */
export function isStale(error: unknown): boolean {
  return isStatus(error, 412);
}

/** A rule of the type or its process does not allow a value, or requires one. */
export function isAgainstRule(error: unknown): boolean {
  return isStatus(error, 400);
}

/** The project has no such type, or has it no more. */
export function isUnknownType(error: unknown): boolean {
  return isStatus(error, 404) && error.message.includes("VS402323");
}

function isMissing(error: unknown): boolean {
  return isStatus(error, 404) && error.message.includes("TF401232");
}

function isStatus(error: unknown, status: number): error is HttpError {
  return error instanceof HttpError && statusOf(error.problem) === status;
}
