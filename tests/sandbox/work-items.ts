import { memberAt } from "../../shared/json/path";
import { json, type ReceivedRequest, type Reply } from "./loopback";
import { conditionOf, fieldsIn, type SandboxItem, tagsOf, violationsOf } from "./work-item-requests";
import { refused, type SandboxType, steps, typeReply, usualTypes } from "./work-item-types";

interface SandboxTrackerOptions {
  types?: Readonly<Record<string, SandboxType>>;
  areas?: readonly string[];
  /** Whom a work item may be assigned to. */
  people?: readonly string[];
  /** What the credential must not do. */
  denied?: readonly ("edit" | "tag")[];
}

/** Work items of a project, which judge what is asked of them. */
export interface SandboxTracker {
  items: Map<number, SandboxItem>;
  /** What the credential changed, in order: "create 1", "comment 1", "close 1 as Done", "duplicate 2 of 1". */
  events: string[];
  /** Requests that the service's documentation does not allow. */
  violations: string[];
  /** The service's time, in milliseconds since 1970. */
  time: number;
  /** A person changes a work item. */
  change(id: number, fields: Record<string, unknown>, by?: string): void;
  /** Creates a work item as somebody does at the same moment, with the texts of another. */
  copy(id: number, by?: string): number;
  /** Undefined for a request that is not about work items. `api` is the path of the project's. */
  reply(request: ReceivedRequest, api: string): Reply | undefined;
}

