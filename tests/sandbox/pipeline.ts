import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { load } from "js-yaml";
import * as v from "valibot";
import type { Step, StepResult } from "./agent";
import { argumentsOf, expand, parametersSchema } from "./pipeline-template";

/** A copy of a job, on an agent of its own that has checked the repository out. */
export interface Leg {
  name: string;
  variables: Record<string, string>;
  step: Step;
  /** The major version of the task that the step asks for. */
  version: string;
}

export const schedulesSchema = v.array(
  v.strictObject({
    cron: v.string(),
    displayName: v.string(),
    branches: v.strictObject({ include: v.array(v.string()) }),
    always: v.boolean(),
  }),
);

const pipelineSchema = v.strictObject({
  trigger: v.string(),
  pr: v.string(),
  schedules: schedulesSchema,
  jobs: v.array(v.strictObject({ template: v.string(), parameters: v.record(v.string(), v.unknown()) })),
});

const templateSchema = v.strictObject({ parameters: parametersSchema, jobs: v.unknown() });

const texts = v.record(v.string(), v.string());
const legName = v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z0-9_]{0,99}$/, "is no name for a leg"));

/** Members of every job. */
export const jobOf = {
  job: v.string(),
  pool: v.union([v.strictObject({ vmImage: v.string() }), v.strictObject({ name: v.string() })]),
  timeoutInMinutes: v.number(),
};

/** The checkout, then one task. */
export const stepsSchema = v.strictTuple([
  v.strictObject({ checkout: v.literal("self"), fetchDepth: v.number() }),
  v.strictObject({ task: v.pipe(v.string(), v.regex(/^\w+@\d+$/)), inputs: texts, env: v.optional(texts) }),
]);

const jobsSchema = v.array(
  v.strictObject({
    ...jobOf,
    strategy: v.strictObject({ maxParallel: v.number(), matrix: v.record(legName, texts) }),
    steps: stepsSchema,
  }),
);

type JobSource = v.InferOutput<typeof jobsSchema>[number];

export type Pipeline = ReturnType<typeof readPipeline>;

/** Reads a pipeline: when it runs, and its jobs as the templates that it uses give them. */
export function readPipeline(path: string) {
  const source = expand(readYaml(path), {});
  const { jobs, ...triggers } = parsed(basename(path), pipelineSchema, source);
  return {
    ...triggers,
    jobs: jobs.flatMap(({ template, parameters }) => jobsOf(join(dirname(path), template), parameters)),
  };
}

/** Reads YAML as strictly as it goes: no key twice, and none of the anchors that Azure Pipelines does not know. */
export function readYaml(path: string): unknown {
  return parseYaml(readFileSync(path, "utf8"), basename(path));
}

/** `filename` is for errors. */
export function parseYaml(text: string, filename: string): unknown {
  const [alias] = /(?<=^|[\s[,])[&*][\w-]+/.exec(text.replace(/#.*$|"[^"]*"|'[^']*'/gm, "")) ?? [];
  if (alias !== undefined) throw new Error(`${filename}: Azure Pipelines does not know ${alias}`);
  return load(text, { filename });
}

function jobsOf(templatePath: string, given: Record<string, unknown>) {
  const name = basename(templatePath);
  const template = parsed(name, templateSchema, readYaml(templatePath));
  const scope = { parameters: argumentsOf(template.parameters, given) };
  return parsed(name, jobsSchema, expand(template.jobs, scope)).map((source) => ({
    name: source.job,
    pool: source.pool,
    timeoutInMinutes: source.timeoutInMinutes,
    maxParallel: source.strategy.maxParallel,
    legs: legsOf(source),
  }));
}

function legsOf({ strategy, steps: [, { task: reference, inputs, env }] }: JobSource): Leg[] {
  const [task = "", version = ""] = reference.split("@");
  return Object.entries(strategy.matrix).map(([name, variables]) => ({
    name,
    variables,
    step: { task, inputs, ...(env === undefined ? {} : { env }) },
    version,
  }));
}

export function parsed<Schema extends v.GenericSchema>(what: string, schema: Schema, value: unknown) {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  throw new Error(
    result.issues.map((issue) => `${what}: ${v.getDotPath(issue)}: ${issue.message}`).join("\n"),
  );
}

/** The result of a run whose legs had these: a leg that fails makes the run fail, and ends no other. */
export function runResult(legs: readonly StepResult["result"][]): string {
  if (legs.includes("Failed")) return "failed";
  return legs.includes("SucceededWithIssues") ? "partiallySucceeded" : "succeeded";
}
