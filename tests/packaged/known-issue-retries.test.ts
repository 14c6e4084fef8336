import assert from "node:assert/strict";
import type { RunSketch } from "../sandbox/runs";
import { secondAttempt } from "../works-again";
import { failing } from "./extras-stage";
import { reportIn } from "./monitor-stage";
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
  const ended = (result: string): RunSketch => ({ ...flaky, result });

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
      endAgain(service, ended("succeeded"), 1200);
      assert.match((await text(hour(1))).text, new RegExp(secondAttempt));
      assert.deepEqual(actsOf(service), retries);
    }));

  it("is told if the second attempt fails, too, and not run a third time (dotnet/arcade#9009, envoyproxy/envoy#26519)", () =>
    stage(true, async (hour, service) => {
      await hour(0);
      endAgain(service, ended("failed"), 1200);
      const { log } = await hour(1);
      assert.match(
        reportIn(log).join("\n"),
        /failed.*this was the second attempt, because the first failed with a known issue at 02:59 UTC/,
      );
      await hour(2);
      assert.deepEqual(actsOf(service), retries);
    }));

  it("is a failed repair if the service accepts the request and does nothing (dotnet/dotnet-docker#1096)", () =>
    stage(true, async (hour, service) => {
      service.faults.push({
        when: ({ method }) => method === "PATCH",
        reply: { status: 200, headers: { "content-type": "application/json" }, body: "{}" },
      });
      await hour(0);
      const { text: told } = await text(hour(1));
      assert.match(
        told,
        /failed with a known issue, and was not run again although the service accepted the request/,
      );
      assert.deepEqual(actsOf(service), retries);
    }));

  it("is told as refused if its artifacts or its form keep the service from it (jupyter-lsp/jupyterlab-lsp#103, PoshChan-Bot#30)", () =>
    stage(true, async (hour, service) => {
      service.faults.push({
        when: ({ method }) => method === "PATCH",
        reply: { status: 400, headers: { "content-type": "application/json" }, body: '{"message":"no"}' },
      });
      const { text: told } = await text(hour(0));
      assert.match(told, /not run again by the monitor: the service refused it; the step's log says why/);
    }));

  it("is only named without `retry` (dotnet/arcade#10399)", () =>
    stage(false, async (hour, service) => {
      const { text: told } = await text(hour(0));
      assert.match(told, /failed.*vendor unreachable/);
      assert.deepEqual(actsOf(service), []);
    }));
});
