import assert from "node:assert/strict";
import type { RunRecord } from "../../../../shared/azure-devops/records";
import { openService } from "../../../../tasks/PipelineMonitor/connect/service";
import { memoryAgent } from "../../../memory-agent";
import { buildServiceStage, never, now } from "../../../shared/azure-devops/build-service-stage";

describe("the build service of a configuration", () => {
  const results = ["succeeded", "partiallySucceeded", "failed"];
  const stage = buildServiceStage(results.map((result, index) => ({ id: index + 1, result })));

  it("has a partly succeeded run as a successful one only if that is asked for, wherever it is read", async () => {
    for (const partlyIsSuccess of [false, true]) {
      const project = new URL(
        `${stage.sandbox.organization}/${stage.sandbox.project}`,
        stage.sandbox.address,
      );
      const service = openService(
        { project, listParameters: "&api-version=7.1-preview.7", partlyIsSuccess },
        { authorization: async () => "Basic Onh5", kind: "BUILD_AUTH", advice: "" },
        { agent: memoryAgent(), clock: stage.clock, cancelled: never },
      );
      const listed: RunRecord[] = [];
      for await (const page of service.runsSince(new Date(now - 3_630_000), never)) listed.push(...page);
      const last = await service.lastRuns(7, now / 1000, 3, never);
      service.dispose();
      const resultsOf = (records: readonly RunRecord[]) =>
        records.flatMap((record) => ("run" in record ? record.run.result : [])).sort();
      const expected = partlyIsSuccess ? ["failed", "succeeded", "succeeded"] : [...results].sort();
      assert.deepEqual([resultsOf(listed), resultsOf(last)], [expected, expected]);
    }
  });
});
