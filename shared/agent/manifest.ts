import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";

/** The labels of the options of an input. */
const labels = v.custom<Record<string, string>>(
  (value) => Object.values(Object(value)).every((label) => typeof label === "string"),
  "labels",
);

const manifestSchema = v.object({
  name: v.string(),
  description: v.string(),
  helpUrl: v.string(),
  version: v.object({ Major: v.number(), Minor: v.number(), Patch: v.number() }),
  inputs: v.array(
    v.object({
      name: v.string(),
      type: v.string(),
      label: v.string(),
      required: v.boolean(),
      defaultValue: v.optional(v.string(), ""),
      options: v.optional(labels, {}),
      helpMarkDown: v.string(),
    }),
  ),
});

/** The members of a task's manifest that the tools read. The build stamps the version into the file. */
export type Manifest = v.InferOutput<typeof manifestSchema>;

export function readManifest(folder: string): Manifest {
  return v.parse(manifestSchema, JSON.parse(readFileSync(join(folder, "task.json"), "utf8")));
}

export function renderVersion({ name, version: { Major, Minor, Patch } }: Manifest): string {
  return `${name} ${Major}.${Minor}.${Patch}`;
}
