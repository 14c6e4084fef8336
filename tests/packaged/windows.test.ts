import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { StepCancelled } from "../../shared/agent/task";
import { filledRequest } from "../sandbox/filled-request";
import { oneFailure, perform } from "./monitor-stage";
import { price, type RegisterStageOptions, withRegistrar } from "./register-stage";
import { useAgent } from "./use-agent";

/** The first part of the name is a device on Windows. */
const domain = "con.org";
/** Ctrl+Break, as tests/sandbox/windows.ts plays it. */
const ctrlBreak = "SIGUSR2";

/** Not simulated: paths, pipes, locks of files and signals of Windows. */
describe("packaged tasks where Node is as on Windows", () => {
  const monitorAgent = useAgent();
  const registerAgent = useAgent();

  const onWindows = { onWindows: true };
  const registering: RegisterStageOptions = {
    registrar: {
      domains: [{ name: domain, released: (_, checks) => checks >= 3, price }],
      ownership: "forbidden",
      forgetsSales: true,
    },
    inputs: { domain },
    request: { ...Object(filledRequest), domain },
    step: onWindows,
  };
  const receiptName = `_${domain}.production.receipt.json`;

  it("PipelineMonitor reports, in lines that end as there", async () => {
    const { outputs, stdout } = await perform(monitorAgent(), {
      runs: [{ id: 1, result: "failed", logs: ["an error"] }],
      step: onWindows,
    });
    assert.equal(outputs["delivered"], "sent");
    assert.match(stdout, /^.* with BUILD_AUTH\.\r\n/m);
  });

  it("DomainRegister buys, though each file is held for a moment, and leaves a receipt that can be there", async () => {
    await withRegistrar(registerAgent(), registering, async ({ registrar, receiptFolder, run, receipt }) => {
      const { outputs, log } = await run();
      assert.equal(outputs["outcome"], "registered", log.join("\n"));
      assert.deepEqual(readdirSync(receiptFolder), [receiptName]);
      assert.equal(Object(receipt()).attempts[0].outcome, "registered");
      const again = await run();
      assert.equal(again.outputs["outcome"], "alreadyOwned", again.log.join("\n"));
      assert.equal(registrar.charges.length, 1);
    });
  });

  it("are cancelled by Ctrl+Break, and a purchase on its way is noted", async () => {
    const { result, issues } = await perform(monitorAgent(), {
      runs: oneFailure,
      arrange: ({ faults }) =>
        faults.push({ when: ({ path }) => path.endsWith("/logs"), reply: { ending: "hang" } }),
      step: { ...onWindows, cancelWith: ctrlBreak, cancelWhen: (output) => output.includes("Reading") },
    });
    assert.deepEqual([result, issues], ["Failed", [{ type: "error", message: new StepCancelled().message }]]);
    await withRegistrar(registerAgent(), registering, async ({ registrar, receiptFolder, run, receipt }) => {
      registrar.afterEffect.push({ reply: { ending: "hang" }, times: 1 });
      const cancelWhen = (output: string) => output.includes("Buying.");
      const { outputs } = await run({ step: { ...onWindows, cancelWith: ctrlBreak, cancelWhen } });
      assert.deepEqual([outputs["outcome"], readdirSync(receiptFolder)], ["unknown", [receiptName]]);
      assert.equal(Object(receipt()).attempts[0].outcome, "unknown");
    });
  });
});
