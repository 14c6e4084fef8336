import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BuildService, PipelineSource, Repository } from "../../../../../shared/azure-devops/service";
import { causes } from "../../../../../tasks/PipelineMonitor/features/causes/causes";
import { codeowners } from "../../../../../tasks/PipelineMonitor/features/codeowners/codeowners";
import { memoryAgent } from "../../../../memory-agent";
import type { RunSketch } from "../../../../sandbox/runs";
import { temporaryFolder } from "../../../../temporary-folder";
import { goodConfig } from "../../good-config";
import { watch } from "../../monitor-stage";
import { parseConfig } from "../../parse-config";
import { refusal } from "../../refusal";

const own: Repository = { type: "TfsGit", id: "9A3B", defaultBranch: "main", connection: "" };
const other: Repository = { ...own, type: "GitHub", id: "contoso/app", connection: "c-1" };
const source = (definitionId: number, yaml: string, repository = own): PipelineSource => ({
  ...{ definitionId, pipeline: `pipeline ${definitionId}`, yaml, repository },
});
const failing = (id: number, definitionId: number, pipeline: string): RunSketch => ({
  ...{ id, definitionId, pipeline, result: "failed" },
});
const runs = [failing(1, 7, "nightly"), failing(2, 8, "invoices"), failing(3, 9, "shop")];
const sources = [source(7, "ci/nightly.yml"), source(8, "ci/invoices.yml"), source(9, "shop.yml", other)];

