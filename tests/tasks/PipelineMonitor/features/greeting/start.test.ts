import assert from "node:assert/strict";
import type { Repository } from "../../../../../shared/azure-devops/repositories";
import { plainText } from "../../../../../shared/chat/message";
import { starterPipeline } from "../../../../../shared/text/starter-pipeline";
import {
  namesBranch,
  readStart,
  startPhrase,
} from "../../../../../tasks/PipelineMonitor/features/greeting/start";
import { memoryAgent } from "../../../../memory-agent";
import { putInCheckout } from "../../../../put-in-checkout";
import { sanitize } from "../../../../sanitize";
import { temporaryFolder } from "../../../../temporary-folder";
import { memoryPipeline } from "../../monitor-stage";

const never = new AbortController().signal;

/** What the first message says of a run on a branch. `files` are those of the repository, by branch. */
async function said(
  branch: string,
  {
    main = "main",
    files = {},
    reason = "Manual",
    sources = "",
  }: { main?: string; files?: Record<string, string>; reason?: string; sources?: string } = {},
): Promise<string> {
  const { ownPipeline } = memoryPipeline()(0);
  const repository: Repository = { type: "TfsGit", id: "9a3b", defaultBranch: main, connection: "" };
  const service = {
    ...ownPipeline.service,
    pipelineSource: async () => ({ definitionId: 9, pipeline: "monitor", yaml: "monitor.yml", repository }),
    repositoryFile: async ({ defaultBranch }: Repository) => {
      const text = files[defaultBranch];
      return text === undefined ? undefined : { text, objectId: "" };
    },
  };
  const variables = {
    "Build.Reason": reason,
    "Build.Repository.Provider": "TfsGit",
    "Build.Repository.ID": "9A3B",
    "Build.SourcesDirectory": sources,
  };
  const own = { ...ownPipeline, service, branch: `refs/heads/${branch}` };
  const start = await readStart(own, memoryAgent({ variables }), never);
  return start === "scheduled" || start === undefined
    ? String(start)
    : plainText(startPhrase(start), sanitize);
}

const elsewhere = "This run is on azure-pipelines. Schedules start only from main";

describe("how a monitor will be started", () => {
  const folder = temporaryFolder();

  it("needs no word on a branch whose file names it, or if the schedule started the run", async () => {
    assert.equal(await said("main", { files: { main: starterPipeline } }), "");
    const own = "schedules: [{ cron: 19 * * * *, branches: { include: ['*'], exclude: [release/*] } }]";
    assert.equal(await said("azure-pipelines", { files: { "azure-pipelines": own } }), "");
    assert.equal(await said("azure-pipelines", { reason: "Schedule" }), "scheduled");
    assert.equal(await said("main", { reason: "BuildCompletion" }), "undefined");
  });

  it("asks to merge another branch", async () => {
    assert.equal(await said("azure-pipelines"), `${elsewhere}: merge it`);
    const files = { "azure-pipelines": starterPipeline };
    assert.equal(await said("azure-pipelines", { files }), `${elsewhere}: merge it`);
    assert.equal(await said("azure-pipelines", { files: { ...files, main: starterPipeline } }), elsewhere);
  });

  it("names a default branch that the schedules do not name", async () => {
    const files = { develop: starterPipeline, "azure-pipelines": starterPipeline };
    assert.equal(
      await said("develop", { main: "develop", files }),
      "Its schedules do not start it: they do not name develop. Add it to branches",
    );
    assert.equal(
      await said("azure-pipelines", { main: "develop", files }),
      "This run is on azure-pipelines. Schedules start only from develop: name it under branches, and merge",
    );
  });

  it("reads the file of the checkout, if there is one", async () => {
    const sources = folder();
    putInCheckout(sources, starterPipeline, "monitor.yml");
    assert.equal(await said("main", { sources }), "");
  });

  it("says the condition if the file or the default branch is unknown", async () => {
    assert.equal(await said("main"), "Its schedules start it only if they name main");
    assert.equal(
      await said("main", { main: "" }),
      "Schedules start it only from a branch that they name, by the file that is there",
    );
  });

  it("knows nothing by a file that has no schedule with branches, or is no YAML", async () => {
    for (const yaml of ["steps: []", "schedules: []", "schedules: [{ cron: 0 0 * * * }]", "a: [", ""])
      assert.equal(await namesBranch(yaml, "main"), undefined, yaml);
  });
});
