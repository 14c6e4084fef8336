import { type JsonSchema, toJsonSchema } from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";

/** A member of a file as its JSON Schema, which editors show, describes it. */
export interface SchemaMember {
  path: string;
  description: string;
  pattern: RegExp | undefined;
}

/** Every member that the schema of a file names, at any depth; `*` stands for any other name, and for each of a list. */
export function schemaMembers(schema: GenericSchema): SchemaMember[] {
  return membersWithin(toJsonSchema(schema, { typeMode: "output", errorMode: "ignore" }), "");
}

function membersWithin(
  { properties = {}, additionalProperties, items }: JsonSchema,
  path: string,
): SchemaMember[] {
  const named = Object.entries(properties).flatMap(([name, member]) => {
    if (typeof member === "boolean") return [];
    const { description = "", pattern } = member;
    const described = {
      path: `${path}${name}`,
      description,
      pattern: pattern === undefined ? undefined : new RegExp(pattern),
    };
    return [described, ...membersWithin(member, `${path}${name}.`)];
  });
  const others = [additionalProperties, items].flatMap((inside) =>
    typeof inside === "object" && !Array.isArray(inside) ? membersWithin(inside, `${path}*.`) : [],
  );
  return [...named, ...others];
}
