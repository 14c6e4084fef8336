import assert from "node:assert/strict";
import type { Step } from "../sandbox/agent";
import { leaks } from "../sandbox/leaks";
import { type LoopbackServer, startServer } from "../sandbox/loopback";
import { oneFailure, perform, type StageOptions } from "./monitor-stage";
import { useAgent } from "./use-agent";

const uuid = "5d7c3a70-1c1c-4f4e-8a55-0123456789ab";

describe("packaged PipelineMonitor, heartbeat", () => {
  const agent = useAgent();
  let watchdog: LoopbackServer;
  beforeEach(async () => {
    watchdog = await startServer(() => ({ status: 200, body: "OK" }));
  });
  afterEach(() => watchdog.close());

  /** Asserts that the URL, which is a secret, is shown nowhere. */
  async function watched(options: StageOptions = {}, step: Partial<Step> = {}) {
    const result = await perform(agent(), {
      ...options,
      step: {
        env: { BUILD_AUTH: "$(BUILD_AUTH)", HEARTBEAT_URL: "$(HEARTBEAT_URL)" },
        secrets: { HEARTBEAT_URL: new URL(`ping/${uuid}`, watchdog.address).href },
        ...step,
      },
    });
    assert.deepEqual(leaks(result, [uuid]), []);
    return { targets: watchdog.requests.map(({ target }) => target), result };
  }
  const refused: StageOptions["arrange"] = (_, chat) =>
    chat.faults.push({ when: () => true, reply: { status: 400 } });
  const unreadable: StageOptions["arrange"] = (service) =>
    service.faults.push({ when: () => true, reply: { status: 403 } });
  const failed = [`/ping/${uuid}/fail`];

  it("is called when the report is delivered, or there is nothing to deliver", async () => {
    for (const runs of [oneFailure, []]) {
      watchdog.requests.splice(0);
      const { targets, result } = await watched({ runs, config: { run_ct_min: -1 } });
      assert.deepEqual([targets, result.result], [[`/ping/${uuid}`], "Succeeded"]);
    }
  });

  it("is called with /fail when the report is not delivered, or the runs cannot be read", async () => {
    assert.deepEqual((await watched({ runs: oneFailure, arrange: refused })).targets, failed);
    watchdog.requests.splice(0);
    const { targets, result } = await watched({ arrange: unreadable });
    assert.deepEqual([targets, result.result], [failed, "Failed"]);
  });
});
