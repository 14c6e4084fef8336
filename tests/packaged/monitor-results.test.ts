import assert from "node:assert/strict";
import { StepCancelled } from "../../shared/agent/task";
import { hostilePieces } from "../hostile-text";
import type { Step } from "../sandbox/agent";
import { json } from "../sandbox/loopback";
import { posted, verdict } from "../sentences";
import { header } from "../tasks/PipelineMonitor/rule-table/case";
import { buildAuth, oneFailure, perform, reportIn, token } from "./monitor-stage";
import { useAgent } from "./use-agent";

const withInputs = (inputs: Record<string, string>): Partial<Step> => ({
  inputs: { configFile: "monitor.json", webhookUrl: "$(WEBHOOK_URL)", ...inputs },
});

describe("packaged PipelineMonitor, results", () => {
  const agent = useAgent();

  it("onIssues decides between Succeeded, SucceededWithIssues and Failed, with an issue for each finding and one that says why; and shows no secret when it is debugged", async () => {
    const results = { "": "Succeeded", succeed: "Succeeded", warn: "SucceededWithIssues", fail: "Failed" };
    for (const [onIssues, expected] of Object.entries(results)) {
      const inputs = onIssues === "" ? {} : { onIssues };
      const { result, exitCode, issues, outputs, base } = await perform(agent(), {
        runs: oneFailure,
        step: { ...withInputs(inputs), variables: { "System.Debug": "true" } },
      });
      assert.deepEqual([result, exitCode], [expected, 0], onIssues);
      assert.deepEqual(outputs, { runCount: "1", issueCount: "1", delivered: "sent" });
      const messages = [
        `nightly import 20261120.1 failed: ${verdict}. log: ${base}/_apis/build/builds/1/logs/1`,
        posted(1, 1),
      ];
      const types: Record<string, string> = { SucceededWithIssues: "warning", Failed: "error" };
      const type = types[expected];
      assert.deepEqual(issues, type === undefined ? [] : messages.map((message) => ({ type, message })));
    }
  });

  it("rule 8: a message that cannot be delivered is printed, and the step succeeds with issues", async () => {
    for (const reply of [{ status: 500 }, { ending: "hang" as const }]) {
      const { result, outputs, log, chat } = await perform(agent(), {
        runs: oneFailure,
        arrange: (_, channel) => channel.faults.push({ when: () => true, reply }),
      });
      assert.deepEqual([result, outputs["delivered"]], ["SucceededWithIssues", "failed"]);
      assert.equal(reportIn(log)[0], header);
      assert.match(log.join("\n"), /The message was not delivered\. chat webhook: POST \(URL not shown\)/);
      assert.equal(chat.requests.length, 1);
    }
  });

  it("prints no credential that a service repeats, in whatever form", async () => {
    const { issues } = await perform(agent(), {
      arrange: (service) =>
        service.faults.push({
          when: () => true,
          reply: { ...json({ message: `no: ${buildAuth}, :${token}, ${token}` }), status: 400 },
        }),
    });
    assert.match(issues[0]?.message ?? "", /\(no: \*\*\*, \*\*\*, \*\*\*\)/);
  });

  it("invariant 5: names that attack the agent or the chat come out as one harmless line", async () => {
    const pipeline = hostilePieces.join("");
    const { log, chat, result, outputs } = await perform(agent(), {
      runs: [
        {
          id: 1,
          pipeline,
          buildNumber: "\n##vso[task.complete result=Failed]",
          result: "##[error]",
          logs: ["x"],
        },
      ],
    });
    assert.deepEqual([result, outputs], ["Succeeded", { runCount: "1", issueCount: "1", delivered: "sent" }]);
    assert.equal(reportIn(log).length, 2);
    assert.ok(!log.some((line) => /##(vso)?\[/.test(line)));
    assert.equal(chat.texts[0]?.split("\n").length, 2);
    assert.ok(!chat.texts[0]?.includes("@channel"));
  });

  it("is cancelled at once, fails, and posts nothing", async () => {
    const { result, exitCode, chat, issues } = await perform(agent(), {
      runs: oneFailure,
      arrange: (service) =>
        service.faults.push({ when: ({ path }) => path.endsWith("/logs"), reply: { ending: "hang" } }),
      step: { ...withInputs({}), cancelWhen: (output) => output.includes("Reading the runs") },
    });
    assert.deepEqual([result, exitCode, chat.requests], ["Failed", 0, []]);
    assert.deepEqual(issues, [{ type: "error", message: new StepCancelled().message }]);
  });
});