describe("owners by CODEOWNERS", () => {
  const folder = temporaryFolder();

  const inCheckout = (text: string, path = "CODEOWNERS", below = "") => {
    const checkout = join(folder(), below);
    mkdirSync(join(checkout, ".git"), { recursive: true });
    mkdirSync(join(checkout, path, ".."), { recursive: true });
    writeFileSync(join(checkout, path), text);
  };

  const told = async (keys: object = {}, service: Partial<BuildService> = {}, features = [codeowners]) => {
    const asked: string[] = [];
    const agent = memoryAgent({
      variables: {
        "Build.Repository.Provider": "TfsGit",
        "Build.Repository.ID": "9a3b",
        "Build.Repository.Name": "tools",
        "Build.SourcesDirectory": folder(),
      },
    });
    const { posted, report } = await watch(runs, {
      ...{ agent, features },
      keys: { owners: "codeowners", run_ct_min: -1, ...keys },
      service: () => ({
        async pipelineSources(ids) {
          asked.push(`sources of ${ids.join()}`);
          return sources.filter(({ definitionId }) => ids.includes(definitionId));
        },
        async repositoryFile({ id }, path) {
          asked.push(`${id}/${path}`);
          return undefined;
        },
        ...service,
      }),
    });
    const owners = [...posted.join("\n").matchAll(/^(\w+) .*?(?: Owner: (.*)\.)?$/gm)]
      .filter(([, name]) => runs.some(({ pipeline }) => pipeline === name))
      .map(([, name, owner]) => `${name}: ${owner ?? "nobody"}`);
    return { owners, asked, agent, report };
  };

  it("come from the checkout of the monitor's own job, for pipelines whose YAML is in it", async () => {
    inCheckout("* @contoso/ops\n/ci/inv* dev@contoso.com @jane\n");
    const { owners, asked } = await told();
    assert.deepEqual(owners, ["nightly: contoso/ops", "invoices: dev＠contoso.com, jane", "shop: nobody"]);
    assert.deepEqual(asked, [
      "sources of 7,8,9",
      ...["contoso/app/.github/CODEOWNERS", "contoso/app/CODEOWNERS", "contoso/app/docs/CODEOWNERS"],
    ]);
  });

  it("come from the first of GitHub's three places that has a file", async () => {
    inCheckout("* @docs", "docs/CODEOWNERS");
    assert.equal((await told()).owners[0], "nightly: docs");
    inCheckout("* @root");
    assert.equal((await told()).owners[0], "nightly: root");
    inCheckout("* @github", ".github/CODEOWNERS");
    assert.equal((await told()).owners[0], "nightly: github");
  });

  it("come from the folder of the repository, if a job checks out several", async () => {
    writeFileSync(join(folder(), "CODEOWNERS"), "* @wrong");
    inCheckout("* @right", "CODEOWNERS", "tools");
    assert.equal((await told()).owners[0], "nightly: right");
  });

  it("come from the service without a checkout, as for other repositories", async () => {
    writeFileSync(join(folder(), "CODEOWNERS"), "* @wrong");
    const repositoryFile = async ({ id }: Repository) => `* @owner-of-${id.length}`;
    const { owners } = await told({}, { repositoryFile });
    assert.deepEqual(owners, ["nightly: owner-of-4", "invoices: owner-of-4", "shop: owner-of-11"]);
  });

  it("give way to the configuration, which asks for nothing where it says who owns a pipeline", async () => {
    inCheckout("* @contoso/ops");
    const default_ = { max_proc_time: 9000, min_proc_time: 0 };
    const some = await told({ pipelines: { default: default_, nightly: { owner: "Night team" } } });
    assert.deepEqual(some.owners, ["nightly: Night team", "invoices: contoso/ops", "shop: nobody"]);
    assert.equal(some.asked[0], "sources of 8,9");
    const all = await told({ pipelines: { default: { ...default_, owner: "Data team" } } });
    assert.deepEqual(all.owners, ["nightly: Data team", "invoices: Data team", "shop: Data team"]);
    assert.deepEqual(all.asked, []);
  });

  it("give way to the owner of a known issue", async () => {
    inCheckout("* @contoso/ops");
    const logged = runs.map((run) => ({ ...run, logs: ["##[error]ORA-01653"] }));
    const { posted } = await watch(logged.slice(0, 1), {
      features: [causes, codeowners],
      keys: {
        ...{ owners: "codeowners", run_ct_min: -1 },
        known_issues: [{ contains: "ORA-01653", name: "tablespace full", owner: "Data team" }],
      },
      service: () => ({ pipelineSources: async () => assert.fail("nobody is asked for") }),
    });
    assert.match(posted.join(), /Owner: Data team\./);
  });

  it("are not looked for unless the configuration says so, or if nothing is wrong", async () => {
    inCheckout("* @contoso/ops");
    const off = await told({ owners: undefined });
    assert.deepEqual([off.asked, off.owners[0]], [[], "nightly: nobody"]);
    const { agent } = await watch([{ id: 1 }], {
      features: [codeowners],
      keys: { owners: "codeowners", run_ct_min: -1 },
      service: () => ({ pipelineSources: async () => assert.fail("nobody is asked for") }),
    });
    assert.deepEqual(agent.warnings, []);
  });

  it("have the name or the first mention of the configuration, whatever their capital letters", async () => {
    inCheckout("/ci/inv* @a @b @c @d\n/ci/night* @Jane @contoso/ops");
    const owner_names = { "@Contoso/Ops": "<@U1>", "@B": "Team B" };
    const { owners } = await told({ owner_names });
    assert.deepEqual(owners.slice(0, 2), ["nightly: ‹＠U1›", "invoices: a, Team B, c and 1 more"]);
  });

  it("cost nothing where the code may not be read", async () => {
    inCheckout("* @contoso/ops");
    for (const status of [400, 403, 404, 401]) {
      const { owners, agent, report } = await told(
        {},
        { repositoryFile: () => Promise.reject(refusal(status)) },
      );
      assert.deepEqual(owners, ["nightly: contoso/ops", "invoices: contoso/ops", "shop: nobody"]);
      assert.deepEqual([agent.warnings, report.skipped], [[], []], String(status));
    }
  });

  it("are named as skipped if a repository cannot be read now, and the others have theirs", async () => {
    inCheckout("* @contoso/ops");
    const { owners, agent, report } = await told({}, { repositoryFile: () => Promise.reject(refusal(503)) });
    assert.deepEqual(owners, ["nightly: contoso/ops", "invoices: contoso/ops", "shop: nobody"]);
    assert.match(agent.warnings.join(), /Could not read the code owners of contoso\/app: /);
    assert.deepEqual(report.skipped, ["code owners"]);
    const failed = await told({}, { pipelineSources: () => Promise.reject(refusal(503)) });
    assert.deepEqual(failed.report.skipped, ["code owners"]);
  });

  it("warn about names without owners", () => {
    const { warnings } = parseConfig({ ...goodConfig, owner_names: { "@a": "A" } });
    assert.match(warnings.join(), /owner_names: has no effect without "owners": "codeowners"/);
  });
});
