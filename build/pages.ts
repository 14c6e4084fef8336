import { readFileSync } from "node:fs";
import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { starterPipeline } from "../shared/text/starter-pipeline";
import { placeKeys } from "../tasks/PipelineMonitor/config/own-place";
import { standardPreset } from "../tasks/PipelineMonitor/config/preset";
import { schemaWith } from "../tasks/PipelineMonitor/config/schema";
import { features } from "../tasks/PipelineMonitor/features";
import { renderTools } from "./causes-table";

const schema = schemaWith(features);

/** The part of a JSON Schema's member that a table shows. */
const memberSchema = v.object({
  enum: v.optional(v.array(v.string())),
  description: v.string(),
  default: v.optional(v.unknown()),
  examples: v.optional(v.array(v.unknown()), []),
  page: v.optional(v.string()),
});
type Member = v.InferOutput<typeof memberSchema>;

const objectSchema = v.object({
  properties: v.record(v.string(), memberSchema),
  required: v.array(v.string()),
});

/** Replaces what is between the page's markers: the tables of the schema, the preset, and the pipeline to start with. */
export function completedPage(path: string): string {
  const parts: Record<string, string> = {
    keys: renderTable(schema.file),
    settings: renderTable(schema.settings),
    preset: `\n\`\`\`json\n${renderPreset()}\n\`\`\`\n\n`,
    tools: renderTools(),
    starter: `\n\`\`\`yaml\n${starterPipeline}\`\`\`\n\n`,
  };
  return readFileSync(path, "utf8").replaceAll(
    /(?<=<!-- (\w+): npm run generate -->\n)[\s\S]*?(?=<!-- end -->)/g,
    (_, name: string) => parts[name] ?? "",
  );
}

/** As people write it: settings of a pipeline are in one line. */
function renderPreset(): string {
  return JSON.stringify(standardPreset(features), null, 2).replace(
    /\{\n {6}([\s\S]*?)\n {4}\}/,
    (_, settings: string) => `{ ${settings.replace(/\n\s+/g, " ")} }`,
  );
}

function renderTable(schema: v.GenericSchema): string {
  const json = toJsonSchema(schema, { typeMode: "output", errorMode: "ignore" });
  const { properties, required } = v.parse(objectSchema, json);
  const rows = Object.entries(properties).filter(([key]) => key !== "$schema");
  return `\n| key | value | default | meaning |
|---|---|---|---|
${rows.map(([key, member]) => renderRow(key, member, required.includes(key))).join("\n")}\n\n`;
}

function renderRow(key: string, member: Member, isRequired: boolean): string {
  const isOwn = placeKeys.some((own) => own === key);
  const byDefault = isOwn ? "the pipeline's own" : isRequired ? "required" : codeOf(member.default);
  const name = member.page === undefined ? `\`${key}\`` : `[\`${key}\`](${member.page})`;
  const cells = [name, shownValue(member), byDefault, member.description];
  return `| ${cells.join(" | ")} |`;
}

/** All values, or else an example, which shows the type. */
function shownValue({ enum: values, examples: [example] }: Member): string {
  return values === undefined ? codeOf(example) : values.map(codeOf).join(", ");
}

const codeOf = (value: unknown) => (value === undefined ? "" : `\`${JSON.stringify(value)}\``);
