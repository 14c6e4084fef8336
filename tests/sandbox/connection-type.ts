import type { Connection } from "./agent-environment";

export interface ConnectionType {
  name: string;
  displayName: string;
  icon: string;
  helpMarkDown: string;
  url: {
    value: string;
    isVisible: string;
    dependsOn?: { input: string; map: { key: string; value: string }[] };
  };
  inputDescriptors?: ConnectionInput[];
  dataSources?: { name: string; endpointUrl: string; headers: { name: string; value: string }[] }[];
  authenticationSchemes: {
    type: string;
    headers?: { name: string; value: string }[];
    inputDescriptors: ConnectionInput[];
  }[];
}

/** A field of the form in which a connection is made. */
export interface ConnectionInput {
  id: string;
  name: string;
  isConfidential: boolean;
  values?: { defaultValue: string; possibleValues: { value: string; displayValue: string }[] };
}

/** The address that the platform keeps: where it follows from a field, that overwrites what was typed. */
export function savedUrl(
  type: ConnectionType | undefined,
  { url, data = {} }: Pick<Connection, "url" | "data">,
): string {
  const { input = "", map = [] } = type?.url.dependsOn ?? {};
  return map.find(({ key }) => key === data[input])?.value ?? url;
}

/** The request of the button *Verify*: that of the type's data source TestConnection. */
export function verification(
  { dataSources = [], authenticationSchemes }: ConnectionType,
  { url, parameters }: Pick<Connection, "url" | "parameters">,
): Request {
  const values: Record<string, string> = { url, ...parameters };
  const filled = (template: string) =>
    template.replace(/\{?\{\{endpoint\.(\w+)\}\}\}?/g, (token, name: string) => values[name] ?? token);
  const scheme = authenticationSchemes.find(({ inputDescriptors }) =>
    inputDescriptors.every(({ id }) => parameters?.[id] !== undefined),
  );
  const source = dataSources.find(({ name }) => name === "TestConnection");
  if (source === undefined) throw new Error("there is nothing to verify by");
  const headers = [...source.headers, ...(scheme?.headers ?? [])].map(({ name, value }): [string, string] => [
    name,
    filled(value),
  ]);
  return new Request(filled(source.endpointUrl), { headers });
}
