import type { HttpProblem } from "../http/errors";
import { isCredentialProblem } from "./advice";

const grant =
  "Project settings, Project configuration, Areas, Security; for the job access token, to the project's build service";
const permissions =
  `The credential's identity needs the permissions "View work items in this node" and "Edit work items in this node" (${grant}), ` +
  "and a personal access token the scope Work Items (read & write).";

/** The meaning of a refusal of the service, by its code. */
const byCode: readonly [RegExp, string][] = [
  [
    /TF237111/,
    `The credential's identity needs the permission "Edit work items in this node" on the area (${grant}).`,
  ],
  [
    /TF401347/,
    "Check `tickets.area`: the project has no such area. Write it with the project and backslashes, such as Shop\\Billing.",
  ],
  [
    /TF401289/,
    'The tag does not exist yet. Give the credential\'s identity the permission "Create tag definition" ' +
      "(Project settings, Permissions), or add the tag to any work item by hand once.",
  ],
  [
    /TF401320/,
    "A rule of the type requires or forbids a value. Give the fields that it requires a default, or set `tickets.type` to another type.",
  ],
  [/VS402323/, "Check `tickets.type`: the project's process has no such type. Basic has Task, but no Bug."],
  [/VS403351|TF26071/, "Somebody changed it at the same moment. The next report tries again."],
];

/** For requests about work items; empty if people can do nothing. */
export function adviceOnWorkItems(problem: HttpProblem): string {
  const message = problem.kind === "status" ? problem.serviceMessage : "";
  const [, advice] = byCode.find(([code]) => code.test(message)) ?? [];
  return advice ?? (isCredentialProblem(problem) ? permissions : "");
}
