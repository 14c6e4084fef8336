import assert from "node:assert/strict";
import { monitorTag } from "../../shared/report/form";
import type { RunSketch } from "../sandbox/runs";
import { failed, failing, header, lost, report } from "./extras-stage";
import { useAgent } from "./use-agent";

describe("packaged PipelineMonitor, beyond the specification", () => {
  const agent = useAgent();

  it("without its keys, the message and the requests are what they were", async () => {
    const runs: RunSketch[] = [
      failing(1, ["x\n##[error]no route", "fine"], { finishedSecondsAgo: 60 }),
      failing(2, [`##[error]${lost("build-07")}`], { finishedSecondsAgo: 120 }),
      failing(3, ["x"], { agent: "build-07", timelineErrors: [lost("build-07")], finishedSecondsAgo: 180 }),
      { id: 4, unfinished: "running", runSeconds: 90_000 },
      { id: 5, finishedSecondsAgo: 5000 },
    ];
    const found = await report(agent(), runs, {});
    assert.deepEqual(found.lines, [header, failed(1, 5), failed(2, 5), failed(3, 5)]);
    assert.equal(found.requests[0], "?minTime=2026-11-20T02:18:30Z&api-version=7.1-preview.7");
    assert.deepEqual(found.requests.slice(1).sort(), [
      ...["/1/logs", "/1/logs/5", "/1/logs/6"],
      ...["/2/logs", "/2/logs/5"],
      ...["/3/logs", "/3/logs/5"],
    ]);
    assert.deepEqual(
      [found.result, found.tags, found.outputs["issueCount"]],
      ["Succeeded", [monitorTag], "1"],
    );
  });
});
