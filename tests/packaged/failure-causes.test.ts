import assert from "node:assert/strict";
import { failed, failing, header, log, lost, number, report } from "./extras-stage";
import { buildAuth, token } from "./monitor-stage";
import { useAgent } from "./use-agent";

describe("packaged PipelineMonitor, why runs failed", () => {
  const agent = useAgent();

  describe("explain_failures", () => {
    const config = { explain_failures: true };

    it("appends the marked line of the log, from the bytes that are read anyway, where the timeline names no cause", async () => {
      const { lines, requests } = await report(
        agent(),
        [failing(1, ["an error of old", "2026-11-20T03:01:00.1234567Z ##[error]no route\n", "fine"])],
        config,
      );
      assert.deepEqual(lines, [header, `${failed(1, 6)} Why: "no route".`]);
      assert.deepEqual(requests.slice(1), [
        "/1/logs",
        "/1/logs/7",
        "/1/logs/6",
        "/1/timeline?api-version=7.1-preview.7",
      ]);
    });

    it("names a cause, which lines before tell, or the timeline where the log of the end is missing", async () => {
      const { lines } = await report(
        agent(),
        [
          failing(1, ["/tmp/1.sh: line 3: DB_HOST: unbound variable\n##[error]Bash exited with code '1'."]),
          failing(2, ["fine"], {
            finishedSecondsAgo: 700,
            agent: "build-07",
            timelineErrors: [lost("build-07")],
          }),
          failing(3, ["##[error]The operation was canceled."], {
            finishedSecondsAgo: 800,
            result: "canceled",
            timelineErrors: ["The job running on agent b ran longer than the maximum time of 60 minutes."],
          }),
          failing(4, [], { finishedSecondsAgo: 900, result: "canceled", logs: [] }),
        ],
        config,
      );
      assert.match(
        lines[1] ?? "",
        / Why: variable DB_HOST seems to be undefined: check the indentation of variables in the pipeline definition \("\/tmp\/1\.sh: line 3: DB_HOST: unbound variable … Bash exited with code '1'\."\)\.$/,
      );
      assert.ok(lines[2]?.endsWith(` Why: agent build-07 lost ("${lost("build-07")}").`), lines[2]);
      assert.match(lines[3] ?? "", / Why: time-out \("The job running on agent b ran longer/);
      assert.ok(lines[4]?.endsWith(" Why: canceled, probably by a person."), lines[4]);
    });

    it("shows none of our credentials that a log or a timeline repeats, in whatever form", async () => {
      const secrets = [token, buildAuth, `Basic ${buildAuth}`, `:${token}`];
      const forms = secrets.flatMap((secret) => [
        secret,
        encodeURIComponent(secret),
        Buffer.from(secret).toString("base64"),
        Buffer.from(`of ${secret} and`).toString("base64"),
      ]);
      const runs = forms.flatMap((form, index) => [
        failing(index + 1, [`##[error]it said ${form}`]),
        failing(index + 101, [
          `/tmp/1.sh: line 1: ${form}: No space left on device\n##[error]exited with code '1'`,
        ]),
        failing(index + 201, [], { logs: [], timelineErrors: [`it said ${form}`] }),
      ]);
      const { outputs } = await report(agent(), runs, config);
      assert.equal(outputs["issueCount"], String(3 * forms.length), "the stage has found no secret");
    });
  });

  describe("group_causes", () => {
    it("makes one line of the runs that lost the same agent, by log or timeline, with a link to each", async () => {
      const runs = [
        failing(1, [`##[error]${lost("build-07")}`], { finishedSecondsAgo: 60 }),
        failing(2, ["##[error]no route"], { finishedSecondsAgo: 70 }),
        failing(3, [], { logs: [], timelineErrors: [lost("build-07")], finishedSecondsAgo: 80 }),
        failing(4, [`##[error]${lost("build-08")}`], { finishedSecondsAgo: 90, pipeline: "price feed" }),
        failing(5, [`##[error]${lost("build-07")}`], { finishedSecondsAgo: 100, pipeline: "price feed" }),
      ];
      const { lines, outputs } = await report(agent(), runs, { group_causes: true });
      assert.deepEqual(lines, [
        header,
        `3 runs failed (agent build-07 lost): nightly import ${number(1)} ${log(1, 5)}, ` +
          `${number(3)} [run](BASE/_build/results?buildId=3), price feed ${number(5)} ${log(5, 5)}`,
        failed(2, 5),
        failed(4, 5).replace("nightly import", "price feed"),
      ]);
      assert.equal(outputs["issueCount"], "5");
    });
  });
});
