import assert from "node:assert/strict";
import { everyExtra } from "./extras-stage";
import { perform } from "./monitor-stage";
import { registerOnce } from "./register-stage";
import { useAgent } from "./use-agent";

/** An agent in India with Turkish settings, in which the letter I has another lower case. */
const elsewhere = { TZ: "Asia/Kolkata", LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8" };

/** Without ports, folders and the checksums of these, which differ each time. */
const lasting = (value: unknown) =>
  JSON.stringify(value, undefined, 1)
    .replace(/127\.0\.0\.1:\d+/g, "SERVICE")
    .replace(/receipts-\w+/g, "RECEIPTS")
    .replace(/\b[0-9a-f]{64}\b/g, "CHECKSUM")
    .split("\n");

describe("packaged tasks on a machine in another time zone and language", () => {
  const agent = useAgent();

  it("PipelineMonitor reports the same", async () => {
    const report = async (machine: Record<string, string>) => {
      const { chat, log, outputs, summaries } = await perform(agent(), {
        runs: [
          { id: 1, pipeline: "INVOICES", result: "failed", logs: ["an error", "1", "2", "3", "4"] },
          { id: 2, pipeline: "price feed", unfinished: "running", runSeconds: 5000 },
        ],
        config: { ...everyExtra, pipelines: { default: { max_proc_time: 900, min_proc_time: 30 } } },
        step: { env: { BUILD_AUTH: "$(BUILD_AUTH)", ...machine } },
      });
      assert.match(Object.values(summaries).join(), /failed at 03:09 UTC/);
      return lasting({ log, outputs, summaries, texts: chat.texts });
    };
    assert.deepEqual(await report(elsewhere), await report({}));
  });

  it("DomainRegister buys the same, with the same times in its receipt", async () => {
    const buy = async (machine: Record<string, string>) => {
      const credentials = { REGISTRAR_API_KEY: "$(KEY)", REGISTRAR_API_SECRET: "$(SECRET)" };
      const bought = await registerOnce(agent(), { step: { env: { ...credentials, ...machine } } });
      const { log, outputs, summaries, receipt } = bought;
      assert.equal(outputs["outcome"], "registered");
      return lasting({ log, outputs, summaries, receipt });
    };
    assert.deepEqual(await buy(elsewhere), await buy({}));
  });
});
