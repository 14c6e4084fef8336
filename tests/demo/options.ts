import { parseArgs } from "node:util";
import { listed } from "../../shared/agent/inputs";
import { isInputErrors, refuse } from "../../shared/errors";
import { readJsonFile } from "../../shared/json/file";
import { didYouMean } from "../../shared/text/did-you-mean";
import { actions as others } from "../../tasks/PipelineMonitor/actions";
import { type NamedPlace, placeOf } from "./place";

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

export type Action = "monitor" | keyof typeof others;
const actions = ["monitor", ...Object.keys(others)];
const isAction = (name: string | undefined): name is Action => name !== undefined && actions.includes(name);

/** A real project, and the credential that reads it. */
export interface Place extends NamedPlace {
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
  const action = isAction(named) ? named : undefined;
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
    const { value } = readJsonFile("--config", path);
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
  const variable = ["BUILD_AUTH", "AZURE_DEVOPS_EXT_PAT"].find((name) => environment[name]);
  if (url === undefined) problems.push("--organization: missing; --project needs it");
  const named = url === undefined ? undefined : placeOf(url, project, problems);
  if (variable === undefined)
    problems.push(
      "AZURE_DEVOPS_EXT_PAT: missing; set this environment variable to a personal access token with the scope " +
        "Build (read), or BUILD_AUTH to the base64 of `:TOKEN`",
    );
  if (named === undefined || variable === undefined) return undefined;
  const secret = environment[variable] ?? "";
  const buildAuth = variable === "BUILD_AUTH" ? secret : Buffer.from(`:${secret}`).toString("base64");
  return { ...named, buildAuth, variable };
}
