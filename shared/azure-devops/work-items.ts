import * as v from "valibot";
import { parseAs } from "../http/body";
import { isStatus } from "../http/errors";
import { parseList } from "./lists";
import { id } from "./records";
import { maxListBytes, type Project } from "./requests";
import { adviceOnWorkItems } from "./work-item-advice";
import { parseItem, parseType, type WorkItem } from "./work-item-records";

/** A version that Azure DevOps Server 2022 knows, too. */
const version = "api-version=7.0";
/** The service reads at most 200 at once. */
const pageSize = 100;
/** Work items may have long descriptions. */
const ask = { advice: adviceOnWorkItems, credentialAdvice: adviceOnWorkItems, maxBytes: maxListBytes };
const patch = { ...ask, headers: { "content-type": "application/json-patch+json" } };

const idsSchema = v.object({ workItems: v.array(v.object({ id })) });

/** The values of a new work item, by the reference names of its fields. */
export type WorkItemFields = Readonly<Record<string, string>>;

/** Members that are left out stay as they are. */
export interface WorkItemChange {
  /** In HTML. */
  comment?: string | undefined;
  state?: string | undefined;
  fields?: WorkItemFields;
  /** The id of a work item that it repeats. */
  duplicateOf?: number | undefined;
}

export interface WorkItemSearch {
  /** The states that are left out, by the names of types. */
  without?: ReadonlyMap<string, readonly string[]>;
  /** A day, in milliseconds since 1970. The service's day begins in its own time zone. */
  changedSince?: number;
  /** Only those with a greater id. */
  after?: number | undefined;
}

export type WorkItems = ReturnType<typeof workItemsOf>;

/** Reads and changes the work items of a project. Each change is sent once: after a failure, it may have arrived. */
export function workItemsOf({ at, json }: Project) {
  const below = (path: readonly string[], query = "") =>
    at(["wit", ...path], query === "" ? version : `${query}&${version}`);
  const ofType = (type: string, query?: string) => below(["workitems", `$${type}`], query);
  return {
    workItemType: (name: string, signal: AbortSignal) =>
      json({ ...ask, url: below(["workitemtypes", name]), signal }, parseType),
    /** A page of those with a tag, in the order of their ids. `next` is where the next page begins; undefined after the last one. */
    async taggedWorkItems(tag: string, search: WorkItemSearch, signal: AbortSignal) {
      const { after = 0 } = search;
      const wiql = {
        url: below(["wiql"], `$top=${pageSize}`),
        body: JSON.stringify({ query: queryOf(tag, search) }),
      };
      const { workItems } = await json({ ...ask, ...wiql, retry: "reads", signal }, (body) =>
        parseAs(idsSchema, body, "no list of work items"),
      );
      const ids = workItems.map((item) => item.id);
      const last = ids.at(-1);
      if (last === undefined) return { items: [], next: undefined };
      if (last <= after) throw new Error("The work items of the query cannot be read to the end.");
      const url = below(["workitems"], `ids=${ids.join(",")}&errorPolicy=omit`);
      const items = await json({ ...ask, url, signal }, (body) =>
        // An item that was deleted meanwhile has an empty entry.
        parseList(body).flatMap((entry) => (entry === null ? [] : parseItem(entry))),
      );
      return { items, next: ids.length < pageSize ? undefined : last };
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
    /** Refused as stale if the work item has another revision by now. */
    async changeWorkItem(
      { id, revision }: WorkItem,
      { comment, state, fields = {}, duplicateOf }: WorkItemChange,
      signal: AbortSignal,
    ): Promise<void> {
      const original = at(["wit", "workItems", String(duplicateOf)]).href;
      const body = JSON.stringify([
        { op: "test", path: "/rev", value: revision },
        ...(comment === undefined ? [] : [adding("/fields/System.History", comment)]),
        ...additionsOf(fields),
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
  return JSON.stringify(additionsOf(fields));
}

const additionsOf = (fields: WorkItemFields) =>
  Object.entries(fields).map(([name, value]) => adding(`/fields/${name}`, value));
const adding = (path: string, value: unknown) => ({ op: "add", path, value });

/** The service knows the project by the address. */
function queryOf(tag: string, { without = new Map(), changedSince, after = 0 }: WorkItemSearch): string {
  const conditions = [
    "[System.TeamProject] = @project",
    `[System.Tags] CONTAINS ${quoted(tag)}`,
    `[System.Id] > ${after}`,
    ...(changedSince === undefined
      ? []
      : [`[System.ChangedDate] >= '${new Date(changedSince).toISOString().slice(0, 10)}'`]),
    ...[...without].flatMap(([type, states]) =>
      states.length === 0
        ? []
        : [
            `([System.WorkItemType] <> ${quoted(type)} OR [System.State] NOT IN (${states.map(quoted).join(", ")}))`,
          ],
    ),
  ];
  return `SELECT [System.Id] FROM WorkItems WHERE ${conditions.join(" AND ")} ORDER BY [System.Id]`;
}

/** A text of the query language. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Somebody has changed the work item since it was read. Several public clients see the second form, too. */
export function isStale(error: unknown): boolean {
  return isStatus(error, 412) || (isStatus(error, 409) && error.message.includes("TF26071"));
}

/** A rule of the type or its process does not allow a value, or requires one. */
export function isAgainstRule(error: unknown): boolean {
  return isStatus(error, 400);
}

/** The project has no such type, or has it no more. */
export function isUnknownType(error: unknown): boolean {
  return isStatus(error, 404) && error.message.includes("VS402323");
}
