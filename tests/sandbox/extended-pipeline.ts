import { basename } from "node:path";
import { load } from "js-yaml";
import * as v from "valibot";
import type { Step } from "./agent";
import { jobOf, parsed, readYaml, schedulesSchema, stepsSchema } from "./pipeline";
import { argumentsOf, expand, parametersSchema } from "./pipeline-template";

/** A pipeline that extends a template of another repository. */
const extendingSchema = v.strictObject({
  trigger: v.literal("none"),
  pr: v.literal("none"),
  schedules: schedulesSchema,
  parameters: v.optional(parametersSchema, []),
  resources: v.strictObject({
    repositories: v.array(
      v.strictObject({ repository: v.string(), type: v.literal("git"), name: v.string() }),
    ),
  }),
  extends: v.strictObject({ template: v.string(), parameters: v.record(v.string(), v.unknown()) }),
});

/** A template that is extended gives all jobs, and declares no schedule. */
const templateSchema = v.strictObject({ parameters: parametersSchema, jobs: v.unknown() });
const jobsSchema = v.strictTuple([v.strictObject({ ...jobOf, steps: stepsSchema })]);

/** The step that a pipeline runs with chosen parameters. `templates` has the paths of templates by `name@repository`. */
export function extendedStep(
  text: string,
  templates: Readonly<Record<string, string>>,
  chosen: Record<string, unknown> = {},
): Step {
  const source = parsed("the pipeline", extendingSchema, load(text));
  const scope = { parameters: argumentsOf(source.parameters, chosen) };
  const { template } = source.extends;
  const [, alias] = template.split("@");
  if (!source.resources.repositories.some(({ repository }) => repository === alias))
    throw new Error(`${template}: no such repository`);
  const path = templates[template];
  if (path === undefined) throw new Error(`${template}: no such template`);
  const { parameters, jobs } = parsed(basename(path), templateSchema, readYaml(path));
  const given = v.parse(v.record(v.string(), v.unknown()), expand(source.extends.parameters, scope));
  const within = { parameters: argumentsOf(parameters, given) };
  const [{ steps }] = parsed(basename(path), jobsSchema, expand(jobs, within));
  const [, { task, inputs, env }] = steps;
  return { task: task.split("@")[0] ?? "", inputs, ...(env === undefined ? {} : { env }) };
}
