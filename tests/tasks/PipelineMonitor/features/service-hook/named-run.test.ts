import assert from "node:assert/strict";
import type { BuildService } from "../../../../../shared/azure-devops/client";
import { HttpError } from "../../../../../shared/http/errors";
import { unfitFor } from "../../../../../tasks/PipelineMonitor/features/service-hook/named-run";
import { lastHour, sinceLast } from "../../../../../tasks/PipelineMonitor/issue/window";
import { memoryBuildService } from "../../../../memory-build-service";
import { type RunSketch, sketchRun } from "../../../../sandbox/runs";
import { now } from "../../monitor-stage";
import { refusal } from "../../refusal";
import { byHook, hookedMonitor } from "./service-hook-stage";

const failed: RunSketch = { id: 812, pipeline: "price feed", result: "failed", finishedSecondsAgo: 5 };
const named = (hookRunId: string) => ({ inputs: { hookRunId }, variables: byHook });
/** Its list lacks a run that it has by its id. */
const lagging =
  (run: RunSketch = failed) =>
  () => {
    const service = memoryBuildService(new URL("https://h/o/p"), [sketchRun(now, run)]);
    const { run: read, logsOf, readLog, timeline } = service;
    return { run: read, logsOf, readLog, timeline };
  };

describe("the run that a service hook names", () => {
  it("is reported although the list lacks it, and not again when the list has it", async () => {
    const monitor = hookedMonitor();
    const first = await monitor(0, [], { state: named("812"), service: lagging() });
    assert.match(first.posted.join(), /price feed \[20261120\.812\].* failed/);
    assert.equal(first.report.runCount, 1);
    const later = { ...failed, finishedSecondsAgo: 305 };
    const second = await monitor(1 / 12, [later], { state: named("812") });
    assert.deepEqual([second.posted, second.report.issueCount], [[], 1]);
  });

  it("is reported once if the list has it", async () => {
    const { report, posted } = await hookedMonitor()(0, [failed], {
      state: named("812"),
      service: lagging(),
    });
    assert.equal(report.runCount, 1);
    assert.equal(posted.join().match(/price feed/g)?.length, 1);
  });

  it("costs the hour nothing if it cannot be read, and the report says so", async () => {
    const error = new HttpError("build service: GET", { kind: "timeout", seconds: 60 }, 3, "");
    const broken = () => ({ run: () => Promise.reject(error) });
    const other = { ...failed, id: 3, pipeline: "invoices" };
    const { whole, posted, agent } = await hookedMonitor()(0, [other], {
      ...{ state: named("812"), service: broken },
    });
    assert.match(posted.join(), /invoices .* failed/);
    assert.deepEqual(whole.skipped, ["run 812, which the service hook named"]);
    assert.match(
      agent.warnings.join(),
      /Could not check run 812, which the service hook named: build service/,
    );
  });

  it("is asked for in the own project, and in others one after the other until one has it", async () => {
    const refused = () => Promise.reject(refusal(500));
    const nowhere = "no project that is checked has such a run";
    for (const [holders, asked, runCount, skipped, line] of [
      [{}, ["Night Shift", "a", "b", "c"], 0, 0, nowhere],
      [{ "Night Shift": failed }, ["Night Shift"], 1, 0, ""],
      [{ b: failed }, ["Night Shift", "a", "b"], 1, 0, ""],
      [{ b: { ...failed, finishedSecondsAgo: 200_000 } }, ["Night Shift", "a", "b"], 0, 0, "finished before"],
      [{ a: refused, b: failed }, ["Night Shift", "a", "b"], 1, 0, ""],
      [{ "Night Shift": refused, b: failed }, ["Night Shift"], 0, 1, ""],
    ] as [Record<string, RunSketch | (() => Promise<never>)>, string[], number, number, string][]) {
      const log: string[] = [];
      const readOf = (project: string): Pick<BuildService, "run"> => {
        const holder = holders[project];
        const { run: read } = lagging(typeof holder === "object" ? holder : { id: 1 })();
        return {
          async run(id, ...others) {
            log.push(project);
            return typeof holder === "function" ? holder() : read(id, ...others);
          },
        };
      };
      const { report, whole, agent } = await hookedMonitor({ projects: ["a", "b", "c"] })(0, [], {
        state: named("812"),
        service: () => readOf("Night Shift"),
        projects: {
          list: async () => ({ projects: [], isCut: false }),
          open: (project) => ({
            ...memoryBuildService(project, []),
            ...readOf(project.pathname.split("/").at(-1) ?? ""),
          }),
        },
      });
      const lines = agent.printed.filter((one) => one.includes("which is not checked")).join("|");
      assert.deepEqual([log, report.runCount, whole.skipped.length], [asked, runCount, skipped]);
      assert.equal(lines.includes(line) && lines.split("|").length === 1, true, lines);
      assert.equal(lines === "", line === "");
    }
  });

  it("is left out if the project has none of it, which a stranger may have made up", async () => {
    const { whole, posted, agent } = await hookedMonitor()(0, [], { state: named("4711") });
    assert.deepEqual([whole.skipped, posted], [[], []]);
    assert.ok(
      agent.printed.includes(
        "The service hook named run 4711, which is not checked: no project that is checked has such a run.",
      ),
    );
  });

  const run = { finishTime: now / 1000 - 5, pipeline: { id: 12, name: "a" }, branch: "refs/heads/main" };
  const window = sinceLast(now, { until: now / 1000 - 600 });
  const fits = (changes: Partial<typeof run>, parameters = "", of = window) =>
    unfitFor({ ...run, ...changes }, of, `&api-version=7.1${parameters}`);

  it("is left out if it is none of those that the list would have", () => {
    assert.match(fits({ finishTime: now / 1000 - 7200 }) ?? "", /finished before/);
    assert.match(fits({ finishTime: now / 1000 - 7200 }, "", lastHour(now)) ?? "", /finished before/);
    assert.match(fits({ finishTime: now / 1000 + 600 }) ?? "", /after this report/);
    assert.match(unfitFor({ ...run, finishTime: undefined }, window, "") ?? "", /not finished/);
    assert.match(fits({}, "&definitions=1,13") ?? "", /`url_params` has definitions/);
    assert.match(fits({}, "&branchName=refs/heads/x") ?? "", /`url_params` has branchName/);
    assert.match(fits({}, "&tagFilters=nightly") ?? "", /`url_params` has tagFilters/);
    for (const parameters of ["", "&definitions=1,12", "&$top=100", "&branchName=refs%2Fheads%2Fmain"])
      assert.equal(fits({}, parameters), undefined);
  });
});
