import * as v from "valibot";
import { parseAs } from "../http/body";
import { isStatus } from "../http/errors";
import { id, parseList } from "./records";
import { maxListBytes, type Project } from "./requests";
import { adviceOnWorkItems } from "./work-item-advice";
import { parseItem, parseType, type WorkItem } from "./work-item-records";

/** A version that Azure DevOps Server 2022 knows, too. */
const version = "api-version=7.0";
/** The service's own limit is 200. */
const batchSize = 100;
/** Work items may have long descriptions. */
const ask = { advice: adviceOnWorkItems, credentialAdvice: adviceOnWorkItems, maxBytes: maxListBytes };
const patch = { ...ask, headers: { "content-type": "application/json-patch+json" } };

const idsSchema = v.object({ workItems: v.array(v.object({ id })) });

/** The values of a new work item, by the reference names of its fields. */
export type WorkItemFields = Readonly<Record<string, string>>;

export type WorkItems = ReturnType<typeof workItemsOf>;

/** Reads and changes the work items of a project. Each change is sent once: after a failure, it may have arrived. */
export function workItemsOf({ at, json }: Pick<Project, "at" | "json">) {
  const below = (path: readonly string[], query = "") =>
    at(["wit", ...path], query === "" ? version : `${query}&${version}`);
  const ofType = (type: string, query?: string) => below(["workitems", `$${type}`], query);
  return {
    workItemType: (name: string, signal: AbortSignal) =>
      json({ ...ask, url: below(["workitemtypes", name]), signal }, parseType),
    /** Those with a tag, at most so many, the latest changed first. */
    async taggedWorkItems(tag: string, maxCount: number, signal: AbortSignal): Promise<WorkItem[]> {
      // The service knows the project by the address.
      const query =
        "SELECT [System.Id] FROM WorkItems WHERE [System.TeamProject] = @project " +
        `AND [System.Tags] CONTAINS ${quoted(tag)} ORDER BY [System.ChangedDate] DESC`;
      const search = { url: below(["wiql"], `$top=${maxCount}`), body: JSON.stringify({ query }) };
      const { workItems } = await json({ ...ask, ...search, retry: "reads", signal }, (body) =>
        parseAs(idsSchema, body, "no list of work items"),
      );
      const items: WorkItem[] = [];
      for (let first = 0; first < workItems.length; first += batchSize) {
        const ids = workItems.slice(first, first + batchSize).map((one) => one.id);
        const url = below(["workitems"], `ids=${ids.join(",")}&errorPolicy=omit`);
        const batch = await json({ ...ask, url, signal }, (body) =>
          // An item that was deleted meanwhile has an empty entry.
          parseList(body).flatMap((entry) => (entry === null ? [] : parseItem(entry))),
        );
        items.push(...batch);
      }
      return items;
    },
    /** Undefined if it was deleted, or may not be read. */
    workItem: (id: number, signal: AbortSignal): Promise<WorkItem | undefined> =>
      json({ ...ask, url: below(["workitems", String(id)]), signal }, parseItem).catch((error: unknown) => {
        if (isStatus(error, 404) && error.message.includes("TF401232")) return undefined;
        throw error;
      }),
    createWorkItem: (type: string, fields: WorkItemFields, signal: AbortSignal) =>
      json({ ...patch, url: ofType(type), body: bodyOf(fields), signal }, parseItem),
    /** Lets the service validate what would be created. */
    async validateWorkItem(type: string, fields: WorkItemFields, signal: AbortSignal): Promise<void> {
      const url = ofType(type, "validateOnly=true");
      await json({ ...patch, url, body: bodyOf(fields), signal }, () => undefined);
    },
    /** Members that are left out stay as they are. Refused as stale if the work item has another revision by now. */
    async changeWorkItem(
      { id, revision }: Pick<WorkItem, "id" | "revision">,
      {
        comment,
        state,
        duplicateOf,
      }: {
        /** In HTML. */
        comment: string;
        state?: string | undefined;
        /** The id of a work item that it repeats. */
        duplicateOf?: number | undefined;
      },
      signal: AbortSignal,
    ): Promise<void> {
      const original = at(["wit", "workItems", String(duplicateOf)]).href;
      const body = JSON.stringify([
        { op: "test", path: "/rev", value: revision },
        adding("/fields/System.History", comment),
        ...(state === undefined ? [] : [adding("/fields/System.State", state)]),
        ...(duplicateOf === undefined
          ? []
          : [adding("/relations/-", { rel: "System.LinkTypes.Duplicate-Reverse", url: original })]),
      ]);
      const url = below(["workitems", String(id)]);
      await json({ ...patch, url, method: "PATCH", body, signal }, () => undefined);
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
