import { readFileSync } from "node:fs";
import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { starterPipeline } from "../shared/text/starter-pipeline";
import { placeKeys } from "../tasks/PipelineMonitor/config/own-place";
import { standardPreset } from "../tasks/PipelineMonitor/config/preset";
import { schemaWith } from "../tasks/PipelineMonitor/config/schema";
import { features } from "../tasks/PipelineMonitor/features";

const schema = schemaWith(features);

/** Where to read more about a key, from docs/monitor/. */
const more: Readonly<Record<string, string>> = {
  preset: "#preset",
  explain_failures: "alerts.md#why-a-run-failed",
  quote_logs: "alerts.md#why-a-run-failed",
  group_causes: "alerts.md#one-cause-one-line",
  check_unfinished: "alerts.md#stuck-runs",
  approvals_after: "alerts.md#runs-that-wait-for-a-person",
  known_issues: "causes.md#known-issues-of-your-own",
  window: "alerts.md#no-gap-no-repeats",
  history: "alerts.md#new-or-known",
  runs_per_week_max: "schedules-and-limits.md#the-weekly-run-limit",
  partially_succeeded: "less-noise.md#runs-that-partially-succeed",
  runs: "less-noise.md#only-some-runs",
  branches: "less-noise.md#only-some-runs",
  notify: "less-noise.md#report-each-problem-once",
  business_hours: "less-noise.md#business-hours",
  quiet: "less-noise.md#maintenance-windows",
  routes: "routes-and-paging.md#routes",
  paging: "routes-and-paging.md#paging",
  tickets: "tickets.md",
  projects: "many-projects.md#several-projects-one-monitor",
  digest: "digest.md",
  metrics: "metrics.md",
  pipelines: "less-noise.md#patterns-in-names",
  schedule: "schedules-and-limits.md#missed-runs",
  finish_by: "schedules-and-limits.md#deadlines",
  after_failures: "less-noise.md#after-several-failures",
  mute_until: "less-noise.md#mute-a-pipeline",
  owner: "chats.md#mention-the-owner",
  severity: "less-noise.md#owner-runbook-and-severity",
};

/** The part of a JSON Schema's member that a table shows. */
const memberSchema = v.object({
  enum: v.optional(v.array(v.string())),
  description: v.string(),
  default: v.optional(v.unknown()),
  examples: v.optional(v.array(v.unknown()), []),
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
  const name = more[key] === undefined ? `\`${key}\`` : `[\`${key}\`](${more[key]})`;
  const cells = [name, shownValue(member), byDefault, member.description];
  return `| ${cells.join(" | ")} |`;
}

/** All values, or else an example, which shows the type. */
function shownValue({ enum: values, examples: [example] }: Member): string {
  return values === undefined ? codeOf(example) : values.map(codeOf).join(", ");
}

const codeOf = (value: unknown) => (value === undefined ? "" : `\`${JSON.stringify(value)}\``);
