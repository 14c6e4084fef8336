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

  it("reports them in one message, each line with its project, and counts their runs", async () => {
    const { report, outputs, result, attachments, summaries, chat } = await watch(
      { projects: ["Shop"] },
      { Shop: shop },
    );
    assert.deepEqual(report, [
      "**Recent pipeline issues**",
      "Night Shift: nightly import [20261120.1](HOST/contoso/Night%20Shift/_build/results?buildId=1) failed: status completed, result failed. [log](HOST/contoso/Night%20Shift/_apis/build/builds/1/logs/5)",
      "Shop: orders [20261120.51](HOST/contoso/Shop/_build/results?buildId=51) failed: status completed, result failed. [log](HOST/contoso/Shop/_apis/build/builds/51/logs/5)",
    ]);
    assert.deepEqual([outputs["runCount"], outputs["issueCount"], result], ["3", "2", "Succeeded"]);
    assert.equal(chat.texts.length, 1);
    assert.deepEqual(
      attachments.map(({ name }) => name),
      ["pipeline-monitor.json", "pipeline-monitor-2.json"],
    );
    assert.match(
      summaries["Pipeline Monitor"] ?? "",
      /^### Night Shift\n\n\*\*nightly import failed at [\s\S]*\n### Shop\n\n\*\*orders failed at /,
    );
  });

  it("applies the rules to each project apart, too few runs among them", async () => {
    const { report } = await watch({ projects: ["Shop", "Empty"], run_ct_min: 1 }, { Shop: shop, Empty: [] });
    assert.deepEqual(
      report.filter((line) => line.includes("Fewer runs")),
      [
        "Night Shift: Fewer runs than expected in the last hour: expected more than 1, found 1.",
        "Empty: Fewer runs than expected in the last hour: expected more than 1, found 0.",
      ],
    );
  });

  it('reads all that the credential can read with ["*"], the own project first and once', async () => {
    const { report, service } = await watch({ projects: ["*"], run_ct_min: -1 }, { Shop: shop, Archive: [] });
    assert.deepEqual(
      report.slice(1).map((line) => line.split(":")[0]),
      ["Night Shift", "Shop"],
    );
    const lists = service.requests
      .filter(({ path }) => path.endsWith("/builds"))
      .map(({ path }) => path.split("/")[2]);
    assert.deepEqual(lists.sort(), ["Archive", "Night Shift", "Shop"]);
    assert.equal(service.requests.filter(({ path }) => path.endsWith("/_apis/projects")).length, 1);
  });

  it("says in one line that a project cannot be read, reports the others, and succeeds with issues", async () => {
    const { report, result, issues } = await watch({ projects: ["Gone", "Shop"] }, { Shop: shop });
    assert.deepEqual(
      report.slice(1).map((line) => line.replace(/ \[.*/, "")),
      [
        "Night Shift: nightly import",
        "Shop: orders",
        "The project Gone could not be read; see the step's log.",
      ],
    );
    assert.equal(result, "SucceededWithIssues");
    assert.match(issues.map(({ message }) => message).join("\n"), /Could not read the project Gone\. .*404/);
  });

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

  it("says once that all is well", async () => {
    const { log, result, chat } = await perform(agent(), {
      runs: [{ id: 1 }],
      config: { projects: ["Shop"], run_ct_min: -1 },
      service: { moreProjects: { Shop: [] } },
    });
    assert.deepEqual(
      [reportIn(log), result, chat.texts.length],
      [["No recent pipeline errors."], "Succeeded", 0],
    );
  });
});
