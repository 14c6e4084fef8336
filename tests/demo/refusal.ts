import type { Place } from "./options";

/** The first response of an organization that refuses what is asked: its status, 203 for any sign-in page. */
export type Refusal = 203 | 401 | 403 | 404;

/** Undefined for a response with data, and for errors that have nothing to do with the token or the names. */
export function refusalOf(status: number, contentType: string): Refusal | undefined {
  const isSignInPage =
    status === 203 || (status >= 300 && status < 400) || contentType.startsWith("text/html");
  if (isSignInPage && status < 400) return 203;
  return ([401, 403, 404] as const).find((known) => known === status);
}

/** What a person at a terminal reads of it, and does. `above` is the URL of the organization. */
export function describeRefusal(
  refusal: Refusal,
  { project, organization, variable }: Place,
  above: URL,
  isWindows = process.platform === "win32",
): string {
  const what =
    refusal === 404
      ? `${above.href} has no project ${project}, or the token may not see it (404). Check --organization and --project.`
      : refusal === 403
        ? `The token from ${variable} may not read the builds of ${project} (403).`
        : `${above.href} does not accept the token from ${variable} (${refusal === 203 ? "a sign-in page" : refusal}). It has expired, is mistyped, or is of another organization.`;
  const value = variable === "BUILD_AUTH" ? "the base64 of :TOKEN" : "TOKEN";
  const set = isWindows ? `$env:${variable} = "${value}"` : `export ${variable}="${value}"`;
  return [
    what,
    `Create a personal access token for ${organization} with the scope Build (read): ${above.href}_usersSettings/tokens`,
    `Then: ${set}`,
  ].join("\n");
}

const proxyVariables = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"];

/** What a person at a terminal reads if no request has reached the organization: of the network, not of the service. */
export function describeUnreachable(
  why: string,
  { variable }: Pick<Place, "variable">,
  above: URL,
  environment: NodeJS.ProcessEnv = process.env,
): string {
  const proxy = proxyVariables.find((name) => (environment[name] ?? "") !== "");
  const through = proxy === undefined ? "" : `, the proxy in ${proxy}`;
  return [
    `This machine cannot reach ${above.host}: ${why}`,
    `Check its network${through} and DNS. The token from ${variable} was not sent.`,
  ].join("\n");
}
