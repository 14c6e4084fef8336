import { json, type Reply } from "./loopback";

/** A type of work items, as a process defines it. */
export interface SandboxType {
  fields: readonly string[];
  /** The category of each state; the first is that of a new work item. */
  states: Readonly<Record<string, string>>;
  /** The states that may be entered from each; any, without. */
  transitions?: Readonly<Record<string, readonly string[]>>;
  /** Fields that need a value. */
  required?: readonly string[];
}

export const steps = "Microsoft.VSTS.TCM.ReproSteps";
const common = ["System.Title", "System.Description", "System.Tags", "System.State", "System.AreaPath"];

/** Bug as in Agile, which has a form of its own, and Issue as in Basic. */
export const usualTypes: Readonly<Record<string, SandboxType>> = {
  Bug: {
    fields: [...common, "System.AssignedTo", steps],
    states: {
      ...{ New: "Proposed", Active: "InProgress", Resolved: "Resolved" },
      ...{ Closed: "Completed", Removed: "Removed" },
    },
  },
  Issue: {
    fields: [...common, "System.AssignedTo"],
    states: { "To Do": "Proposed", Doing: "InProgress", Done: "Completed" },
    transitions: { "": ["To Do"], "To Do": ["Doing", "Done"], Doing: ["To Do", "Done"], Done: ["To Do"] },
  },
};

export const refused = (status: number, message: string, typeKey = "RuleValidationException"): Reply => ({
  ...{ ...json({ message, typeKey }), status },
});

export function typeReply(types: Readonly<Record<string, SandboxType>>, name: string): Reply {
  const type = types[name];
  if (type === undefined)
    return refused(404, `VS402323: Work item type ${name} does not exist in project Night Shift.`);
  const { fields, states, transitions } = type;
  const toAll = Object.keys(states).map((to) => ({ to, actions: null }));
  return json({
    name,
    fields: fields.map((referenceName) => ({ referenceName, alwaysRequired: false })),
    states: Object.entries(states).map(([state, category]) => ({ name: state, color: "b2b2b2", category })),
    transitions: Object.fromEntries(
      ["", ...Object.keys(states)].map((from) => [from, transitions?.[from]?.map((to) => ({ to })) ?? toAll]),
    ),
  });
}
