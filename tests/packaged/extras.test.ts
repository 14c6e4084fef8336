import assert from "node:assert/strict";
import { monitorTag } from "../../shared/report/form";
import { allFinishedWell } from "../../tasks/PipelineMonitor/render/lines";
import type { RunSketch } from "../sandbox/runs";
import { everyExtra, failed, failing, header, lost, ofOwnPipeline, ownRun, report } from "./extras-stage";
import { now, type StageOptions } from "./monitor-stage";
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

  it("never says that all is well when the runs that are not done cannot be listed", async () => {
    const arrange: StageOptions["arrange"] = ({ faults }) =>
      faults.push({ when: ({ query }) => query.has("statusFilter"), reply: { status: 403 } });
    const found = await report(agent(), [{ id: 9 }], { check_unfinished: true }, { arrange });
    assert.equal(found.lines[0], allFinishedWell);
    assert.ok(found.summaries["Pipeline Monitor"]?.startsWith(allFinishedWell));
    assert.deepEqual([found.result, found.chat.texts], ["SucceededWithIssues", []]);
    assert.match(found.log.join("\n"), /0 problems in 1 run; nothing to post; could not check stuck runs\./);
  });

  it("asks for nothing twice, with all of it", async () => {
    const own: RunSketch = ownRun(900, now - 20_000);
    const { requests, result } = await report(
      agent(),
      [
        own,
        failing(1, ["an error"], { finishedSecondsAgo: 60 }),
        { id: 2, finishedSecondsAgo: 7200 },
        { id: 3, unfinished: "running", runSeconds: 2000 },
      ],
      everyExtra,
      { step: (service) => ({ variables: ofOwnPipeline(service, 900) }) },
    );
    assert.equal(result, "Succeeded");
    assert.equal(new Set(requests).size, requests.length);
  });
});
