import { messageOf } from "../errors";
import { htmlPage } from "../http/body";
import {
  adviceOnReaching,
  describeProblem,
  HttpError,
  type HttpProblem,
  type StatusProblem,
  Unreadable,
} from "../http/errors";
import type { HttpResponse } from "../http/request";

/** It comes with status 203, or as HTML with 200, instead of a plain 401. */
const signInPage = "a sign-in page instead of data";

export function refuseSignInPage(response: HttpResponse): void {
  const isPage = /^text\/html\b/i.test(response.header("content-type") ?? "");
  if (response.status === 203 || isPage) throw new Unreadable(signInPage);
}

/** The service does not accept the credential. */
export function isRefusal(problem: HttpProblem): boolean {
  if (problem.kind === "unreadable") return [signInPage, htmlPage].includes(problem.what);
  // Problems have no status below 300, so this is every redirect.
  return problem.kind === "status" && (problem.status < 400 || problem.status === 401);
}

/** The credential does not work or lacks a permission. */
export function isCredentialProblem(problem: HttpProblem): boolean {
  if (isRefusal(problem)) return true;
  return problem.kind === "status" && (problem.status === 403 || problem.serviceMessage.includes("TF400813"));
}

/** Describes a second refusal in a row where the service had accepted the credential, so nothing shows that it is wrong. */
export function describeRefusals({ request, problem }: HttpError): string {
  return (
    `${request} ${describeProblem(problem)}, twice in a row, although the service had accepted the same credential ` +
    "before. It may be limiting requests or having problems. Run the monitor again."
  );
}

/** Advice about an identity that the service knows, but that is not a user or member; empty for any other problem. */
export function adviceOnIdentity(problem: HttpProblem): string {
  const message = problem.kind === "status" ? problem.serviceMessage : "";
  if (message.includes("TF401444"))
    return "The identity is not a user of the organization. Add it in the organization's settings under Users, with the access level Basic.";
  if (message.includes("VS800075"))
    return "The project does not exist, or the identity is not a member of it. Check `project`, or add the identity to the project's Readers.";
  return "";
}

/** Describes why one project could not be read by a credential that reads others. */
export function describeOneProject(error: unknown): string {
  const isOfCredential =
    error instanceof HttpError &&
    isCredentialProblem(error.problem) &&
    adviceOnIdentity(error.problem) === "";
  if (!isOfCredential) return messageOf(error);
  return (
    `${error.request} ${describeProblem(error.problem)}. The credential reads other projects, but not this one. Add its ` +
    "user to the project's Readers. For the job access token, turn off \"Limit job authorization scope to current " +
    'project", and grant "View builds" to "Project Collection Build Service".'
  );
}

const rateAdvice =
  "The service limits the number of requests. Run the monitor less often, or with fewer optional checks.";

/** For a list of runs that cannot be read for another reason than the credential. */
export function adviceOnRuns(problem: HttpProblem): string {
  const reach = "Check `url_base`, and that the agent can reach the host (proxy, firewall).";
  const reaching = adviceOnReaching(problem, reach);
  if (reaching !== undefined) return reaching;
  if (problem.kind === "paused") return rateAdvice;
  if (problem.kind !== "status")
    return "Check `url_base` and the agent's proxy: another service may respond. If the list is too long, shorten it with `url_params`, such as `&definitions=12,13`.";
  return (
    adviceOnVersion(problem) ??
    adviceByStatus[problem.status] ??
    "The service is having problems. See its status page, then run the monitor again."
  );
}

/**
 * A server's message has the newest version that it knows, or the one that it knows as a preview only. Every server
 * knows the first release of that number.
 */
function adviceOnVersion({ serviceMessage }: StatusProblem): string | undefined {
  const [, major] =
    /(?:latest REST API version this server supports is |requested version "?)(\d+)\./.exec(serviceMessage) ??
    [];
  return major === undefined ? undefined : `Write \`&api-version=${major}.0\` in \`url_params\`.`;
}

const adviceByStatus: Record<number, string> = {
  400: "Check `url_params` in the configuration.",
  404: "Check `url_base`, `organization` and `project`. The service also returns 404 for what the credential may not read.",
  422: "Check `url_params` in the configuration.",
  429: rateAdvice,
};
