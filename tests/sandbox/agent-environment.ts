import { createHash } from "node:crypto";
import { resolve } from "node:path";
import type { Step } from "./agent";
import { type ConnectionType, savedUrl } from "./connection-type";

/** A service connection as its project keeps it. */
export interface Connection {
  /** The name of its type. */
  type: string;
  url: string;
  scheme: "Token" | "UsernamePassword" | "OAuth" | "WorkloadIdentityFederation";
  parameters: Record<string, string>;
  data?: Record<string, string>;
}

export interface TaskManifest {
  inputs: { name: string; type: string; defaultValue?: string }[];
  execution: Record<string, { target: string }>;
}

const collectionUri = "https://dev.azure.com/contoso/";

/** Where `npm run cover` collects what was run; a bundle cannot be told of its sources there, so it runs what tsc made. */
export const coverage = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => name === "NODE_V8_COVERAGE"),
);

/** A name that is no such connection never gets as far as an agent: the run is refused when it is queued. */
function authorizedId(name: string, inputType: string, connections: Record<string, Connection>): string {
  const type = connections[name]?.type;
  if (type !== undefined && inputType !== `connectedService:${type}`)
    throw new Error(`the connection ${name} is none of ${inputType}`);
  return type === undefined ? name : connectionId(name);
}

/** The id that a task knows a connection by. */
export function connectionId(name: string): string {
  const [, ...groups] =
    /^(.{8})(.{4})(.{4})(.{4})(.{12})/.exec(createHash("sha256").update(name).digest("hex")) ?? [];
  return groups.join("-");
}

/** The connection by which a task finds its job's own access token. */
function jobConnection(token: string): Omit<Connection, "type"> {
  return { url: collectionUri, scheme: "OAuth", parameters: { AccessToken: token } };
}

/** Environment variables that describe a connection to a task. */
function endpointOf(
  id: string,
  { url, scheme, parameters, data = {} }: Omit<Connection, "type">,
): Record<string, string> {
  const members = (kind: string, values: Record<string, string>) =>
    Object.entries(values).map(([member, value]) => [`${kind}_${id}_${member.toUpperCase()}`, value]);
  return {
    [`ENDPOINT_URL_${id}`]: url,
    [`ENDPOINT_AUTH_${id}`]: JSON.stringify({ parameters, scheme }),
    [`ENDPOINT_AUTH_SCHEME_${id}`]: scheme,
    ...Object.fromEntries([
      ...members("ENDPOINT_AUTH_PARAMETER", parameters),
      ...members("ENDPOINT_DATA", data),
    ]),
  };
}

/** The environment that the agent gives to a task, and nothing of the tests' own. */
export function environment(
  step: Step,
  manifest: TaskManifest,
  types: readonly ConnectionType[],
  tempFolder: string,
  sourcesFolder: string,
): NodeJS.ProcessEnv {
  const { variables = {}, secrets = {}, env = {}, connections = {}, jobToken } = step;
  const pipelineVariables: Record<string, string> = {
    "System.CollectionUri": collectionUri,
    "System.TeamProject": "Night Shift",
    "System.DefaultWorkingDirectory": sourcesFolder,
    "System.Culture": "en-US",
    "Build.SourcesDirectory": sourcesFolder,
    "Agent.TempDirectory": tempFolder,
    "Agent.Version": "4.248.0",
    ...variables,
  };
  const replace = (macro: string, name: string) => pipelineVariables[name] ?? secrets[name] ?? macro;
  const expand = (text: string) => text.replace(/\$\(([^()]+)\)/g, replace);
  const key = (name: string) => name.replace(/[. ]/g, "_").toUpperCase();
  const inputs = manifest.inputs.map(({ name, type, defaultValue = "" }) => {
    const value = expand(step.inputs[name] ?? defaultValue);
    if (type.startsWith("connectedService:"))
      return [`INPUT_${key(name)}`, authorizedId(value, type, connections)];
    // The agent roots a file path at the sources folder, an empty one included.
    return [`INPUT_${key(name)}`, type === "filePath" ? resolve(sourcesFolder, value) : value];
  });
  const endpoints = [
    ...Object.entries(connections).map(([name, connection]) => {
      const type = types.find((candidate) => candidate.name === connection.type);
      return endpointOf(connectionId(name), { ...connection, url: savedUrl(type, connection) });
    }),
    ...(jobToken === undefined ? [] : [endpointOf("SYSTEMVSSCONNECTION", jobConnection(jobToken))]),
  ];
  return {
    PATH: process.env["PATH"] ?? "",
    TF_BUILD: "True",
    ...Object.fromEntries(Object.entries(pipelineVariables).map(([name, value]) => [key(name), value])),
    ...Object.fromEntries(Object.entries(secrets).map(([name, value]) => [`SECRET_${key(name)}`, value])),
    ...Object.fromEntries(inputs),
    ...Object.assign({}, ...endpoints),
    ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, expand(value)])),
    VSTS_PUBLIC_VARIABLES: JSON.stringify(Object.keys(pipelineVariables)),
    VSTS_SECRET_VARIABLES: JSON.stringify(Object.keys(secrets)),
    ...(step.clockStartsAt === undefined ? {} : { SANDBOX_CLOCK_STARTS_AT: String(step.clockStartsAt) }),
    ...(step.clockShownIn === undefined ? {} : { SANDBOX_CLOCK_SHOWN_IN: step.clockShownIn }),
    ...(step.detour === undefined ? {} : { SANDBOX_DETOUR: JSON.stringify(step.detour) }),
    ...(step.sabotage === undefined ? {} : { SANDBOX_SABOTAGE: step.sabotage }),
    ...coverage,
  };
}
