import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BuildService } from "../../../../../shared/azure-devops/client";
import type { Repository } from "../../../../../shared/azure-devops/repositories";
import { codeowners } from "../../../../../tasks/PipelineMonitor/features/codeowners/codeowners";
import { putInCheckout } from "../../../../put-in-checkout";
import { temporaryFolder } from "../../../../temporary-folder";
import { goodConfig } from "../../good-config";
import { watch } from "../../monitor-stage";
import { parseConfig } from "../../parse-config";
import { refusal } from "../../refusal";
import { agentIn, limits, runs, sources } from "./codeowners-stage";

describe("owners by CODEOWNERS", () => {
  const folder = temporaryFolder();

  const inCheckout = (...of: [text: string, path?: string, below?: string]) => putInCheckout(folder(), ...of);

  const told = async (keys: object = {}, service: Partial<BuildService> = {}, features = [codeowners]) => {
    const asked: string[] = [];
    const agent = agentIn(folder());
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
    const repositoryFile = async ({ id }: Repository) => ({
      ...{ text: `* @owner-of-${id.length}`, objectId: "" },
    });
    const { owners } = await told({}, { repositoryFile });
    assert.deepEqual(owners, ["nightly: owner-of-4", "invoices: owner-of-4", "shop: owner-of-11"]);
  });

  it("give way to the configuration, which asks for nothing where it says who owns a pipeline", async () => {
    inCheckout("* @contoso/ops");
    const some = await told({ pipelines: { default: limits, nightly: { owner: "Night team" } } });
    assert.deepEqual(some.owners, ["nightly: Night team", "invoices: contoso/ops", "shop: nobody"]);
    assert.equal(some.asked[0], "sources of 8,9");
    const all = await told({ pipelines: { default: { ...limits, owner: "Data team" } } });
    assert.deepEqual(all.owners, ["nightly: Data team", "invoices: Data team", "shop: Data team"]);
    assert.deepEqual(all.asked, []);
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
