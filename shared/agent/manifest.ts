import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { objectOf } from "../json/schema";

/** The labels of the options of an input. */
const labels = v.custom<Record<string, string>>(
  (value) => Object.values(Object(value)).every((label) => typeof label === "string"),
  "labels",
);

const manifestSchema = objectOf(
  {
    name: v.string(),
    description: v.string(),
    helpUrl: v.string(),
    version: objectOf({ Major: v.number(), Minor: v.number(), Patch: v.number() }, "a version"),
    inputs: v.array(
      objectOf(
        {
          name: v.string(),
          type: v.string(),
          label: v.string(),
          required: v.boolean(),
          defaultValue: v.optional(v.string(), ""),
          options: v.optional(labels, {}),
          helpMarkDown: v.string(),
        },
        "an input",
      ),
    ),
  },
  "a task manifest",
);

/** The members of a task's manifest that the tools read. The build stamps the version into the file. */
export type Manifest = v.InferOutput<typeof manifestSchema>;

export function readManifest(folder: string): Manifest {
  return v.parse(manifestSchema, JSON.parse(readFileSync(join(folder, "task.json"), "utf8")));
}

export function renderVersion({ name, version: { Major, Minor, Patch } }: Manifest): string {
  return `${name} ${Major}.${Minor}.${Patch}`;
}
