import * as v from "valibot";
import { keysOf, memberAt } from "../../shared/json/path";

/** The parameters that a template declares. */
export const parametersSchema = v.array(
  v.strictObject({
    name: v.string(),
    type: v.picklist(["object", "string", "number"]),
    default: v.optional(v.unknown()),
    values: v.optional(v.array(v.unknown())),
  }),
);

type Parameter = v.InferOutput<typeof parametersSchema>[number];

/** The given values and the defaults. Throws for one that is missing, unknown or of another type. */
export function argumentsOf(declared: readonly Parameter[], given: Record<string, unknown>) {
  for (const name of Object.keys(given))
    if (!declared.some((parameter) => parameter.name === name)) throw new Error(`${name}: no such parameter`);
  return Object.fromEntries(
    declared.map((parameter) => {
      const value = given[parameter.name] ?? parameter.default;
      check(parameter, value);
      return [parameter.name, value];
    }),
  );
}

function check({ name, type, values }: Parameter, value: unknown): void {
  if (value === undefined) throw new Error(`${name}: missing`);
  // Of an object Azure Pipelines takes whatever YAML there is.
  if (type !== "object" && typeof value !== type) throw new Error(`${name}: no ${type}`);
  if (values?.includes(value) === false) throw new Error(`${name}: none of ${values.join(", ")}`);
}

type Scope = Record<string, unknown>;

/**
 * A piece of a template with its expressions replaced. Known are `${{ name.member }}` as a whole key or value, and
 * `${{ each name in parameters.list }}` as a key; any other throws, and so does a member that is missing, which Azure
 * Pipelines would take for an empty text.
 */
export function expand(piece: unknown, scope: Scope): unknown {
  if (typeof piece === "string") return expandText(piece, scope);
  if (Array.isArray(piece)) return piece.map((item: unknown) => expand(item, scope));
  if (typeof piece !== "object" || piece === null) return piece;
  const members = Object.entries(piece).flatMap(([key, value]) => expandMember(key, value, scope));
  const expanded = Object.fromEntries(members);
  if (Object.keys(expanded).length < members.length)
    throw new Error(`a key appears twice: ${members.map(([key]) => key).join(", ")}`);
  return expanded;
}

function expandText(text: string, scope: Scope): unknown {
  if (!/\$\{\{|\$\[/.test(text)) return text;
  const [, path] = /^\$\{\{ (\w+\.\w+) \}\}$/.exec(text) ?? [];
  if (path === undefined) throw new Error(`${text}: no expression that is known here`);
  return valueAt(path, scope);
}

function expandMember(key: string, value: unknown, scope: Scope): [string, unknown][] {
  const [, name, path] = /^\$\{\{ each (\w+) in (parameters\.\w+) \}\}$/.exec(key) ?? [];
  if (name === undefined || path === undefined) return [[String(expand(key, scope)), expand(value, scope)]];
  const list = valueAt(path, scope);
  if (!Array.isArray(list)) throw new Error(`${path}: no list`);
  return list.flatMap((item: unknown) => {
    const members = expand(value, { ...scope, [name]: item });
    return keysOf(members).map((member): [string, unknown] => [member, memberAt(members, [member])]);
  });
}

function valueAt(path: string, scope: Scope): unknown {
  const value = memberAt(scope, path.split("."));
  if (value === undefined) throw new Error(`${path}: missing`);
  return value;
}
