import assert from "node:assert/strict";
import { failed, failing, header, log, lost, number, report } from "./extras-stage";
import { buildAuth, token } from "./monitor-stage";
import { useAgent } from "./use-agent";

describe("packaged PipelineMonitor, why runs failed", () => {
  const agent = useAgent();

  describe("explain_failures", () => {
    const config = { explain_failures: true };

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
