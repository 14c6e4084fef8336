import { parseArgs } from "node:util";
import { listed } from "../../shared/agent/inputs";
import { isInputErrors, refuse } from "../../shared/errors";
import { urlProblem } from "../../shared/http/url";
import { readJsonFile } from "../../shared/json/file";
import { didYouMean } from "../../shared/text/did-you-mean";
import { actions } from "../../tasks/PipelineMonitor/step";

/** What `npm start` is asked to show. */
export interface Options {
  help: boolean;
  /** Undefined for simulated services. */
  place: Place | undefined;
  /** Undefined if none is given, which shows both tasks over simulated services. */
  action: Action | undefined;
  /** The value of the configuration file. Undefined if none is given. */
  config: object | undefined;
}

export type Action = (typeof actions)[number];

/** A real project, and the credential that reads it. */
export interface Place {
  /** The URL before the organization. Ends with a slash. */
  base: string;
  organization: string;
  project: string;
  /** The base64 of `:TOKEN`. */
  buildAuth: string;
  /** The environment variable that gave the token. */
  variable: string;
}

const names = ["organization", "project", "action", "config"] as const;
type Name = (typeof names)[number];

/** Throws `InputErrors` that lists all problems. */
export function readOptions(commandLine: readonly string[], environment: NodeJS.ProcessEnv): Options {
  const { values, tokens } = parseArgs({
    args: [...commandLine],
    options: {
      ...Object.fromEntries(names.map((name) => [name, { type: "string" as const }])),
      help: { type: "boolean", short: "h" },
    },
    strict: false,
    tokens: true,
  });
  const known = [...names, "help"];
  const problems = tokens.flatMap((token) => {
    if (token.kind === "positional") return [`${token.value}: belongs to no option`];
    if (token.kind !== "option" || known.includes(token.name)) return [];
    return [`${token.rawName}: unknown option${didYouMean(token.name, known).replace("`", "`--")}`];
  });
  const textOf = (name: Name): string | undefined => {
    const value = values[name];
    if (value === true || value === "") problems.push(`--${name}: has no value`);
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const [url, project, named, path] = names.map(textOf);
  const action = actions.find((name) => name === named);
  if (named !== undefined && action === undefined)
    problems.push(`--action: expected ${listed(actions)}, got "${named}"`);
  const config = path === undefined ? undefined : readConfig(path, problems);
  const place = readPlace(url, project, environment, problems);
  const help = values["help"] === true;
  if (!help) refuse(problems);
  return { help, place, action, config };
}

function readConfig(path: string, problems: string[]): object | undefined {
  try {
    const value = readJsonFile("--config", path);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
    problems.push(`--config: ${path} is not a JSON object`);
  } catch (error) {
    if (!isInputErrors(error)) throw error;
    problems.push(...error.problems);
  }
  return undefined;
}

function readPlace(
  url: string | undefined,
  project: string | undefined,
  environment: NodeJS.ProcessEnv,
  problems: string[],
): Place | undefined {
  if (url === undefined && project === undefined) return undefined;
  if (url === undefined) problems.push("--organization: missing; --project needs it");
  if (project === undefined) problems.push("--project: missing; --organization needs it");
  const variable = ["BUILD_AUTH", "AZURE_DEVOPS_EXT_PAT"].find((name) => environment[name]);
  if (variable === undefined)
    problems.push(
      "AZURE_DEVOPS_EXT_PAT: missing; set this environment variable to a personal access token with the scope " +
        "Build (read), or BUILD_AUTH to the base64 of `:TOKEN`",
    );
  const parts = url === undefined ? undefined : partsOf(url, problems);
  if (parts === undefined || project === undefined || variable === undefined) return undefined;
  const secret = environment[variable] ?? "";
  const buildAuth = variable === "BUILD_AUTH" ? secret : Buffer.from(`:${secret}`).toString("base64");
  return { ...parts, project, buildAuth, variable };
}

/** The last part of the path is the organization; before dev.azure.com, each had its own host. */
function partsOf(text: string, problems: string[]): { base: string; organization: string } | undefined {
  const problem = urlProblem(text);
  if (problem !== undefined) {
    problems.push(`--organization: ${problem}`);
    return undefined;
  }
  const { origin, hostname, pathname } = new URL(text);
  const [, ofHost] = /^([\w-]+)\.visualstudio\.com$/.exec(hostname) ?? [];
  if (ofHost !== undefined) return { base: "https://dev.azure.com/", organization: ofHost };
  const [, above = "", last = ""] = /^(.*\/)([^/]+)\/?$/.exec(pathname) ?? [];
  if (last !== "") return { base: `${origin}${above}`, organization: decodeURIComponent(last) };
  problems.push(
    "--organization: expected a URL that ends with the organization, such as https://dev.azure.com/contoso",
  );
  return undefined;
}
