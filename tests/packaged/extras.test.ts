import assert from "node:assert/strict";
import { monitorTag } from "../../shared/report/form";
import type { RunSketch } from "../sandbox/runs";
import {
  everyExtra,
  failed,
  failing,
  header,
  log,
  lost,
  number,
  ofOwnPipeline,
  ownRun,
  report,
} from "./extras-stage";
import { now, type StageOptions } from "./monitor-stage";
import { useAgent } from "./use-agent";

describe("packaged PipelineMonitor, beyond the specification", () => {
  const agent = useAgent();

  describe("without its keys", () => {
    const runs: RunSketch[] = [
      failing(1, ["x\n##[error]no route", "fine"], { finishedSecondsAgo: 60 }),
      failing(2, [`##[error]${lost("build-07")}`], { finishedSecondsAgo: 120 }),
      failing(3, ["x"], { agent: "build-07", timelineErrors: [lost("build-07")], finishedSecondsAgo: 180 }),
      { id: 4, unfinished: "running", runSeconds: 90_000 },
      { id: 5, finishedSecondsAgo: 5000 },
    ];
    const lines = [header, failed(1, 5), failed(2, 5), failed(3, 5)];
    const listed = "?minTime=2026-11-20T02:18:30Z&api-version=7.1-preview.7";

    for (const [name, config] of Object.entries({
      absent: {},
      off: { explain_failures: false, group_causes: false, check_unfinished: false, window: "last_hour" },
    }))
      it(`the message and the requests are what they were (${name})`, async () => {
        const found = await report(agent(), runs, config);
        assert.deepEqual(found.lines, lines);
        assert.deepEqual(found.requests[0], listed);
        assert.deepEqual(found.requests.slice(1).sort(), [
          ...["/1/logs", "/1/logs/5", "/1/logs/6"],
          ...["/2/logs", "/2/logs/5"],
          ...["/3/logs", "/3/logs/5"],
        ]);
        assert.deepEqual(
          [found.result, found.tags, found.outputs["issueCount"]],
          ["Succeeded", [monitorTag], "3"],
        );
      });
  });

  describe("check_unfinished", () => {
    const unfinished: RunSketch[] = [
      { id: 1, unfinished: "running", runSeconds: 5400, logs: ["1", "2", "3", "4", "an error"] },
      { id: 2, unfinished: "queued", queuedSeconds: 400 },
      { id: 3, unfinished: "running", runSeconds: 800 },
      { id: 4, unfinished: "queued", queuedSeconds: 200 },
      { id: 5, unfinished: "running", runSeconds: 90_000, pipeline: "experiments" },
      { id: 6, result: "failed", logs: ["x"] },
    ];
    const pipelines = {
      default: { max_proc_time: 900, min_proc_time: 30 },
      experiments: { check_flag: false },
    };

    it("reports runs that are not done and should be, in the same message, marked as such", async () => {
      const { lines, outputs, requests } = await report(agent(), unfinished, {
        check_unfinished: true,
        pipelines,
      });
      assert.deepEqual(lines, [
        header,
        failed(6, 1),
        `nightly import ${number(2)} is still waiting to start after 400 s (6 min 40 s), limit 300 s (5 min). ` +
          "[run](BASE/_build/results?buildId=2)",
        `nightly import ${number(1)} is still running after 5400 s (1 h 30 min), limit 900 s (15 min). ${log(1, 5)}`,
      ]);
      assert.deepEqual([outputs["runCount"], outputs["issueCount"]], ["1", "3"]);
      assert.ok(
        requests.includes(
          "?statusFilter=inProgress,cancelling,postponed,notStarted&api-version=7.1-preview.7",
        ),
      );
      assert.ok(!requests.includes("/2/logs"), "a run that has not begun has no logs");
    });

    it("mentions a run that waits for an approval, and does not count it as a problem", async () => {
      const startTime = "2026-11-20T02:30:00.1234567Z";
      const timelineRecords = [
        { id: "s", type: "Stage", name: "production", state: "pending" },
        { id: "c", parentId: "s", type: "Checkpoint", state: "inProgress", startTime },
        { id: "a", parentId: "c", type: "Checkpoint.Approval", state: "inProgress", startTime },
      ];
      const waiting: RunSketch = { id: 1, unfinished: "running", runSeconds: 3600, timelineRecords };
      const config = { check_unfinished: true, pipelines };
      const { lines, outputs, requests } = await report(agent(), [waiting, { id: 2 }], config);
      assert.deepEqual(lines, [
        header,
        `nightly import ${number(1)} has been waiting for an approval since 02:30 UTC (stage production).`,
      ]);
      assert.deepEqual([outputs["issueCount"], outputs["delivered"]], ["0", "sent"]);
      assert.deepEqual(
        requests.filter((request) => request.includes("/1/")),
        ["/1/timeline?api-version=7.1-preview.7"],
      );
    });

    const broken: Partial<StageOptions> = {
      arrange: (service) =>
        service.faults.push({
          when: ({ query }) => query.has("statusFilter"),
          reply: { status: 403 },
        }),
    };

    it("never says that all is well when they cannot be listed", async () => {
      const {
        lines,
        result,
        chat,
        log: printed,
        summaries,
      } = await report(agent(), [{ id: 9 }], { check_unfinished: true }, broken);
      assert.deepEqual(lines.slice(0, 1), [
        "No recent pipeline errors in finished runs; some checks were skipped.",
      ]);
      assert.ok(summaries["Pipeline Monitor"]?.startsWith("No recent pipeline errors in finished runs;"));
      assert.deepEqual([result, chat.texts], ["SucceededWithIssues", []]);
      assert.match(printed.join("\n"), /0 problems in 1 run; nothing to post; could not check stuck runs\./);
    });
  });

  describe("history", () => {
    const config = { history: 20 };
    const good = (id: number, finishedSecondsAgo: number, changes: RunSketch = {}) => ({
      id,
      finishedSecondsAgo,
      ...changes,
    });
    const hours = (count: number) => count * 3600;

    it("tells whether a failure is news", async () => {
      const { lines } = await report(
        agent(),
        [
          failing(1, ["x"], { finishedSecondsAgo: 100 }),
          ...[2, 3, 4].map((id) => good(id, hours(id))),
          ...[11, 12, 13].map((id, index) =>
            failing(id, ["x"], { definitionId: 8, finishedSecondsAgo: index === 0 ? 60 : hours(index + 1) }),
          ),
        ],
        config,
      );
      const news = lines
        .slice(1)
        .map((line) => / failed, (.*): status completed, result failed\. \[log\]/.exec(line)?.[1]);
      assert.deepEqual(news, [
        "3rd failure in a row since 00:19 UTC",
        "first failure after 3 successful runs",
      ]);
    });

    it("tells, once, that a pipeline works again, also when there is nothing else to tell", async () => {
      const { lines, outputs, result, requests } = await report(
        agent(),
        [good(1, 60), ...[2, 3, 4].map((id) => failing(id, ["x"], { finishedSecondsAgo: hours(id) }))],
        config,
      );
      assert.deepEqual(lines, [header, `nightly import ${number(1)} works again after 3 failures.`]);
      assert.deepEqual([outputs["issueCount"], outputs["delivered"], result], ["0", "sent", "Succeeded"]);
      const order = "definitions=7&statusFilter=completed&queryOrder=finishTimeDescending";
      const maxTime = "maxTime=2026-11-20T03:18:01Z";
      assert.deepEqual(requests.slice(1), [
        `?${order}&${maxTime}&$top=2&api-version=7.1-preview.7`,
        `?${order}&${maxTime}&$top=21&api-version=7.1-preview.7`,
      ]);
    });

    it("asks for one earlier run of a pipeline that works, and says nothing of it", async () => {
      const { lines, requests } = await report(
        agent(),
        [good(1, 60), good(2, 120), good(3, hours(2))],
        config,
      );
      assert.deepEqual([lines, requests.length], [["No recent pipeline errors."], 2]);
    });

    it("asks nothing of pipelines that are not checked", async () => {
      const pipelines = { default: { check_flag: false } };
      const { requests } = await report(agent(), [failing(1, ["x"])], { ...config, pipelines });
      assert.equal(requests.length, 1);
    });
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
