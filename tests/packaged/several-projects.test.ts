import assert from "node:assert/strict";
import type { RunSketch } from "../sandbox/runs";
import { sketchRun } from "../sandbox/runs";
import { usualConfig } from "../tasks/PipelineMonitor/usual-config";
import { now, perform, reportIn } from "./monitor-stage";
import { useAgent } from "./use-agent";

const runsOf = (...sketches: RunSketch[]) => sketches.map((sketch) => sketchRun(now, sketch));
const shop = runsOf({ id: 51, pipeline: "orders", result: "failed" }, { id: 52, pipeline: "orders" });

describe("packaged PipelineMonitor, several projects", () => {
  const agent = useAgent();

  /** Runs the monitor on the stage's project, which has a failed run, and others; hosts are replaced in what it says. */
  async function watch(config: object, moreProjects: Record<string, ReturnType<typeof runsOf>>) {
    const result = await perform(agent(), {
      runs: [{ id: 1, result: "failed" }],
      config: { ...config },
      service: { moreProjects },
    });
    const report = reportIn(result.log).map((line) => line.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, "HOST"));
    return { ...result, report };
  }

  it("expects scheduled runs in its own project only", async () => {
    const { default: defaults } = usualConfig.pipelines;
    const { report } = await watch(
      { projects: ["Shop"], pipelines: { default: defaults, reports: { schedule: "0 * * * *" } } },
      { Shop: shop },
    );
    assert.deepEqual(
      report.filter((line) => line.includes("did not run")).map((line) => line.split(" did")[0]),
      ["Night Shift: reports"],
    );
  });

  it("does not say that all is well when the projects cannot be listed", async () => {
    const { log, result } = await perform(agent(), {
      runs: [{ id: 1 }],
      config: { projects: ["*"], run_ct_min: -1 },
      arrange: (service) => {
        service.faults.push({ when: ({ path }) => path.endsWith("/_apis/projects"), reply: { status: 403 } });
      },
    });
    assert.deepEqual(reportIn(log).slice(1), [
      "Not all projects could be listed, so some were not checked; see the step's log.",
    ]);
    assert.equal(result, "SucceededWithIssues");
    assert.match(log.join("\n"), /needs the scope Project and Team \(read\), too/);
  });
});
