import assert from "node:assert/strict";
import { heartbeat } from "../../../../../tasks/PipelineMonitor/features/heartbeat/heartbeat";
import { useSetup } from "../../config/setup-stage";

describe("the URL of the heartbeat", () => {
  const { read, problemsOf } = useSetup([heartbeat]);

  it("is taken from HEARTBEAT_URL, as a secret, and has none with test_flag true", () => {
    const url = "https://hc-ping.com/5d7c3a70-1c1c-4f4e-8a55-0123456789ab";
    const environment = { HEARTBEAT_URL: ` ${url}\n` };
    const { features, exposed } = read({}, { environment });
    assert.deepEqual([features.length, exposed(url, new URL(url).pathname)], [1, []]);
    assert.deepEqual(read({ test_flag: true }, { environment }).features, []);
    assert.deepEqual(read().features, []);
  });

  it("is refused if it is a variable without a value, or no https URL, without showing it", () => {
    for (const [HEARTBEAT_URL, problem] of [
      [
        "$(HEARTBEAT_URL)",
        /^HEARTBEAT_URL: still reads \$\(HEARTBEAT_URL\), because .* Add it under Variables/,
      ],
      ["http://chat.example/canary", /^HEARTBEAT_URL: must start with https/],
      ["https://chat.example/can ary", /^HEARTBEAT_URL: contains a blank/],
      ["http://127.0.0.1:1/canary", /^$/],
    ] as const)
      assert.match(problemsOf({}, { environment: { HEARTBEAT_URL } }), problem);
  });
});
