import assert from "node:assert/strict";
import { failing, report } from "./extras-stage";
import { buildAuth, token } from "./monitor-stage";
import { useAgent } from "./use-agent";

describe("packaged PipelineMonitor, why runs failed", () => {
  const agent = useAgent();

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
    const { outputs } = await report(agent(), runs, { explain_failures: true });
    assert.equal(outputs["issueCount"], String(3 * forms.length), "the stage has found no secret");
  });
});
