import assert from "node:assert/strict";
import { parseRun } from "../../shared/azure-devops/records";
import { attachmentType } from "../../shared/report/form";
import { parseReport } from "../../shared/report/parse";
import { badNight } from "./example-nights";

describe("the night in the first picture", () => {
  const world = badNight();
  const runs = world.map(({ record }) => parseRun(record)).flatMap((one) => ("run" in one ? [one.run] : []));
  const attached = world.flatMap(({ attachments = [] }) => attachments);
  const { text = "" } = attached.find(({ type }) => type === attachmentType) ?? {};
  const parsed = parseReport(text);

  it("could have happened: what is told to fail has failed that often since, without a success", () => {
    assert.ok(parsed.kind === "report" && parsed.report.kind === "monitor");
    const { report } = parsed;
    const failing = report.problems.filter(({ kind }) => kind === "failed");
    assert.ok(failing.length >= 2);
    for (const { pipeline, since, last, count } of failing) {
      const own = runs.filter((run) => run.pipeline.name === pipeline && (run.finishTime ?? 0) >= since);
      const ended = own.filter(({ finishTime = 0 }) => finishTime <= report.to);
      assert.deepEqual(
        ended.map(({ result }) => result),
        Array.from({ length: count }, () => "failed"),
        pipeline,
      );
      const times = ended.map(({ finishTime }) => finishTime ?? 0);
      assert.deepEqual([Math.min(...times), Math.max(...times)], [since, last], pipeline);
    }
  });
});
