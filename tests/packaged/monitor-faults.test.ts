import assert from "node:assert/strict";
import { perform } from "./monitor-stage";
import { useAgent } from "./use-agent";

/** Lasting faults have rows in the fault table. */
describe("packaged PipelineMonitor, when a service has trouble", () => {
  const agent = useAgent();

  it("says which address could not be reached, and what to look at", async () => {
    const { result, issues, chat } = await perform(agent(), { config: { url_base: "http://127.0.0.1:9/" } });
    assert.deepEqual([result, chat.requests], ["Failed", []]);
    assert.match(
      issues[0]?.message ?? "",
      /^build service: GET http:\/\/127\.0\.0\.1:9\/contoso\/Night%20Shift\/_apis\/build\/builds\?.* the connection was refused \(ECONNREFUSED\) \(5 tries\)\. Check `url_base`/,
    );
  });
});
