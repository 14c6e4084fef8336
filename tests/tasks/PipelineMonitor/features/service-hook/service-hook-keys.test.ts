import assert from "node:assert/strict";
import { goodConfig, problemsOf } from "../../good-config";
import { parseConfig } from "../../parse-config";

describe("the keys of the service hook", () => {
  it("are true, false or the name of an incoming webhook, and how the lock of a pipeline behaves", () => {
    for (const service_hook of [true, false, "night-7f3a"])
      assert.deepEqual(problemsOf({ service_hook, notify: "changes" }), []);
    for (const service_hook of [1, "", "https://dev.azure.com/contoso"])
      assert.match(problemsOf({ service_hook }).join(), /^service_hook: expected true, false, or the name/);
    const entry = (lock_behavior: string) => ({
      pipelines: { default: { max_proc_time: 900, min_proc_time: 30 }, watch: { lock_behavior } },
    });
    assert.deepEqual(problemsOf(entry("runLatest")), []);
    assert.match(problemsOf(entry("latest")).join(), /expected runLatest or sequential/);
  });

  it("warn of a hook whose every run repeats what was told", () => {
    const warnings = (keys: object) => parseConfig({ ...goodConfig, ...keys }).warnings.join();
    assert.match(warnings({ service_hook: true }), /^service_hook: each run repeats .* "notify": "changes"$/);
    assert.equal(warnings({ service_hook: true, notify: "changes" }), "");
    assert.equal(warnings({ service_hook: false }), "");
  });
});
