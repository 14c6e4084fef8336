import { type JsonSchema, toJsonSchema } from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";
import { placeKeys } from "../tasks/PipelineMonitor/config/own-place";
import { standardPreset } from "../tasks/PipelineMonitor/config/preset";
import { schemaWith } from "../tasks/PipelineMonitor/config/schema";
import { features } from "../tasks/PipelineMonitor/features";

/** The schemas of files, for editors. Checks that are functions are not part of them. */

const draft = { target: "draft-07", typeMode: "output", errorMode: "ignore" } as const;

export function schemaText(title: string, schema: GenericSchema): string {
  return renderSchema({ title, ...toJsonSchema(schema, draft) });
}

/**
 * An editor refuses unknown members. What a preset sets is required only without one, and the place of the pipeline never,
 * as in `parseConfig`.
 */
export function configSchemaText(): string {
  const {
    required = [],
    properties = {},
    ...schema
  } = toJsonSchema(schemaWith(features).file, {
    ...draft,
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      valibotSchema.type === "object" ? { ...jsonSchema, additionalProperties: false } : undefined,
  });
  const ofPreset = standardPreset(features);
  const isSet = (key: string) => key in ofPreset;
  const { required: inPipelines, ...pipelines } = Object(properties["pipelines"]);
  return renderSchema({
    title: "PipelineMonitor configuration",
    ...schema,
    properties: { ...properties, pipelines },
    required: required.filter((key) => !isSet(key) && !placeKeys.some((own) => own === key)),
    if: { required: ["preset"] },
    else: { required: required.filter(isSet), properties: { pipelines: { required: inPipelines } } },
  });
}

function renderSchema(schema: JsonSchema): string {
  // Where to read more is for the reference in docs/.
  const shown = (key: string, value: unknown) =>
    key === "page" && typeof value === "string" ? undefined : value;
  return `${JSON.stringify(schema, shown, 2)}\n`;
}