/** The identity of the credential. */
export const robot = "the build service";
export function sandboxTracker({
  types = usualTypes,
  areas = ["Night Shift"],
  people = [],
  denied = [],
}: SandboxTrackerOptions = {}): SandboxTracker {
  const items = new Map<number, SandboxItem>();
  const [events, violations]: [string[], string[]] = [[], []];
  const tracker = { items, events, violations, time: 0, change, copy, reply };
  const dated = () => new Date(tracker.time).toISOString();

  function change(id: number, fields: Record<string, unknown>, by = "Ann"): void {
    const item = items.get(id);
    if (item === undefined) throw new Error(`there is no work item ${id}`);
    const isMoved = "System.State" in fields;
    item.rev++;
    Object.assign(item.fields, fields, changedBy(by), isMoved ? { [stateChange]: dated() } : {});
  }

  function copy(id: number, by = robot): number {
    return add({ ...items.get(id)?.fields, "System.State": "New" }, by);
  }

  const stateChange = "Microsoft.VSTS.Common.StateChangeDate";
  const changedBy = (by: string) => ({
    "System.ChangedBy": { displayName: by, uniqueName: by, id: `id of ${by}` },
    "System.ChangedDate": dated(),
  });

  function add(fields: Record<string, unknown>, by: string): number {
    const id = Math.max(0, ...items.keys()) + 1;
    const changed = changedBy(by);
    const created = {
      "System.CreatedBy": changed["System.ChangedBy"],
      "System.CreatedDate": dated(),
      [stateChange]: dated(),
    };
    items.set(id, {
      id,
      rev: 1,
      fields: { ...fields, ...changed, ...created },
      comments: [],
      duplicateOf: [],
    });
    return id;
  }

  const shown = ({ id, rev, fields }: SandboxItem) => ({ id, rev, fields });
  const missing = (id: number) =>
    refused(
      404,
      `TF401232: Work item ${id} does not exist, or you do not have permissions to read it.`,
      "WorkItemUnauthorizedAccessException",
    );

  function reply(request: ReceivedRequest, api: string): Reply | undefined {
    if (!request.path.startsWith(`${api}/`)) return undefined;
    const [what = "", name = ""] = request.path.slice(api.length + 1).split("/");
    violations.push(...violationsOf(request, what));
    if (what === "workitemtypes") return typeReply(types, name);
    if (what === "wiql") return found(request);
    const isNew = name.startsWith("$");
    if (isNew) return created(request, name.slice(1));
    if (name === "") {
      const ids = (request.query.get("ids") ?? "").split(",").map(Number);
      const all = ids.map((id) => items.get(id)).map((item) => (item === undefined ? null : shown(item)));
      return json({ count: all.length, value: all });
    }
    const item = items.get(Number(name));
    if (item === undefined) return missing(Number(name));
    return request.method === "PATCH" ? changed(request, item) : json(shown(item));
  }

  function found({ body, query }: ReceivedRequest): Reply {
    const wiql = String(memberAt(JSON.parse(body), ["query"]));
    const [, clauses = ""] =
      /^SELECT \[System\.Id\] FROM WorkItems WHERE (.*) ORDER BY \[System\.Id\]$/.exec(wiql) ?? [];
    const conditions = clauses.split(" AND ").map((clause) => conditionOf(clause));
    if (conditions.some((one) => one === undefined)) violations.push(`an unknown query: ${wiql}`);
    const ids = [...items.values()]
      .filter((item) => conditions.every((holds) => holds?.(item)))
      .sort((one, other) => one.id - other.id)
      .slice(0, Number(query.get("$top") ?? 20_000))
      .map(({ id }) => ({ id, url: `${id}` }));
    return json({ queryType: "flat", workItems: ids });
  }

  function created({ body, query }: ReceivedRequest, name: string): Reply {
    const type = types[name];
    if (type === undefined)
      return refused(404, `VS402323: Work item type ${name} does not exist in project Night Shift.`);
    const fields = fieldsIn(body);
    const refusal = refusalOf(fields, type);
    if (refusal !== undefined) return refusal;
    const [state] = Object.keys(type.states);
    const whole = {
      "System.AreaPath": areas[0],
      "System.WorkItemType": name,
      "System.State": state,
      ...fields,
    };
    if (query.get("validateOnly") === "true") return json({ id: -1, rev: -1, fields: whole });
    const id = add(whole, robot);
    events.push(`create ${id}`);
    const item = items.get(id);
    return item === undefined ? missing(id) : json(shown(item));
  }

  function refusalOf(fields: Record<string, unknown>, { fields: known, required = [] }: SandboxType) {
    const [unknown] = Object.keys(fields).filter((field) => !known.includes(field));
    if (unknown !== undefined) return refused(400, `TF51535: Cannot find field ${unknown}.`);
    const area = fields["System.AreaPath"] ?? areas[0];
    if (!areas.includes(String(area)))
      return refused(400, `TF401347: Invalid tree name given for work item -1, field 'System.AreaPath'.`);
    if (denied.includes("edit"))
      return refused(
        403,
        "TF237111: The current user does not have permissions to save work items under the specified area path.",
      );
    const isTagKnown = [...items.values()].some((item) =>
      tagsOf(item.fields).includes(String(fields["System.Tags"])),
    );
    if (denied.includes("tag") && !isTagKnown)
      return refused(403, "TF401289: The current user does not have permissions to create tags.");
    const assignee = fields["System.AssignedTo"];
    if (assignee !== undefined && !people.includes(String(assignee)))
      return refused(
        400,
        `The identity value '${assignee}' for field 'Assigned To' is an unknown identity.`,
        "WorkItemFieldInvalidException",
      );
    const [lacking] = required.filter((field) => fields[field] === undefined);
    return lacking === undefined
      ? undefined
      : refused(400, `TF401320: Rule Error for field ${lacking}. Error code: Required, InvalidEmpty.`);
  }

  function changed({ body }: ReceivedRequest, item: SandboxItem): Reply {
    const patch: unknown = JSON.parse(body);
    if (memberAt(patch, ["0", "op"]) !== "test" || memberAt(patch, ["0", "path"]) !== "/rev")
      violations.push(`a change without a test of the revision: ${body}`);
    if (memberAt(patch, ["0", "value"]) !== item.rev)
      return refused(
        412,
        "VS403351: Test Operation for path /rev failed.",
        "TestPatchOperationFailedException",
      );
    if (denied.includes("edit")) return refused(403, "TF237111: The current user does not have permissions.");
    const { "System.History": comment, "System.State": state, ...others } = fieldsIn(body);
    const texts = Object.keys(others).filter((name) => name === "System.Description" || name === steps);
    if (texts.length < Object.keys(others).length) violations.push(`changes ${Object.keys(others)}`);
    const from = String(item.fields["System.State"]);
    const { states = {}, transitions } = types[String(item.fields["System.WorkItemType"])] ?? {};
    const isEntered =
      state === undefined ||
      (String(state) in states && transitions?.[from]?.includes(String(state)) !== false);
    if (!isEntered)
      return refused(400, "TF401320: Rule Error for field State. Error code: InvalidNotOldValue.");
    change(item.id, state === undefined ? others : { ...others, "System.State": state }, robot);
    const [, repeated] = /"url":"[^"]*\/workItems\/(\d+)"/.exec(body) ?? [];
    if (comment === undefined) {
      if (state !== undefined || repeated !== undefined)
        violations.push(`a change without a comment: ${body}`);
      return json(shown(item));
    }
    item.comments.push(String(comment));
    if (repeated !== undefined) item.duplicateOf.push(Number(repeated));
    const what = repeated === undefined ? `comment ${item.id}` : `duplicate ${item.id} of ${repeated}`;
    events.push(state === undefined ? what : `${what}, ${state}`);
    return json(shown(item));
  }

  return tracker;
}
