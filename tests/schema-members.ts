import { toJSONSchema } from "zod/mini";
import type { $ZodType, JSONSchema } from "zod/v4/core";

/** A member of a file as its JSON Schema, which editors show, describes it. */
export interface SchemaMember {
  path: string;
  description: string;
  pattern: RegExp | undefined;
}

/** Every member that the schema of a file names, at any depth; `*` stands for any other name. */
export function schemaMembers(schema: $ZodType): SchemaMember[] {
  return membersWithin(toJSONSchema(schema, { target: "draft-7" }), "");
}

function membersWithin(
  { properties = {}, additionalProperties }: JSONSchema.BaseSchema,
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
  const others =
    typeof additionalProperties === "object" ? membersWithin(additionalProperties, `${path}*.`) : [];
  return [...named, ...others];
}
