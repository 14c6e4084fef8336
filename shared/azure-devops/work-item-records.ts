import * as v from "valibot";
import { parseAs } from "../http/body";
import { objectOf } from "../json/schema";
import { id } from "./records";

/** A work item, as far as a monitor needs it. Identities are compared only. */
export type WorkItem = ReturnType<typeof parseItem>;

/** A type of work items. */
export interface WorkItemType {
  /** The field that its form shows as the description. */
  textField: string;
  /** The categories of its states, such as Completed, by their names. */
  categories: ReadonlyMap<string, string>;
  /** The states that may be entered from each state; undefined if the service does not tell. */
  transitions: ReadonlyMap<string, readonly string[]> | undefined;
}

/** The form of a bug has it in place of the description. */
const stepsToReproduce = "Microsoft.VSTS.TCM.ReproSteps";
const description = "System.Description";

/** Older versions of the service write an identity as a text. */
const identity = v.fallback(
  v.union([
    v.string(),
    v.pipe(
      v.object({ id: v.optional(v.string()), uniqueName: v.optional(v.string()) }),
      v.transform(({ id, uniqueName = "" }) => id ?? uniqueName),
    ),
  ]),
  "",
);
const text = v.fallback(v.string(), "");
const itemSchema = v.object({
  id,
  rev: id,
  fields: objectOf(
    {
      "System.WorkItemType": v.string(),
      "System.State": v.string(),
      "System.CreatedBy": identity,
      "System.CreatedDate": text,
      "System.ChangedBy": identity,
      "System.ChangedDate": text,
      "Microsoft.VSTS.Common.StateChangeDate": v.optional(v.string()),
      [description]: text,
      [stepsToReproduce]: text,
    },
    "expected an object",
  ),
});

export function parseItem(body: unknown) {
  const incomplete = "a work item that lacks its id, type or state";
  const { id, rev: revision, fields } = parseAs(itemSchema, body, incomplete);
  const since = fields["Microsoft.VSTS.Common.StateChangeDate"] ?? fields["System.ChangedDate"];
  const texts: Readonly<Record<string, string>> = {
    [description]: fields[description],
    [stepsToReproduce]: fields[stepsToReproduce],
  };
  return {
    id,
    /** Counts its changes. */
    revision,
    type: fields["System.WorkItemType"],
    state: fields["System.State"],
    /** The texts that its form may show as its description, in HTML, by the reference names of their fields. */
    texts,
    createdBy: fields["System.CreatedBy"],
    /** In seconds since 1970. */
    createdAt: Date.parse(fields["System.CreatedDate"]) / 1000,
    changedBy: fields["System.ChangedBy"],
    /** When its state was changed last, in seconds since 1970. */
    stateSince: Date.parse(since) / 1000,
  };
}

const typeSchema = v.object({
  fields: v.array(v.object({ referenceName: v.string() })),
  states: v.optional(v.array(v.object({ name: v.string(), category: v.string() })), []),
  transitions: v.optional(v.record(v.string(), v.array(v.object({ to: v.string() })))),
});

export function parseType(body: unknown): WorkItemType {
  const { fields, states, transitions } = parseAs(typeSchema, body, "a work item type without fields");
  const hasSteps = fields.some(({ referenceName }) => referenceName === stepsToReproduce);
  return {
    textField: hasSteps ? stepsToReproduce : description,
    categories: new Map(states.map(({ name, category }) => [name, category])),
    transitions:
      transitions &&
      new Map(Object.entries(transitions).map(([from, all]) => [from, all.map(({ to }) => to)])),
  };
}
