import assert from "node:assert/strict";
import type { StepResult } from "../sandbox/agent";
import { everyExtra } from "./extras-stage";
import { perform } from "./monitor-stage";
import { linesOf, registerOnce } from "./register-stage";
import { useAgent } from "./use-agent";

/** An agent in India with Turkish settings, whose letters differ in case where those of English do not. */
const elsewhere = { TZ: "Asia/Kolkata", LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8" };

describe("packaged tasks on a machine in another time zone and language", () => {
  const agent = useAgent();
  const shownBy = (step: StepResult) => ({
    log: linesOf(step),
    outputs: step.outputs,
    summaries: Object.values(step.summaries).map((text) => text.replace(/127\.0\.0\.1:\d+/g, "SERVICE")),
  });

  it("PipelineMonitor reports the same", async () => {
    const report = async (machine: Record<string, string>) => {
      const { chat, ...step } = await perform(agent(), {
        runs: [
          { id: 1, pipeline: "INVOICES", result: "failed", logs: ["an error", "1", "2", "3", "4"] },
          { id: 2, pipeline: "price feed", unfinished: "running", runSeconds: 5000 },
        ],
        config: { ...everyExtra, pipelines: { default: { max_proc_time: 900, min_proc_time: 30 } } },
        step: { env: { BUILD_AUTH: "$(BUILD_AUTH)", ...machine } },
      });
      return {
        ...shownBy(step),
        texts: chat.texts.map((text) => text.replace(/127\.0\.0\.1:\d+/g, "SERVICE")),
      };
    };
    const [usual, other] = [await report({}), await report(elsewhere)];
    assert.match(usual.texts.join(), /INVOICES/);
    assert.deepEqual(other, usual);
  });

  it("DomainRegister does the same, with the same times in its receipt", async () => {
    const buy = async (machine: Record<string, string>) => {
      const credentials = { REGISTRAR_API_KEY: "$(KEY)", REGISTRAR_API_SECRET: "$(SECRET)" };
      const { receipt, ...step } = await registerOnce(agent(), {
        step: { env: { ...credentials, ...machine } },
      });
      return { ...shownBy(step), receipt };
    };
    const [usual, other] = [await buy({}), await buy(elsewhere)];
    assert.equal(usual.outputs["outcome"], "registered");
    assert.deepEqual(other, usual);
  });
});
