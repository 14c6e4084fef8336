import type { PipelineSource, Repository } from "../../../../../shared/azure-devops/repositories";
import { memoryAgent } from "../../../../memory-agent";
import type { RunSketch } from "../../../../sandbox/runs";

const own: Repository = { type: "TfsGit", id: "9A3B", defaultBranch: "main", connection: "" };
const other: Repository = { ...own, type: "GitHub", id: "contoso/app", connection: "c-1" };
const source = (definitionId: number, yaml: string, repository = own): PipelineSource => ({
  ...{ definitionId, pipeline: `pipeline ${definitionId}`, yaml, repository },
});
export const limits = { max_proc_time: 9000, min_proc_time: 0 };
const failing = (id: number, definitionId: number, pipeline: string): RunSketch => ({
  ...{ id, definitionId, pipeline, result: "failed" },
});
export const runs = [failing(1, 7, "nightly"), failing(2, 8, "invoices"), failing(3, 9, "shop")];
/** Where the YAML of their pipelines is. */
export const sources = [
  source(7, "ci/nightly.yml"),
  source(8, "ci/invoices.yml"),
  source(9, "shop.yml", other),
];

/** The agent of a monitor whose repository is there. */
export const agentIn = (sourcesFolder: string) =>
  memoryAgent({
    variables: {
      "Build.Repository.Provider": "TfsGit",
      "Build.Repository.ID": "9a3b",
      "Build.Repository.Name": "tools",
      "Build.SourcesDirectory": sourcesFolder,
    },
  });
