import assert from "node:assert/strict";
import { markdownLines } from "../../../../shared/chat/markdown";
import type { Message } from "../../../../shared/chat/message";
import { testMessage } from "../../../../tasks/PipelineMonitor/actions/test-message";
import { feature } from "../../../../tasks/PipelineMonitor/feature";
import type { Target } from "../../../../tasks/PipelineMonitor/targets/target";
import { startChat } from "../../../sandbox/chat";
import { sanitize } from "../../../sanitize";
import { useSetup } from "../config/setup-stage";
import { changes, endedBy, failed, memoryPipeline, targeting, watch, worked } from "../monitor-stage";
import { memoryContext } from "../report-stage";
import { chatOf } from "../target-stage";

const takesInvoices = (pipeline: string | undefined) => pipeline === "invoices";
const mistake = () => {
  throw new TypeError("x is undefined");
};

/** Keeps what a channel is posted. */
function collecting(name: string, isDown = false) {
  const posted: string[] = [];
  const post = async (message: Message) => {
    if (isDown) throw new Error("503");
    posted.push(markdownLines(message, sanitize).join("\n"));
  };
  return { posted, target: chatOf(name, post, takesInvoices) };
}

describe("the targets that features open", () => {
  const runs = [failed(-10), failed(-10, "payments")];

  it("take their issues from the step's own webhook, and are disposed of, even if the hour fails", async () => {
    const { posted: told, target } = collecting("A");
    let disposed = 0;
    const made = { ...target, dispose: () => void disposed++ };
    const { posted } = await watch(endedBy(0, runs), { others: [made] });
    assert.deepEqual(
      [told, posted].map((texts) =>
        texts
          .join()
          .match(/^(invoices|payments)/gm)
          ?.join(),
      ),
      ["invoices", "payments"],
    );
    const runsSince = () => assert.fail("503");
    await assert.rejects(watch([], { others: [made], service: () => ({ runsSince }) }), { message: "503" });
    assert.equal(disposed, 2);
  });

  it("are a failed delivery if they cannot be opened, and cost the other targets nothing", async () => {
    const { posted: told, target } = collecting("A");
    const broken = { ...targeting(mistake), name: "pigeons" };
    const { posted, report, whole, agent } = await watch(endedBy(0, runs), {
      features: [targeting(mistake), { ...broken, read: mistake }],
      others: [target],
    });
    assert.match(told.join(), /^invoices/m);
    assert.match(posted.join(), /^payments/m);
    assert.deepEqual([report.delivered, whole.targetCount], ["failed", 4]);
    assert.deepEqual(whole.skipped, ["pigeons", "made targets"]);
    assert.deepEqual(agent.warnings, [
      "Could not check pigeons: x is undefined",
      "Could not check made targets: x is undefined",
    ]);
  });

  it("are a failed delivery if one does not say what it takes, which the step's own webhook is told", async () => {
    const { posted: told, target } = collecting("A");
    const faults = { takes: mistake, isMention: mistake, dispose: mistake };
    const keys = { pipelines: { default: { max_proc_time: 900, min_proc_time: 30, owner: "Ops" } } };
    const { posted, report, agent } = await watch(endedBy(0, runs), {
      ...{ features: [], others: [{ ...target, ...faults }], keys },
    });
    assert.deepEqual([told, report.delivered], [[], "failed"]);
    for (const pipeline of ["invoices", "payments"]) assert.ok(posted.join().includes(`${pipeline} [`));
    assert.deepEqual(agent.warnings, ["Could not check made targets: x is undefined"]);
  });

  it("are no failed delivery if a feature without targets is at fault", async () => {
    const plain = feature({ name: "plain", keys: {}, entryKeys: {}, memory: {}, read: mistake });
    const { report, whole } = await watch(endedBy(0, runs), { features: [plain] });
    assert.deepEqual([report.delivered, whole.skipped], ["sent", ["plain"]]);
  });

  it("are owed what they were when they could not be opened, also once it is over; meanwhile the step's own webhook is told", async () => {
    const pipeline = memoryPipeline();
    const hour = async (at: number, open: () => readonly Target[]) => {
      const all = [failed(-10), failed(55), worked(70)];
      const { posted } = await watch(endedBy(at, all), {
        ...{ ...pipeline(at / 60), keys: changes, features: [targeting(open)] },
      });
      return posted.join();
    };
    const down = collecting("A", true).target;
    assert.equal(await hour(0, () => [down]), "");
    assert.match(await hour(60, mistake), /^invoices .* failed/m);
    const { posted, target } = collecting("A");
    await hour(120, () => [target]);
    assert.match(posted.join(), /^invoices .* failed .*It has worked again since/m);
  });
});

describe("a test message", () => {
  const { agentWith } = useSetup();

  it("tries the targets of features, one that cannot be opened among them, and disposes of them", async () => {
    const chat = await startChat(undefined, "markdown");
    let disposed = 0;
    const test: Target["test"] = async () => ({ result: "Succeeded", text: "A accepted it." });
    const target = { ...collecting("A").target, test, dispose: () => void disposed++ };
    const faulty = { ...target, name: "B", test: mistake };
    const inputs = { webhookUrl: chat.webhook.href };
    const agent = agentWith({ test_flag: true }, { inputs, environment: { BUILD_AUTH: "" } });
    const all = [targeting(() => [faulty, target]), targeting(mistake)];
    const { result, message } =
      (await testMessage(memoryContext({ agent }), all).finally(chat.close)) ?? assert.fail();
    assert.equal(result, "Failed");
    assert.match(
      message,
      /^The channel .*\nCould not send anything to B\.\nA accepted it\.\nCould not send anything to made targets\.\nFix this/,
    );
    assert.equal(disposed, 2);
  });
});
