import assert from "node:assert/strict";
import { emptyJournal } from "../../../../../shared/journal/schema";
import { noWaits } from "../../../../../shared/waits";
import { readPlatformWarnings } from "../../../../../tasks/PipelineMonitor/features/digest/platform-warnings";
import { noteRuns } from "../../../../../tasks/PipelineMonitor/journal/note";
import { failedRun } from "../../failed-run";
import { configWith } from "../../monitor-stage";
import { memoryContext } from "../../report-stage";

const since = 1_000_000;
const node = "Task 'A' version 1 (A@1) is dependent on a Node version (10) that is end-of-life.";

function stage(pipelines: number, warningsOf: (id: number) => string[]) {
  const asked: number[] = [];
  const ran = (id: number, pipeline: number, finishTime: number, result = "succeeded") =>
    failedRun({
      ...{ id, pipeline: `p${pipeline}`, definitionId: pipeline, result },
      ...{ queueTime: finishTime - 10, startTime: finishTime - 5, finishTime },
    });
  const runs = Array.from({ length: pipelines }, (_, index) => [
    ran(index * 10 + 1, index, since + index + 1),
    ran(index * 10 + 2, index, since + index + 2),
    ran(index * 10 + 3, index, since + index + 3, "failed"),
  ]).flat();
  const old = ran(9999, 9999, since - 1);
  const journal = noteRuns({ ...emptyJournal, since: 0 }, [...runs, old], configWith());
  const timeline = async (id: number) => {
    asked.push(id);
    return { errors: [], warnings: warningsOf(id), records: [], ...noWaits };
  };
  const context = memoryContext({ service: { timeline } });
  return { asked, context, read: () => readPlatformWarnings(journal, since, context) };
}

describe("the warnings of green runs", () => {
  it("are those of the latest successful run of each pipeline since a time", async () => {
    const { asked, read } = stage(3, (id) => (id === 22 ? [] : [node, "own"]));
    assert.deepEqual(await read(), [{ text: node, pipelines: ["p0", "p1"] }]);
    assert.deepEqual(asked.sort(), [12, 2, 22]);
  });

  it("are read of at most 100 pipelines, which is printed, and of the others if one cannot be read", async () => {
    const { asked, context, read } = stage(103, (id) => {
      if (id === 1022) throw new Error("gone");
      return [node];
    });
    const [warning] = await read();
    assert.deepEqual([asked.length, warning?.pipelines.length], [100, 99]);
    assert.match(context.agent.printed.join("\n"), /warnings of Azure Pipelines in 100 of 103 pipelines/);
    assert.match(context.agent.printed.join("\n"), /timeline of run 1022 could not be read: gone/);
  });

  it("show no text that looks like a credential", async () => {
    const { read } = stage(1, () => [`${node} password=hunter2secret`]);
    assert.doesNotMatch(JSON.stringify(await read()), /hunter2secret/);
  });
});
