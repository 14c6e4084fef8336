import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "@cdktf/hcl2json";
import { load } from "js-yaml";
import * as v from "valibot";
import { readPage } from "../pages";
import type { Step } from "../sandbox/agent";
import { jobOf, parsed, readYaml, schedulesSchema, stepsSchema } from "../sandbox/pipeline";
import { argumentsOf, expand, parametersSchema } from "../sandbox/pipeline-template";
import { ofOwnPipeline } from "./extras-stage";
import { now, oneFailure, withStage } from "./monitor-stage";
import { scaleOutFolder } from "./scale-out-stage";
import { useAgent } from "./use-agent";

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
function extendedStep(
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

const page = readPage("docs", "monitor", "rollout.md");
const blocksOf = (language: string) =>
  [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, name, text = ""]) =>
    name === language ? [text] : [],
  );

/** Arguments of microsoft/azuredevops 1.16 that are required, and others that the page may use. A list is a block's own. */
interface Known {
  required: readonly string[];
  optional?: readonly string[];
  blocks?: Readonly<Record<string, Known>>;
}
const meta = ["for_each", "depends_on"];
const known: Readonly<Record<string, Known>> = {
  azuredevops_extension: { required: ["publisher_id", "extension_id"] },
  azuredevops_project: { required: ["name"] },
  azuredevops_git_repository: { required: ["project_id", "name"] },
  azuredevops_git_repository_file: {
    required: ["repository_id", "file", "content"],
    optional: ["branch", "commit_message", "overwrite_on_create"],
  },
  azuredevops_build_definition: {
    required: ["project_id"],
    optional: ["name", "path", "job_authorization_scope"],
    blocks: {
      repository: { required: ["repo_id", "yml_path"], optional: ["repo_type", "branch_name"] },
      ci_trigger: { required: [], optional: ["use_yaml"] },
      features: { required: [], optional: ["skip_first_run"] },
      // terraform-provider-azuredevops #1167: `value` beside `is_secret` leaves the variable empty.
      variable: { required: ["name", "secret_value", "is_secret"], optional: ["allow_override"] },
    },
  },
};

const bodies = v.record(v.string(), v.record(v.string(), v.array(v.record(v.string(), v.unknown()))));
const fileSchema = v.object({ resource: v.optional(bodies, {}), data: v.optional(bodies, {}) });

/** What is wrong with the arguments of a resource or a block, by the list. */
function problemsOf(
  where: string,
  body: Readonly<Record<string, unknown>>,
  list: Known | undefined,
): string[] {
  if (list === undefined) return [`${where}: not known`];
  const { required, optional = [], blocks = {} } = list;
  return [
    ...required.filter((name) => !(name in body)).map((name) => `${where}.${name}: missing`),
    ...Object.entries(body).flatMap(([name, value]) => {
      if (name in blocks)
        return v
          .parse(v.array(v.record(v.string(), v.unknown())), value)
          .flatMap((inner) => problemsOf(`${where}.${name}`, inner, blocks[name]));
      return [...required, ...optional, ...meta].includes(name) ? [] : [`${where}.${name}: not known`];
    }),
  ];
}

const problemsIn = ({ resource, data }: v.InferOutput<typeof fileSchema>) =>
  Object.entries({ ...resource, ...data }).flatMap(([type, named]) =>
    Object.values(named)
      .flat()
      .flatMap((body) => problemsOf(type, body, known[type])),
  );
const read = async (text: string) => v.parse(fileSchema, await parse("main.tf", text));

describe("rollout as code: Terraform", () => {
  it("has valid syntax, and arguments that the provider knows, the required ones at least", async () => {
    const files = await Promise.all(blocksOf("hcl").map(read));
    assert.deepEqual(files.flatMap(problemsIn), []);
    assert.deepEqual(
      files.map(({ resource }) => Object.keys(resource)),
      [["azuredevops_extension"], ["azuredevops_build_definition", "azuredevops_git_repository_file"]],
      "the extension has an apply of its own",
    );
  });

  it("is refused with a typing error, and so is text that is no HCL", async () => {
    const [, text = ""] = blocksOf("hcl");
    for (const [from, to, problem] of [
      ["secret_value ", "value ", "azuredevops_build_definition.variable.secret_value: missing"],
      ["yml_path ", "yaml_path ", "azuredevops_build_definition.repository.yml_path: missing"],
      ["features {", "schedules {", "azuredevops_build_definition.schedules: not known"],
    ] as const)
      assert.equal(problemsIn(await read(text.replace(from, to)))[0], problem);
    await assert.rejects(read(text.replace("features {", "features")), /main\.tf/);
  });
});

describe("rollout as code: a pipeline that extends the template", () => {
  const agent = useAgent();
  const [yaml = ""] = blocksOf("yaml");
  const templates = { "monitor-template.yml@monitoring": join(scaleOutFolder, "monitor-template.yml") };

  it("monitors the project that it runs in, each from the same files, and with a file of its own where it names one", async () => {
    for (const project of ["Shop", "Payments"])
      await withStage(
        agent(),
        { runs: oneFailure, service: { authorizations: ["Bearer job-token"], project } },
        async (service, chat) => {
          const run = (text: string, runId: number) =>
            agent().run({
              ...extendedStep(text, templates),
              secrets: { WEBHOOK_URL: chat.webhook.href },
              jobToken: "job-token",
              clockStartsAt: now,
              variables: ofOwnPipeline(service, runId),
            });
          const { result, log } = await run(yaml, 900);
          assert.equal(result, "Succeeded", log.join("\n"));
          assert.match(chat.texts[0] ?? "", new RegExp(`Watching 1 pipeline in ${project} `));
          writeFileSync(
            join(agent().sourcesFolder, "monitor.json"),
            JSON.stringify({ preset: "standard", test_flag: true }),
          );
          const own = await run(`${yaml}    configFile: monitor.json\n`, 901);
          assert.equal(own.outputs["delivered"], "testOnly");
        },
      );
  });

  it("takes an action, and refuses one that does not exist, and a parameter that the template does not have", () => {
    assert.equal(extendedStep(yaml, templates, { action: "explain" }).inputs["action"], "explain");
    assert.throws(() => extendedStep(yaml, templates, { action: "explode" }), /action: none of monitor/);
    assert.throws(() => extendedStep(`${yaml}    config: x\n`, templates), /config: no such parameter/);
  });
});
