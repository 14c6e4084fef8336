import assert from "node:assert/strict";
import { readPage } from "../pages";
import { judgeEnding } from "../sandbox/ending";
import { notKnown } from "../sentences";
import { perform, type StageOptions } from "./monitor-stage";
import { domain, isAvailability, receiptUploads, registerOnce } from "./register-stage";
import { useAgent } from "./use-agent";

const failing = [{ id: 1, result: "failed", logs: ["1", "2", "3", "4", "an error"] }];

describe("packaged tasks at their end", () => {
  const agent = useAgent();
  const monitorAgent = useAgent();
  const run = (options: StageOptions) => perform(monitorAgent(), { runs: failing, ...options });
  const inputs = { configFile: "monitor.json", webhookUrl: "$(WEBHOOK_URL)", onIssues: "fail" };

  it("leave no timer, no socket and no warning of Node's, and tell one result", async () => {
    judgeEnding(await run({}), 60);
    judgeEnding(await registerOnce(agent()), 120);
  });

  it("end a failure with one link to their page that says what to do", async () => {
    const link = /\nHelp: https:\S+\/blob\/main\/(docs\/\w+\/troubleshooting\.md)$/;
    const monitor = await run({ service: { authorizations: [] } });
    const register = await registerOnce(agent(), { inputs: { maxPrice: "cheap" } });
    for (const { issues } of [monitor, register]) {
      const [error] = issues.filter(({ type }) => type === "error");
      const [, page = assert.fail(error?.message)] = link.exec(error?.message ?? "") ?? [];
      assert.match(readPage(page), /^# Troubleshooting/);
      assert.equal(error?.message.split("Help:").length, 2);
    }
  });

  it("say an error that nobody caught once, stop working, and never show a stack", async () => {
    for (const how of [
      'throw new Error("from nowhere")',
      'process.emit("uncaughtException", "from nowhere")',
    ]) {
      const sabotage = `require("node:diagnostics_channel").subscribe("http.client.request.start", () =>
        setTimeout(() => { ${how} }, 20));`;
      const { result, issues, log, outputs, summaries, stage } = await registerOnce(agent(), {
        step: { sabotage },
        arrange: ({ faults }) => faults.push({ when: isAvailability, reply: { ending: "hang" } }),
      });
      assert.deepEqual([result, issues.filter(({ type }) => type === "error").length], ["Failed", 1]);
      assert.match(log.join("\n"), /##\[error\]from nowhere/);
      assert.equal(outputs["outcome"], undefined, "nobody has cancelled it");
      assert.doesNotMatch(Object.values(summaries).join("\n") + log.join("\n"), /cancelled/);
      assert.ok(!log.some((line) => /^\s+at /.test(line)));
      assert.ok(!stage.registrar.requests.some(({ path }) => path.endsWith("/purchase")));
    }
  });

  it("buy nothing after an error that nobody caught", async () => {
    // The error comes with the first available answer, when the purchase is two requests away.
    const sabotage = `let requests = 0;
      require("node:diagnostics_channel").subscribe("http.client.request.start", ({ request }) => {
        if (request.path.includes("/available") && ++requests === 4) Promise.reject(new Error("from nowhere"));
      });`;
    const { result, stage } = await registerOnce(agent(), { step: { sabotage } });
    assert.deepEqual([result, stage.registrar.charges], ["Failed", []]);
  });

  it("note a purchase that was on its way when such an error came, before they end", async () => {
    const sabotage = `require("node:diagnostics_channel").subscribe("http.client.request.start", ({ request }) => {
        if (request.path.endsWith("/purchase")) setImmediate(() => { throw new Error("from nowhere"); });
      });`;
    const step = await registerOnce(agent(), {
      step: { sabotage },
      arrange: ({ faults }) =>
        faults.push({ when: ({ path }) => path.endsWith("/purchase"), reply: { ending: "hang" } }),
    });
    const { result, log, receipt, outputs, stage, testimony } = step;
    assert.deepEqual([result, outputs["outcome"], receiptUploads(step).length], ["Failed", "unknown", 1]);
    assert.match(
      log.join("\n"),
      new RegExp(String.raw`##\[error\]${notKnown(".*")}.*\nfrom nowhere\nHelp: `, "s"),
    );
    assert.equal(Object(receipt).attempts[0].outcome, "unknown");
    assert.ok(testimony && testimony.seconds < 80, `${testimony?.seconds} s`);
    assert.equal(stage.registrar.requests.filter(({ path }) => path.endsWith("/purchase")).length, 1);
  });

  it("end although nobody reads their output, and tell by the exit code what could not be read", async () => {
    // Far more than what the pipes between two processes hold.
    const many = Array.from({ length: 800 }, (_, index) => ({
      id: index + 1,
      pipeline: "x".repeat(200),
      result: "failed",
      logs: [],
    }));
    const unread = await run({
      runs: many,
      service: { pageSize: 5000 },
      step: {
        outputReadAfterMilliseconds: Number.POSITIVE_INFINITY,
        env: { BUILD_AUTH: "$(BUILD_AUTH)", SANDBOX_CLOCK_HELD_MILLISECONDS: "1000" },
        inputs,
      },
    });
    assert.equal(unread.exitCode, 1);
    assert.equal(unread.result, "Failed");
    const read = await run({ runs: many, service: { pageSize: 5000 } });
    assert.deepEqual([read.exitCode, read.outputs["runCount"]], [0, "800"]);
  });

  it("stop when whoever reads their output goes away, and tell that by the exit code", async () => {
    const { exitCode, testimony, stage } = await registerOnce(agent(), {
      inputs: { waitMinutes: "1440" },
      registrar: { domains: [{ name: domain, released: () => false }] },
      step: { closeOutputWhen: (output) => output.includes("Not available") },
    });
    assert.equal(exitCode, 1);
    assert.ok(testimony && testimony.seconds < 3600, `${testimony?.seconds} s`);
    assert.ok(!stage.registrar.requests.some(({ path }) => path.endsWith("/purchase")));
  });

  it("are not shaken by a clock that is set back or forward", async () => {
    for (const jump of ["-86400", "7200"]) {
      const { outputs, testimony } = await registerOnce(agent(), {
        arrange: ({ faults }) =>
          faults.push({
            when: isAvailability,
            times: 1,
            reply: (_, healthy) => {
              const answer = healthy();
              return { ...answer, headers: { ...answer.headers, "x-sandbox-jump-seconds": jump } };
            },
          }),
      });
      assert.equal(outputs["outcome"], "registered");
      assert.ok(testimony && testimony.seconds < 90, `${testimony?.seconds} s`);
    }
  });
});
