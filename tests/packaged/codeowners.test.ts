import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readPage } from "../pages";
import { failing, runMonitor } from "./extras-stage";
import { now, reportIn, withStage } from "./monitor-stage";
import { useAgent } from "./use-agent";

const own = { type: "TfsGit", id: "9A3B2C1D" };
const repositories = {
  sources: {
    7: { ...own, yaml: "/pipelines/nightly import.yml" },
    8: { ...own, yaml: "pipelines/billing/invoices.yml" },
    9: { type: "GitHub", id: "contoso/shop", yaml: "azure-pipelines.yml" },
    10: { type: "TfsGit", id: "5E6F", yaml: "stock.yml" },
  },
  files: { "contoso/shop/docs/CODEOWNERS": "* @contoso/shop-team" },
};
const runs = [
  failing(1, ["x"]),
  failing(2, ["x"], { definitionId: 8, pipeline: "invoices" }),
  failing(3, ["x"], { definitionId: 9, pipeline: "shop" }),
  failing(4, ["x"], { definitionId: 10, pipeline: "stock" }),
  { id: 5, definitionId: 11, pipeline: "classic" },
];
const config = { owners: "codeowners", run_ct_min: -1, owner_names: { "@contoso/billing": "Billing team" } };

describe("packaged PipelineMonitor, owners of CODEOWNERS", () => {
  const agent = useAgent();

  const step = (inputs: Record<string, string> = {}) => {
    const folder = agent().sourcesFolder;
    mkdirSync(join(folder, ".git"), { recursive: true });
    mkdirSync(join(folder, ".github"), { recursive: true });
    writeFileSync(
      join(folder, ".github", "CODEOWNERS"),
      "*  @contoso/platform\n/pipelines/billing/ @contoso/billing # since May\n",
    );
    const variables = {
      "Build.Repository.Provider": own.type,
      "Build.Repository.ID": own.id.toLowerCase(),
      "Build.Repository.Name": "tools",
      "Build.Repository.LocalPath": folder,
    };
    return withStage(agent(), { runs, config, service: { repositories } }, async (service, chat) => ({
      ...(await runMonitor(agent(), service, chat, { id: 900, startedAt: now, variables, step: { inputs } })),
      requests: service.requests.map(({ target }) => target.replace(/^.*_apis/, "")),
    }));
  };

  it("name whom to ask, by the file in the sources folder and by the service", async () => {
    const { log, result, requests } = await step();
    const owners = reportIn(log).flatMap((line) => /^([\w ]+) \[.*Owner: (.*)\.$/.exec(line)?.slice(1) ?? []);
    assert.deepEqual(
      owners,
      ["shop", "contoso/shop-team", "invoices", "Billing team", "nightly import", "contoso/platform"],
      log.join("\n"),
    );
    assert.equal(result, "Succeeded");
    const asked = requests.filter((target) => /definitions|git|sourceProviders/.test(target));
    assert.equal(asked.length, 1 + 3 + 3, asked.join("\n"));
  });

  it("are explained, as the documentation shows it", async () => {
    const { log } = await step({ action: "explain" });
    const from = log.indexOf("Code owners:");
    const lines = log.slice(from, from + 6);
    assert.deepEqual(lines.slice(1), [
      "classic: no owner; it has no YAML file",
      "invoices: Billing team; line 2 of .github/CODEOWNERS matches pipelines/billing/invoices.yml",
      "nightly import: contoso/platform; line 1 of .github/CODEOWNERS matches pipelines/nightly import.yml",
      "shop: contoso/shop-team; line 1 of docs/CODEOWNERS matches azure-pipelines.yml",
      "stock: no owner; no CODEOWNERS file that may be read",
    ]);
    const page = readPage("docs", "monitor", "less-noise.md");
    for (const line of [lines[0], ...lines.slice(2, 4)]) assert.ok(page.includes(line ?? ""), line);
  });
});
