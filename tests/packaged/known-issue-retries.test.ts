import assert from "node:assert/strict";
import { secondAttempt } from "../works-again";
import { failing } from "./extras-stage";
import { actsOf, earlier, endAgain, main, text, withRepairs } from "./repairs-stage";
import { useAgent } from "./use-agent";

const flaky = failing(700, ["##[error]connect ETIMEDOUT 203.0.113.7:443"], {
  ...{ finishedSecondsAgo: 1200, record: { sourceBranch: main, reason: "schedule" } },
});
const configWith = (retry: boolean) => ({
  ...{ notify: "changes", run_ct_min: -1 },
  pipelines: {
    default: { max_proc_time: 900, min_proc_time: 30 },
    "nightly import": { known_issues: [{ contains: "ETIMEDOUT", name: "vendor unreachable", retry }] },
  },
});
const retries = ["PATCH /700?retry=true&api-version=7.1-preview.7"];

/** What people reported of automatic retries, and what comes out here. */
describe("packaged PipelineMonitor, a known issue that may be tried again", () => {
  const agent = useAgent();
  const stage = (retry: boolean, act: Parameters<typeof withRepairs>[2]) =>
    withRepairs(agent(), { runs: [flaky, ...earlier], config: configWith(retry) }, act);

  it("is run again once, with its name, and then works again (dotnet/arcade#9817)", () =>
    stage(true, async (hour, service) => {
      const first = await text(hour(0));
      assert.match(
        first.text,
        /nightly import .* failed at 02:59 UTC; run again \(attempt 2\).*vendor unreachable/,
      );
      assert.deepEqual(actsOf(service), retries);
      assert.match(
        first.summaries["Pipeline Monitor"] ?? "",
        /\*\*Known issues\*\*\n\n- \*\*vendor unreachable\*\* had 1 hit today, 1 in 7 days and 1 in 28 days/,
      );
      endAgain(service, { ...flaky, result: "succeeded" }, 1200);
      assert.match((await text(hour(1))).text, new RegExp(secondAttempt));
      assert.deepEqual(actsOf(service), retries);
    }));

  it("is only named without `retry` (dotnet/arcade#10399)", () =>
    stage(false, async (hour, service) => {
      const { text: told } = await text(hour(0));
      assert.match(told, /failed.*vendor unreachable/);
      assert.deepEqual(actsOf(service), []);
    }));
});
