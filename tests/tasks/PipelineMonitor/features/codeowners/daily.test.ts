import assert from "node:assert/strict";
import { codeowners } from "../../../../../tasks/PipelineMonitor/features/codeowners/codeowners";
import { changes, memoryPipeline, watch } from "../../monitor-stage";
import { refusal } from "../../refusal";
import { runs, sources } from "./codeowners-stage";

describe("a CODEOWNERS file", () => {
  it("is read once a day for each pipeline, and again in the next hour if it could not be read", async () => {
    const pipeline = memoryPipeline();
    const asked: string[] = [];
    const texts: string[] = [];
    for (const [at, status] of [
      [0, 503],
      [1, undefined],
      [2, undefined],
      [24, undefined],
      [25, undefined],
    ] as const) {
      const { posted } = await watch(
        runs.slice(0, 1).map((run) => ({ ...run, id: 10 + at })),
        {
          ...pipeline(at),
          features: [codeowners],
          keys: { ...changes, owners: "codeowners", remind_hours: 1 },
          service: () => ({
            pipelineSources: async (ids) => sources.filter(({ definitionId }) => ids.includes(definitionId)),
            async repositoryFile(_, path) {
              asked.push(`${at}: ${path}`);
              if (status !== undefined) throw refusal(status);
              return "* @contoso/ops";
            },
          }),
        },
      );
      texts.push(posted.join());
    }
    assert.deepEqual(asked, ["0: .github/CODEOWNERS", "1: .github/CODEOWNERS", "25: .github/CODEOWNERS"]);
    assert.deepEqual(
      texts.slice(1).map((text) => /Owner: contoso\/ops/.test(text)),
      [true, true, true, true],
    );
  });
});
